#!/bin/sh
# For action.yml: runs the conformance kit, or looks for drift from a twin, by inputs in the environment.
# EMULATOR is the command to run; without it, npx fetches the package.
# Inputs are plain texts: a star is not expanded, and a leading dash makes an option only in INPUT_OPTIONS.
set -uf

if [ "${INPUT_MODE:-}" = cases ]; then exec sh "$GITHUB_ACTION_PATH/.ci/action/cases.sh"; fi

directory=${INPUT_DIRECTORY:-conformance-report}
mkdir -p -- "$directory" || exit 2
# An old report must not be mistaken for one of this run.
rm -f -- "$directory/report.json" "$directory/report.md" "$directory/junit.xml"

refuse() {
  echo "$1" >&2
  [ -n "${GITHUB_OUTPUT:-}" ] && printf 'conformant=null\nexit-code=2\n' >>"$GITHUB_OUTPUT"
  exit 2
}
case ${INPUT_URL:-} in
  -*) refuse 'The input url begins with a dash. Give the base URL of the service, such as https://api.example.com.' ;;
esac
case ${INPUT_VERSION:-} in
  *[!A-Za-z0-9.+_~^-]*)
    refuse 'The input version is no version of a package. Give one such as 0.1.0, a range such as ^0.1.0, or latest.'
    ;;
esac

# Any other word would count as false.
assert_flag() {
  case $2 in true | false | '') ;; *) refuse "The input $1 must be true or false; got $2." ;; esac
}
assert_flag allow-writes "${INPUT_ALLOW_WRITES:-}"
assert_flag quick "${INPUT_QUICK:-}"
assert_flag allow-undecided "${INPUT_ALLOW_UNDECIDED:-}"

mode=${INPUT_MODE:-conformance}
case $mode in
  conformance)
    [ -z "${INPUT_TWIN:-}" ] ||
      refuse 'The input twin is for mode: drift, which compares the service with it. Set the mode, or leave it out.'
    ;;
  drift)
    [ -n "${INPUT_TWIN:-}" ] ||
      refuse 'The mode drift needs the input twin: the directory that emulator learn --out wrote.'
    [ -z "${INPUT_PROFILE:-}${INPUT_BASELINE:-}" ] && [ "${INPUT_QUICK:-}" != true ] &&
      [ "${INPUT_ALLOW_UNDECIDED:-}" != true ] ||
      refuse 'The inputs profile, baseline, quick and allow-undecided are for mode: conformance. Leave them out.'
    ;;
  *) refuse 'The input mode must be conformance, drift or cases.' ;;
esac

version=
if [ -z "${EMULATOR:-}" ]; then
  version=${INPUT_VERSION:-}
  if [ -z "$version" ] && [ -n "${GITHUB_ACTION_PATH:-}" ]; then
    version=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' "$GITHUB_ACTION_PATH/package.json")
  fi
fi

if [ "$mode" = drift ]; then set -- learn "--check=$INPUT_TWIN"; else set -- conformance; fi
[ -n "${INPUT_URL:-}" ] && set -- "$@" "$INPUT_URL"
[ -n "${INPUT_CONFIG:-}" ] && set -- "$@" "--config=$INPUT_CONFIG"
[ -n "${INPUT_PROFILE:-}" ] && set -- "$@" "--profile=$INPUT_PROFILE"
[ -n "${INPUT_BASELINE:-}" ] && set -- "$@" "--baseline=$INPUT_BASELINE"
[ "${INPUT_ALLOW_WRITES:-}" = true ] && set -- "$@" --allow-writes
[ "${INPUT_QUICK:-}" = true ] && set -- "$@" --quick
[ "${INPUT_ALLOW_UNDECIDED:-}" = true ] && set -- "$@" --allow-undecided

# shellcheck disable=SC2086
set -- "$@" ${INPUT_OPTIONS:-}

# These two are always written, for the page of the job and the outputs.
set -- "$@" --report terminal --report "json=$directory/report.json" --report "markdown=$directory/report.md"
# In a directory, each format has its usual file name.
for format in ${INPUT_REPORTS:-json junit html}; do
  case $format in json | markdown) ;; *) set -- "$@" --report "$format=$directory/" ;; esac
done

if [ -n "${EMULATOR:-}" ]; then
  # The command may have arguments.
  # shellcheck disable=SC2086
  $EMULATOR "$@"
else
  npx --yes "@platform-data/emulator@${version:-latest}" "$@"
fi
code=$?

if [ -n "${GITHUB_STEP_SUMMARY:-}" ] && [ -f "$directory/report.md" ]; then
  cat -- "$directory/report.md" >>"$GITHUB_STEP_SUMMARY"
fi
if [ -n "${GITHUB_OUTPUT:-}" ]; then
  conformant=
  if [ -f "$directory/report.json" ]; then
    conformant=$(sed -n 's/^  "conformant": \([a-z]*\),$/\1/p' -- "$directory/report.json")
  fi
  {
    echo "conformant=${conformant:-null}"
    echo "exit-code=$code"
  } >>"$GITHUB_OUTPUT"
fi
exit "$code"
