// The functions of every script.
//
// What a target answers is data: an id goes into an address only as letters, digits, `_` and `-`, other values are
// encoded there or are a part of one quoted word. What is printed is printable ASCII without secrets.

/** @param secretMembers The names of members that held secrets, as an alternative of a regular expression. */
export const preamble = (secretMembers: string): string => `LC_ALL=C
export LC_ALL
here=\${TMPDIR:-/tmp}/reproduce.$$
mkdir -m 700 "$here" || exit 2
n=0 stopped='' secrets=''
# A signal ends the script between two requests, so that it knows what was made.
trap 'stopped=1' HUP INT TERM
trap 'trap "" HUP INT TERM; clean_up; rm -rf "$here"' EXIT

# encoded TEXT: as a part of an address
encoded() {
  printf '%s\\n' "$1" | sed 's/%/%25/g; s/+/%2B/g; s/&/%26/g; s/=/%3D/g; s,/,%2F,g; s/:/%3A/g; s/ /%20/g; s/#/%23/g; s/?/%3F/g'
}

# hide TEXT: what is printed has *** for it
hide() {
  secrets="$secrets$1
$(encoded "$1")
"
}

# credential NAME: ends the script when a variable of the environment is missing
credential() {
  eval "credential=\\\${$1:-}"
  [ -n "$credential" ] || { echo "Set $1 in the environment." >&2; exit 2; }
  [ "$1" = PLATFORM_CLIENT_ID ] || hide "$credential"
  case $1/$credential in PLATFORM_DSN/*://*@*) credential=\${credential#*://}; hide "\${credential%%[:@/]*}" ;; esac
}

# masked: its input without secrets, and with ? for what a terminal could obey
masked() {
  sed 's,\\\\/,/,g' | secrets=$secrets awk '
    BEGIN { count = split(ENVIRON["secrets"], secret, "\\n") }
    {
      for (i = 1; i <= count; i++) {
        done = ""
        while (length(secret[i]) > 5 && (at = index($0, secret[i]))) {
          done = done substr($0, 1, at - 1) "***"
          $0 = substr($0, at + length(secret[i]))
        }
        $0 = done $0
      }
      print
    }' | sed -E 's/"(${secretMembers})"[[:space:]]*:[[:space:]]*"([^"\\\\]|\\\\.)*"?/"\\1": "***"/g
    s/([Bb]asic|[Bb]earer|DSN) +[A-Za-z0-9+\\/=_.~:-]{8,}/\\1 ***/g' | tr -c '\\n -~' '?'
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

# request METHOD URL [options of curl]: sends it, between two signals
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
    for id in $ids; do
      printf '   %s: %s times\\n' "$id" "$(grep -F -o -e "$id" "$here/$n.body" | grep -c .)"
    done
  } | tr -d '\\r' | masked | cut -c 1-2000
  [ -z "$stopped" ] || exit 130
}

# value N NAME INDEX: the text that stands under this name for the INDEXth time in answer N
value() {
  tr '{},[]\\r\\n' '\\n\\n\\n\\n\\n  ' <"$here/$1.body" |
    sed -n 's,\\\\/,/,g; s/^[[:space:]]*"'"$2"'"[[:space:]]*:[[:space:]]*"\\([^"]*\\)"[[:space:]]*$/\\1/p' | sed -n "$3p"
}

# take VARIABLE N NAME INDEX: keeps a value of answer N
take() {
  value=$(value "$2" "$3" "$4")
  case $1/$value in */ | *[!!-~]* | id*/*[!0-9A-Za-z_-]*) show; echo "Answer $2 has no such $3." >&2; exit 2 ;; esac
  case $1 in secret*) hide "$value" ;; esac
  eval "$1=\\$value"
}

# delete N INDEX URL [options of curl]: deletes what request N made
delete() {
  made=$1 index=$2 url=$3
  shift 3
  case $(cat "$here/$made.status" 2>/dev/null) in 2??) ;; *) return ;; esac
  id=$(value "$made" id "$index")
  case $id in '' | *[!0-9A-Za-z_-]*) echo "What request $made made is left: the answer has no id." >&2; return ;; esac
  send DELETE "$url$id" "$@"
  echo "What request $made made is deleted: $(cat "$here/$n.status")"
}

# at SECONDS: the time so many seconds from now, by GNU or BSD
at() {
  at=$(($(date +%s) + $1))
  date -u -d "@$at" +%Y-%m-%dT%H:%M:%S 2>/dev/null || date -u -r "$at" +%Y-%m-%dT%H:%M:%S
}

# part FIRST-LAST TEXT, rotated, swapped: for credentials that are nearly right
part() { printf '%s\\n' "$2" | cut -c "$1"; }
rotated() { tr 0-9A-Za-z 1-90B-ZAb-za; }
swapped() { tr A-Za-z a-zA-Z; }
`
