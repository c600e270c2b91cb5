#!/bin/sh
# Does the task of PLATFORM_TASK with curl and jq, for `emulator client --driver -- sh driver.sh`.
# A function that fails prints the report itself, so none that may fail stands in a command substitution.
set -eu
umask 077
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

base=${PLATFORM_BASE_URL%/}
token= refresh_token=

# What the specification leaves open. A script speaks one dialect; this one is told which.
told=${PLATFORM_DIALECT:-}
eval "$(jq -rn --argjson told "${told:-null}" '
  { listEnvelope: "data", legacyListEnvelope: "array", legacyProjects: "list", objectEnvelope: "bare",
    unauthenticatedStatus: 401, accessTokensPath: "/access-tokens", secretName: "token",
    stateCodeName: "state", capabilities: "commands", versions: ["1.13"] } + ($told // {})
  | @sh "list=\(.listEnvelope) legacy_list=\(.legacyListEnvelope) legacy_projects=\(.legacyProjects)",
    @sh "object=\(.objectEnvelope) unauthenticated=\(.unauthenticatedStatus) tokens_path=\(.accessTokensPath)",
    @sh "secret_name=\(.secretName) state_name=\(.stateCodeName) commands_in=\(.capabilities)",
    @sh "version=\(.versions[0])"')"

# fail KIND [STATUS]: reports an error.
fail() {
  jq -cn --arg kind "$1" --arg status "${2:-}" \
    '{ error: ({ $kind } + if $status == "" then {} else { status: ($status | tonumber) } end) }'
  exit 0
}

# send METHOD URL [OPTION…]: leaves the answer in status, $work/headers and $work/body. Only reads are repeated.
send() {
  method=$1 url=$2
  shift 2
  [ "$method" != GET ] || set -- --retry 3 --retry-all-errors "$@"
  status=$(curl --silent --location --max-redirs 5 --max-time 60 --request "$method" --header 'Accept: application/json' \
    --dump-header "$work/headers" --output "$work/body" --write-out '%{http_code}' "$@" "$url") || fail connection
  [ -e "$work/body" ] || : > "$work/body"
}

accepted() {
  case $status in 2??) ;; *) fail refused "$status" ;; esac
}

# read_json PROGRAM [OPTION…]: the answer as the program of jq shows it, in $read.
read_json() {
  program=$1
  shift
  read=$(jq -er "$@" "$program" "$work/body" 2> "$work/why") || fail unreadable "$status"
}

# ask_token GRANT: asks at the token endpoint. Secrets stand in files, as arguments show in the list of processes.
ask_token() {
  refresh_token=$refresh_token jq -rn --arg grant "$1" '
    { grant_type: $grant, client_id: env.PLATFORM_CLIENT_ID, client_secret: env.PLATFORM_CLIENT_SECRET }
    + if $grant == "refresh_token" then { refresh_token: env.refresh_token } else {} end
    | to_entries | map("\(.key)=\(.value | @uri)") | join("&")' | tr -d '\n' > "$work/form"
  send POST "$base/oauth/token" --data "@$work/form"
}

renew() {
  if [ -n "$refresh_token" ]; then
    ask_token refresh_token
    case $status in 400 | 401 | "$unauthenticated") refresh_token= ;; *) keep && return ;; esac
  fi
  ask_token client_credentials
  keep
}

keep() {
  accepted
  read_json '.access_token | strings'
  token=$read
  read_json '.refresh_token // ""'
  refresh_token=${read:-$refresh_token}
}

# authorized AUTHORIZATION METHOD URL [OPTION…]
authorized() {
  printf 'Authorization: %s\n' "$1" > "$work/authorization"
  shift
  send "$@" --header "@$work/authorization"
}

# call METHOD URL [OPTION…]: with the access token, and once more with a new one if it has expired.
call() {
  [ -n "$token" ] || renew
  authorized "Bearer $token" "$@"
  if [ "$status" = "$unauthenticated" ]; then
    renew
    authorized "Bearer $token" "$@"
  fi
  accepted
}

# post URL JSON
post() {
  printf '%s' "$2" > "$work/json"
  call POST "$1" --header 'Content-Type: application/json' --data-binary "@$work/json"
}

# input NAME: a member of the input, encoded as a part of an address.
input() { printf '%s' "$PLATFORM_TASK_INPUT" | jq -r --arg name "$1" '.[$name] | tostring | @uri'; }

# input_json PROGRAM: the input as JSON.
input_json() { printf '%s' "$PLATFORM_TASK_INPUT" | jq -c "$1"; }

# keep_ids PROGRAM NAME [MORE]: appends the ids of a page to those of the list; sets last, first, count, and in $more
# what another program says about the page.
keep_ids() {
  read_json '. as $page | '"$1"' | arrays | map(.id | strings) as $ids | ($page | '"${3:-true}"' | tostring), $ids[]' \
    --arg list "$list" --arg name "$2"
  printf '%s\n' "$read" | sed 1d > "$work/page"
  more=${read%%
*}
  cat "$work/page" >> "$work/ids"
  count=$(wc -l < "$work/page") first=$(head -n 1 "$work/page") last=$(tail -n 1 "$work/page")
}

in_list='if $list == "array" then . elif $list == "named" then .[$name] else .[$list] end'
in_legacy_list='if "'$legacy_list'" == "data" then .data else . end'
in_object='if $object == "bare" then . elif $object == "data" then .data else .[$name] end'

# walk URL PARAMETER EDGE [CURSOR]: walks by id cursors; the edge of a page is its first or its last id.
walk() {
  cursor=${4:-}
  while :; do
    case $1 in *\?*) joint='&' ;; *) joint='?' ;; esac
    call GET "$1${cursor:+$joint$2=$cursor}"
    keep_ids "$in_list" products 'if $list == "array" then length > 0 elif $list == "items" then .next_cursor != null
      else .has_more != false end'
    if [ "$more" = false ] || [ "$count" -eq 0 ]; then return; fi
    [ "$3" = first ] && next=$first || next=$last
    [ "$next" != "$cursor" ] || fail no-progress
    cursor=$next
  done
}

# next_link HEADER URL: sets next_url and more by the entry rel=next, as RFC 8288 reads it.
next_link() {
  found=$(printf '%s' "$1" | jq -Rr '
    [ match("\\s*<([^>]*)>((?:\\s*;\\s*[^\\s=;,]+(?:\\s*=\\s*(?:\"(?:[^\"\\\\]|\\\\.)*\"|[^\\s\";,]*))?)*)\\s*(?:,|$)"; "g")
      | .captures | { target: .[0].string, rest: .[1].string }
      | .attributes = ([ .rest
          | match(";\\s*([^\\s=;,]+)(?:\\s*=\\s*(?:\"((?:[^\"\\\\]|\\\\.)*)\"|([^\\s\";,]*)))?"; "g")
          | .captures | { key: .[0].string | ascii_downcase, value: (.[1].string // .[2].string // "") }
        ] | reverse | from_entries) ]
    | map(select(.attributes.rel // "" | ascii_downcase | split(" ") | index("next"))) | first
    | if . == null then empty else .target, (.attributes.results // "" | ascii_downcase) end')
  [ -n "$found" ] || fail unreadable
  next_url=${found%%
*} more=${found##*
}
  origin=$(printf '%s' "$base" | sed 's|^\([a-z]*://[^/]*\).*|\1|')
  case $next_url in
    "$origin"/*) ;;
    [a-z]*://*) fail foreign-address ;;
    /*) next_url=$origin$next_url ;;
    \?*) next_url=${2%%\?*}$next_url ;;
    *) next_url=${2%/*}/$next_url ;;
  esac
}

# walk_links URL
walk_links() {
  next_url=$1
  : > "$work/asked"
  while :; do
    ! grep -qxF "$next_url" "$work/asked" || fail no-progress
    printf '%s\n' "$next_url" >> "$work/asked"
    asked=$next_url
    call GET "$asked"
    keep_ids "$in_legacy_list" ''
    # After a redirect or a repeated request, the headers of each answer stand there: those of the last one count.
    link=$(tr -d '\r' < "$work/headers" | awk '
      /^HTTP\// { link = "" } tolower($0) ~ /^link:/ { sub(/^[^:]*:[ \t]*/, ""); link = link (link == "" ? "" : ", ") $0 }
      END { print link }')
    next_link "$link" "$asked"
    [ "$more" = true ] || return 0
  done
}

value_of_object() { read_json "$in_object | $2" --arg object "$object" --arg name "$1"; }

report_ids() { jq -cRn '{ value: { ids: [inputs | select(. != "")] } }' < "$work/ids"; }
report() { jq -cn "$@"; }

: > "$work/ids"
case $PLATFORM_TASK in
  get-token)
    renew
    report '{ value: {} }'
    ;;
  list-environments)
    call GET "$base/$version/environments"
    keep_ids "$in_list" environments
    report_ids
    ;;
  use-access-token)
    authorized "Bearer $(printf '%s' "$PLATFORM_TASK_INPUT" | jq -r .secret)" GET "$base/$version/environments"
    accepted
    keep_ids "$in_list" environments
    report_ids
    ;;
  walk-products)
    query=$(input_json '{ limit: .pageSize, brand, category, status, search } | to_entries
      | map(select(.value != null) | "\(.key)=\(.value | tostring | @uri)") | join("&")' | jq -r .)
    walk "$base/$version/pulse/catalogs/$(input catalogId)/products${query:+?$query}" starting_after last
    report_ids
    ;;
  walk-products-back)
    walk "$base/$version/pulse/catalogs/$(input catalogId)/products" ending_before first "$(input from)"
    report_ids
    ;;
  get-configuration)
    call GET "$base/$version/configurations/$(input scopeId)?path=$(input path)"
    jq -c --arg object "$object" --arg name configuration "{ value: { value: ($in_object) } }" "$work/body" ||
      fail unreadable
    ;;
  create-access-token)
    post "$base$tokens_path" "$(input_json '{ name, scopes, expires_at: .expiresAt }')"
    value_of_object access_token '.id | strings'
    id=$read
    value_of_object access_token ".$secret_name | strings"
    report --arg id "$id" --arg secret "$read" '{ value: { $id, $secret } }'
    ;;
  rename-access-token)
    post "$base$tokens_path/$(input id)" "$(input_json '{ name }')"
    value_of_object access_token '.name | strings'
    report --arg name "$read" '{ value: { $name } }'
    ;;
  revoke-access-token)
    call DELETE "$base$tokens_path/$(input id)"
    report '{ value: {} }'
    ;;
  prepare-connect)
    call POST "$base/app/$(input adapter)/prepare-connect" --header 'Content-Length: 0'
    read_json ".$state_name | strings | @uri"
    report --arg url "$base/app/$(input adapter)/connect?prepare_state=$read" '{ value: { $url } }'
    ;;
  invoke)
    post "$base/services/$(input adapterConnectionId)/$(input command)" "$(input_json .body)"
    jq -c '{ value: { result: . } }' "$work/body" || fail unreadable
    ;;
  capabilities)
    call GET "$base/services/$(input adapterConnectionId)/capabilities"
    read_json 'if $in == "map" then keys else [.commands[].name] end | tojson' --arg in "$commands_in"
    report --argjson commands "$read" '{ value: { $commands } }'
    ;;
  list-projects)
    case $(input credential) in
      apiKey) by="Basic $(printf '%s:' "$PLATFORM_API_KEY" | base64 | tr -d '\n')" ;;
      dsn) by="DSN $PLATFORM_DSN" ;;
      *) by="Bearer $PLATFORM_INTEGRATION_TOKEN" ;;
    esac
    authorized "$by" GET "$base/0/projects/"
    accepted
    keep_ids "if type == \"object\" and \"$legacy_projects\" == \"object\" then [.] else . end" ''
    report_ids
    ;;
  walk-groups)
    walk_links "$base/0/projects/$(input projectId)/groups/"
    report_ids
    ;;
  walk-events)
    walk_links "$base/0/issues/$(input issueId)/events/"
    report_ids
    ;;
  poll-events)
    next_link "$(printf '%s' "$PLATFORM_TASK_INPUT" | jq -r .after)" "$base/0/issues/$(input issueId)/events/"
    walk_links "$next_url"
    report_ids
    ;;
  *) exit 77 ;;
esac
