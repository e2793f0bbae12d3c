#!/bin/sh
# Puts Jouons into this user's menus and lets .jouons files open with it; --remove undoes that.
#   sh install.sh [--remove]
# XDG_DATA_HOME says where, as everywhere on Linux. Works from the packaged folder and from source.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
share=${XDG_DATA_HOME:-$HOME/.local/share}
id=org.jouons.jouons

refresh() {
  for command in "update-desktop-database $1/applications" "update-mime-database $1/mime"; do
    # What has no such program finds the files by itself, later.
    if command -v "${command%% *}" >/dev/null 2>&1; then "${command%% *}" "${command#* }" || true; fi
  done
}

if [ "${1:-}" = "--remove" ]; then
  rm -f "$share/applications/$id.desktop" "$share/metainfo/$id.metainfo.xml" "$share/mime/packages/$id.xml" \
    "$share/icons/hicolor/scalable/apps/$id.svg" "$share"/icons/hicolor/*/apps/"$id.png"
  refresh "$share"
  echo "Jouons is no longer in the menus of this user."
  exit 0
fi

top=$(cd "$here/../.." && pwd)
if [ -x "$top/../Jouons" ]; then
  set -- "$(cd "$top/.." && pwd)/Jouons"
else
  set -- "$top/.venv/bin/python" "$top/main.py"
fi
exec_line=""
for part in "$@"; do
  case $part in
    *[\"\`\$\\%]*)
      echo "A menu entry cannot name the folder '$part': none of \" \` \$ \\ % may be in it." >&2
      exit 1 ;;
  esac
  exec_line="$exec_line\"$part\" "
done

mkdir -p "$share/applications" "$share/metainfo" "$share/mime/packages" "$share/icons/hicolor/scalable/apps"
while IFS= read -r line; do
  case $line in
    Exec=*) printf 'Exec=%s%%f\n' "$exec_line" ;;
    *) printf '%s\n' "$line" ;;
  esac
done < "$here/$id.desktop" > "$share/applications/$id.desktop"
cp "$here/$id.metainfo.xml" "$share/metainfo/"
cp "$here/$id.xml" "$share/mime/packages/"
cp "$here/../icon/jouons.svg" "$share/icons/hicolor/scalable/apps/$id.svg"
for size in 16 32 48 64 128 256; do
  mkdir -p "$share/icons/hicolor/${size}x$size/apps"
  cp "$here/../icon/jouons-$size.png" "$share/icons/hicolor/${size}x$size/apps/$id.png"
done
refresh "$share"
echo "Jouons is in the menus of this user; sh install.sh --remove takes it out again."
