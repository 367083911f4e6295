# SPDX-License-Identifier: Apache-2.0
# For clients that drive a browser: sets `browser`, a Chromium that opens pages, and NODE_PATH, where the modules of
# package.json are. Exit code 77 where they cannot be had.
clients=$(realpath "$(dirname "${BASH_SOURCE[0]}")")

skip() {
  echo "skipped: $1"
  exit 77
}

command -v npm >/dev/null || skip "npm is not installed"
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) ||
  skip "no Chromium is installed"
timeout 60 "$browser" --headless --no-sandbox --disable-dev-shm-usage --dump-dom about:blank >/dev/null 2>&1 ||
  skip "$browser opens no page here"
# A folder for each choice of versions.
modules=${XDG_CACHE_HOME:-$HOME/.cache}/tfprof-clients/$(sha256sum <"$clients/package.json" | cut -c1-12)
mkdir -p "$modules"
(
  flock 9
  [[ -e $modules/done ]] && exit 0
  cp "$clients/package.json" "$modules/"
  cd "$modules" && timeout 180 npm install --silent --no-audit --no-fund --no-package-lock >/dev/null 2>&1 && touch done
) 9>"$modules.lock" || skip "npm cannot install what tests/clients/package.json names"
export NODE_PATH=$modules/node_modules
