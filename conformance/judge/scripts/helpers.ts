// The functions of scripts. A script includes those that it uses.
//
// A script treats all that a target answers as data. It asks no address but those at the origin of the target, by http
// or https. An id goes into an address only as letters, digits, `_` and `-`; other values are
// encoded there. In a body or a header, a value is a part of one quoted word. What is printed is printable ASCII.

/** The beginning of every script. Its functions send a request, and keep the answer. */
export const preamble = `LC_ALL=C
export LC_ALL
here=\${TMPDIR:-/tmp}/reproduce.$$
mkdir -m 700 "$here" || exit 2
n=0
clean_up() { :; }
trap 'clean_up; rm -rf "$here"' EXIT
trap 'exit 2' HUP INT TERM

# need NAME: ends the script when a variable of the environment is missing
need() {
  eval "[ -n \\"\\\${$1:-}\\" ]" && return
  echo "set $1 in the environment" >&2
  exit 2
}

# printable: its input, with ? for all that is not printable ASCII
printable() { tr -c '\\n -~' '?'; }

# is_at_target URL: whether an address is one of the target, by http or https
is_at_target() {
  case $1 in
    *[!!-~]*) return 1 ;;
    http://* | https://* | HTTP://* | HTTPS://*) ;;
    *) return 1 ;;
  esac
  case $1 in "$origin" | "$origin"/* | "$origin"\\?*) ;; *) return 1 ;; esac
}

# request METHOD URL [options of curl]: sends it; the answer is in $here/N.status, N.headers and N.body
request() {
  n=$((n + 1)) method=$1 url=$2
  shift 2
  is_at_target "$url" || {
    printf 'request %s is not sent: its address is not at %s\\n' $n "$origin" | printable >&2
    exit 2
  }
  printf '%s\\n' "$url" >"$here/$n.url"
  case $method in HEAD) set -- -I "$@" ;; *) set -- -X "$method" "$@" ;; esac
  : >"$here/$n.body"
  curl -sS -g --path-as-is --proto '=http,https' --max-time 30 -H 'expect:' "$@" -D "$here/$n.headers" \\
    -o "$here/$n.body" -w '%{http_code}' --url "$url" >"$here/$n.status" || {
    echo "no answer to request $n" >&2
    exit 2
  }
  printf '%s. %s %s: %s\\n' $n "$method" "\${url%%\\?*}" "$(status $n)"
}

# status N: the status of answer N
status() { cat "$here/$1.status"; }
`

const members = `# members N NAME: the texts under this name in answer N, one a line
members() {
  tr '{},\\r' '\\n\\n\\n\\n' <"$here/$1.body" | tr '[' '\\n' | tr ']' '\\n' |
    sed -n 's,\\\\/,/,g; s/^[[:space:]]*"'"$2"'"[[:space:]]*:[[:space:]]*"\\([^"]*\\)"[[:space:]]*$/\\1/p'
}`

const link = `# link N REL: the address of an entry of the Link header of answer N, at the origin of the target
link() {
  address=$(header "$1" link | tr '<' '\\n' | grep -i 'rel="\\{0,1\\}'"$2" | sed 's/>.*//; q')
  [ -n "$address" ] || { echo "answer $1 has no link to $2" >&2; return 1; }
  case \${address%%[?#]*} in
    //* | *:*) ;;
    /*) address=$origin$address ;;
    '') address=$(sed 's/?.*//' "$here/$1.url")$address ;;
    *) address=$(sed 's/?.*//; s,[^/]*$,,' "$here/$1.url")$address ;;
  esac
  is_at_target "$address" || {
    printf 'answer %s links to another place, which is not asked: %s\\n' "$1" "$address" | printable >&2
    return 1
  }
  printf '%s\\n' "$address"
}`

const changed = `# changed TEXT POSITION [CHARACTER]: with another character there, counted from the end if negative
changed() {
  printf '%s\\n' "$1" | awk -v at="$2" -v to="\${3:-A}" '{
    if (at < 0) at = length($0) + 1 + at
    if (toupper(substr($0, at, 1)) == toupper(to) && to ~ /[A-Za-z]/) to = (to ~ /[Aa]/) ? "B" : "A"
    print substr($0, 1, at - 1) to substr($0, at + 1)
  }'
}`

const time = `# at SECONDS: the time so many seconds from now, in RFC 3339
at() {
  awk -v now="$(date +%s)" -v ahead="$1" 'BEGIN {
    time = now + ahead; days = int(time / 86400); rest = time - days * 86400
    z = days + 719468; era = int(z / 146097); d = z - era * 146097
    y = int((d - int(d / 1460) + int(d / 36524) - int(d / 146096)) / 365)
    d -= 365 * y + int(y / 4) - int(y / 100); m = int((5 * d + 2) / 153)
    day = d - int((153 * m + 2) / 5) + 1; month = m < 10 ? m + 3 : m - 9
    printf "%04d-%02d-%02dT%02d:%02d:%02d\\n", y + era * 400 + (month <= 2), month, day, \\
      int(rest / 3600), int(rest % 3600 / 60), rest % 60
  }'
}`

const text = `# text_of N: answer N in one line, without its own address, and with hours for times
text_of() {
  tr -d '\\r' <"$here/$1.body" | tr '\\n\\t' '  ' | sed "s,$origin,,g; s/   */ /g; s/ *$//
    s/\\([0-9]\\{4\\}-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]\\):[0-9][0-9]:[0-9.]*Z\\{0,1\\}/\\1/g"
}`

/** The functions that scripts may use. */
const helpers: Readonly<Record<string, string>> = {
  header: `# header N NAME: the values of a header of answer N, with commas between them
header() {
  tr -d '\\r' <"$here/$1.headers" | awk -v name="$2:" '
    /^HTTP\\// { all = "" }
    tolower(substr($0, 1, length(name))) == name {
      value = substr($0, length(name) + 1); sub(/^[ \\t]+/, "", value); all = all (all == "" ? "" : ", ") value
    }
    END { print all }'
}`,
  members,
  member: `# member N NAME INDEX: the text that stands under this name for the INDEXth time in answer N
member() {
  found=$(members "$1" "$2" | sed -n "$3p")
  [ -n "$found" ] || { echo "answer $1 has no such $2" >&2; return 1; }
  case $2/$found in
    *[Ii][Dd]/*[!0-9A-Za-z_-]* | */. | */..)
      printf 'answer %s has %s as %s, which no address may have\\n' "$1" "$found" "$2" | printable >&2
      return 1
      ;;
  esac
  printf '%s\\n' "$found"
}`,
  link,
  link_cursor: `# link_cursor N REL: the cursor in the address of an entry
link_cursor() { link "$1" "$2" | sed 's/.*[?&]cursor=\\([^&]*\\).*/\\1/'; }`,
  changed,
  scrambled: `# scrambled TEXT: with each third character changed
scrambled() {
  printf '%s\\n' "$1" | awk '{
    for (i = 1; i <= length($0); i++) {
      c = substr($0, i, 1)
      if (i % 3 == 1 && c ~ /[0-9A-Za-z]/) c = (c == "a") ? "b" : (c ~ /[0-9]/) ? (c + 1) % 10 : "a"
      printf "%s", c
    }
    print ""
  }'
}`,
  recased: `# recased TEXT POSITION: with one letter in the other case, the first from there on
recased() {
  printf '%s\\n' "$1" | awk -v at="$2" '{
    if (at < 0) at = length($0) + 1 + at
    for (i = 0; i < length($0) && substr($0, at, 1) !~ /[A-Za-z]/; i++) at = at % length($0) + 1
    c = substr($0, at, 1)
    print substr($0, 1, at - 1) ((c == tolower(c)) ? toupper(c) : tolower(c)) substr($0, at + 1)
  }'
}`,
  swapped_case: `# swapped_case TEXT: its letters in the other case
swapped_case() { printf '%s\\n' "$1" | tr 'A-Za-z' 'a-zA-Z'; }`,
  upper_case: `upper_case() { printf '%s\\n' "$1" | tr 'a-z' 'A-Z'; }`,
  lower_case: `lower_case() { printf '%s\\n' "$1" | tr 'A-Z' 'a-z'; }`,
  encoded: `# encoded TEXT: as a part of an address or a form
encoded() {
  printf '%s\\n' "$1" | sed 's/%/%25/g; s/+/%2B/g; s/&/%26/g; s/=/%3D/g; s,/,%2F,g; s/ /%20/g; s/#/%23/g; s/?/%3F/g'
}`,
  at: time,
  hour: `# hour SECONDS: the day and hour so many seconds from now
hour() { at "$1" | cut -c 1-13; }`,
  text_of: text,
  is_below: `# is_below A B: whether A comes before B, by their bytes
is_below() { [ "$1" != "$2" ] && [ "$(printf '%s\\n' "$1" "$2" | LC_ALL=C sort | head -n 1)" = "$1" ]; }`,
  follows: `# follows N A B: whether B comes right after A among the ids of answer N
follows() {
  members "$1" id | awk -v a="$2" -v b="$3" 'last == a && $0 == b { found = 1 } { last = $0 } END { exit !found }'
}`,
  record_of: `# record_of N ID: the members beside this id in answer N, without times
record_of() { text_of "$1" | tr '}' '\\n' | grep -F -e '"'"$2"'"' | sed 's/.*{//'; }`,
  lists: `# lists N ID: whether answer N has a record with this id
lists() { members "$1" id | grep -F -x -q -e "$2"; }`,
  count_of: `# count_of TEXT N...: how often a text stands in these answers
count_of() {
  text=$1
  shift
  for answer in "$@"; do
    tr ',{}' '\\n\\n\\n' <"$here/$answer.body" | grep -F -e '"id"' | grep -F -e "$text"
  done | grep -c .
}`,
  has: `# has N TEXT: whether answer N has this text
has() { sed 's,\\\\/,/,g' "$here/$1.body" | grep -F -q -e "$2"; }`,
  in_any: `# in_any TEXT N...: whether one of these answers has this text
in_any() {
  text=$1
  shift
  for answer in "$@"; do has "$answer" "$text" && return; done
  return 1
}`,
}

/** The functions that a text calls, with those that they call, in the order of the list. */
export function helpersFor(text: string): string {
  const names = Object.keys(helpers)
  const used = new Set<string>()
  const use = (script: string): void => {
    for (const name of names) {
      if (used.has(name) || !new RegExp(String.raw`(?:^ *|\$\(|[!&|{;] |if |do )${name} `, 'm').test(script)) continue
      used.add(name)
      use(helpers[name]!.replace(/^#.*\n/, ''))
    }
  }
  use(text)
  return names
    .filter((name) => used.has(name))
    .map((name) => `${helpers[name]}\n`)
    .join('\n')
}
