// SPDX-License-Identifier: Apache-2.0
// What people type into a search: part of a name, ignoring case; or /pattern/.

// A test for names, or null for no text. A pattern that is none has `error`.
export function matcher(text) {
  if (!text) return null;
  if (text.length > 2 && text.startsWith('/') && text.endsWith('/')) {
    try {
      const pattern = new RegExp(text.slice(1, -1), 'i');
      return (name) => pattern.test(name);
    } catch (error) {
      const nothing = () => false;
      nothing.error = `not a pattern: ${error.message}`;
      return nothing;
    }
  }
  const wanted = text.toLowerCase();
  return (name) => name.toLowerCase().includes(wanted);
}
