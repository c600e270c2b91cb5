// The functions of every script.
//
// An answer is data: an id or a cursor goes into an address only as letters, digits, `_`, `-`, `:` and `%`; other
// values are encoded there, or are part of one quoted word. The output is printable ASCII without secrets.

/** @param secretMembers The names of members that held secrets, as an alternative of a regular expression. */
export const preamble = (secretMembers: string): string => `LC_ALL=C
export LC_ALL
here=\${TMPDIR:-/tmp}/reproduce.$$
mkdir -m 700 "$here" || exit 2
n=0 stopped=''
cat >"$here/mask" <<'END'
s,\\\\/,/,g
s/"(${secretMembers})"[[:space:]]*:[[:space:]]*"([^"\\\\]|\\\\.)*"?/"\\1": "***"/g
s/([Bb]asic|[Bb]earer|DSN) +[A-Za-z0-9+\\/=_.~:-]{8,}/\\1 ***/g
END
# A signal ends the script between two requests, so that it knows what was made.
trap 'stopped=1' HUP INT TERM
trap 'trap "" HUP INT TERM; clean_up; rm -rf "$here"' EXIT

# encoded TEXT: as a part of an address
encoded() {
  printf '%s\\n' "$1" | sed 's/%/%25/g; s/+/%2B/g; s/&/%26/g; s/=/%3D/g; s,/,%2F,g; s/:/%3A/g; s/ /%20/g; s/#/%23/g; s/?/%3F/g'
}

# hide TEXT: prints *** for it
hide() {
  [ \${#1} -gt 5 ] || return
  printf '%s\\n' "$1" "$(encoded "$1")" | sed 's,[][()|{}\\\\/.*+?^$],\\\\&,g; s,.*,s/&/***/g,' >>"$here/mask"
}

# credential NAME: a variable of the environment
credential() {
  eval "credential=\\\${$1:-}"
  [ -n "$credential" ] || { echo "Set $1 in the environment." >&2; exit 2; }
  [ "$1" = PLATFORM_CLIENT_ID ] || hide "$credential"
  case $1/$credential in PLATFORM_DSN/*://*@*) credential=\${credential#*://}; hide "\${credential%%[:@/]*}" ;; esac
}

# changed N TEXT: with another character at place N
changed() {
  head=$(printf '%s\\n' "$2" | cut -c "-$1")
  tail=$(printf '%s\\n' "$2" | cut -c "$(($1 + 1))-")
  printf '%s%s%s' "\${head%?}" "$(printf %s "\${head#"\${head%?}"}" | tr 0-9A-Za-z 1-90B-ZAb-za)" "$tail"
}

# at SECONDS: the time so many seconds from now, by GNU or BSD
at() {
  at=$(($(date +%s) + $1))
  date -u -d "@$at" +%Y-%m-%dT%H:%M:%S 2>/dev/null || date -u -r "$at" +%Y-%m-%dT%H:%M:%S
}

# send METHOD URL [options of curl]: answer N is in N.status, N.head and N.body. No signal ends what curl began.
send() {
  n=$((n + 1)) method=$1 url=$2
  shift 2
  case $method in HEAD) set -- -I "$@" ;; *) set -- -X "$method" "$@" ;; esac
  (
    trap '' HUP INT TERM
    cd "$here" && : >$n.body
    exec curl -sS -g --path-as-is --proto '=http,https' --max-time 30 -H expect: "$@" -D $n.head -o $n.body \\
      -w '%{http_code}' --url "$url" >$n.status
  )
}

# request METHOD URL [options of curl]
request() {
  [ -z "$stopped" ] || exit 130
  send "$@" || { echo "Request $n got no answer." >&2; exit 2; }
}

# show: prints the last answer
show() {
  {
    printf '\\n%s. %s %s\\n   %s\\n' $n "$method" "$url" "$(cat "$here/$n.status")"
    grep -i -E '^(allow|content-type|link|location|retry-after|www-authenticate):' "$here/$n.head" | sed 's/^/   /'
    tr '\\r\\n\\t' '   ' <"$here/$n.body" | sed 's/^/   /'
    echo
  } | tr -d '\\r' | sed -E -f "$here/mask" | tr -c '\\n -~' '?' | cut -c 1-8000
  [ -z "$stopped" ] || exit 130
}

# value NAME INDEX: the INDEXth value of this name in the answer
value() {
  tr '{},[]\\r\\n' '\\n\\n\\n\\n\\n  ' <"$here/$answer.body" |
    sed -n 's,\\\\/,/,g; s/^[[:space:]]*"'"$1"'"[[:space:]]*:[[:space:]]*"\\([^"]*\\)"[[:space:]]*$/\\1/p' | sed -n "$2p"
}

# cursor RELATION: of the Link header of the answer
cursor() {
  grep -i '^link:' "$here/$answer.head" | tr '<' '\\n' |
    sed -n 's/^[^>]*[?&]cursor=\\([^&>]*\\)[^>]*>.*rel="\\{0,1\\}'"$1"'.*/\\1/p'
}

# take VARIABLE N READER: keeps a value of answer N
take() {
  variable=$1 answer=$2
  shift 2
  value=$("$@")
  case $variable/$value in
    */ | *[!!-~]* | id*/*[!0-9A-Za-z_-]* | cursor*/*[!0-9A-Za-z_:%-]*)
      echo "Answer $answer has no such $*." >&2
      exit 2
      ;;
    secret*) hide "$value" ;;
  esac
  eval "$variable=\\$value"
}

# delete N URL [options of curl]: deletes what request N made
delete() {
  answer=$1 url=$2
  shift 2
  case $(cat "$here/$answer.status" 2>/dev/null) in 2??) ;; *) return ;; esac
  id=$(value id 1)
  case $id in '' | *[!0-9A-Za-z_-]*) echo "What request $answer made is left: the answer has no id." >&2; return ;; esac
  send DELETE "$url$id" "$@"
  echo "What request $answer made is deleted: $(cat "$here/$n.status")"
}
`
