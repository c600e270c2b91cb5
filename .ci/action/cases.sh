#!/bin/sh
# For action.yml: lists the cases of failed tests on the page of the job, each with the command that opens it.
set -u

directory=${INPUT_CASES:-.emulator/cases}
artifact=${INPUT_ARTIFACT:-}
[ "$artifact" = conformance-report ] && artifact=emulator-cases

count=0
# The name of a case starts with its time.
for file in "$directory"/*.case.gz; do
  [ -f "$file" ] || continue
  name=${file##*/}
  case $name in *[!A-Za-z0-9._-]*) continue ;; esac
  count=$((count + 1))
  echo "$file"
  [ -n "${GITHUB_STEP_SUMMARY:-}" ] && [ -n "${GITHUB_RUN_ID:-}" ] && [ -n "$artifact" ] || continue
  {
    printf '\n**%s**\n' "$name"
    sh "$GITHUB_ACTION_PATH/.ci/action/replay-command.sh" "$artifact" "$name"
  } >>"$GITHUB_STEP_SUMMARY"
done
[ "$count" -gt 0 ] || echo "No test left a case in $directory."
