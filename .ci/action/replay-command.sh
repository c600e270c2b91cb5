#!/bin/sh
# Prints, as Markdown, the command that downloads a file of an artefact and opens it: replay-command.sh ARTEFACT FILE.
# An artefact can be downloaded only once into a directory, so the command first checks whether it is there.
set -u

case $1 in
  *[!A-Za-z0-9._-]*)
    echo "The command that opens $2 is left out: the name of the artefact has more than letters, digits, '.', '_' and '-'." >&2
    exit 0
    ;;
esac
place="$1-$GITHUB_RUN_ID"
printf '\nOpen it at home:\n\n```sh\n'
printf 'test -d %s || gh run download %s --repo %s --name %s --dir %s; npx @platform-data/emulator replay %s/%s\n' \
  "$place" "$GITHUB_RUN_ID" "${GITHUB_REPOSITORY:-}" "$1" "$place" "$place" "$2"
printf '```\n'
