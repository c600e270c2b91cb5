import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { runToEnd } from '../../testing/run-cli.ts'

/** The output that both clients must print. */
const { data, samples } = createEmulator()
const expected = {
  products: data.count('catalog_products', { catalog_id: samples.catalogId! }),
  events: data.count('issue_events', { issue_id: samples.issueId! }),
  first: data.find('catalog_products', { where: { catalog_id: samples.catalogId! }, limit: 1 })[0]!.id,
  last: data.find('catalog_products', { where: { catalog_id: samples.catalogId! } }).at(-1)!.id,
}

const python = `
import json, os, re, urllib.error, urllib.parse, urllib.request

opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
target = json.load(open(os.environ['PLATFORM_TARGET_FILE']))
base = os.environ['PLATFORM_BASE_URL']
catalog, issue = target['samples']['catalogId'], target['samples']['issueId']

def call(url, token=None, form=None, body=None):
    headers = {'Authorization': 'Bearer ' + token} if token else {}
    content = urllib.parse.urlencode(form).encode() if form else None
    if body is not None:
        content = json.dumps(body).encode()
        headers['Content-Type'] = 'application/json'
    with opener.open(urllib.request.Request(url, data=content, headers=headers)) as response:
        return response.headers, json.load(response)

def client(base):
    _, grant = call(base + '/oauth/token', form={
        'grant_type': 'client_credentials', 'client_id': os.environ['PLATFORM_CLIENT_ID'],
        'client_secret': os.environ['PLATFORM_CLIENT_SECRET']})
    token, products, after, more = grant['access_token'], [], '', True
    while more:
        _, page = call(f'{base}/1.13/pulse/catalogs/{catalog}/products?limit=40{after}', token)
        products += [product['id'] for product in page['data']]
        more, after = page['has_more'], '&starting_after=' + products[-1]
    events, url, results = set(), f'{base}/0/issues/{issue}/events/', 'true'
    while results == 'true':
        headers, page = call(url, token)
        events |= {event['id'] for event in page}
        url, results = re.search(r'<([^>]+)>; rel="next"; results="(true|false)"', headers['Link']).groups()
        assert url.startswith(base + '/0/'), url
    return token, products, events

token, products, events = client(base)
_, catalog_made = call(base + '/~python/1.13/catalogs', os.environ['PLATFORM_TOKEN'], body={'name': 'Only there'})
_, of_world, _ = client(base + '/~python')
_, clock = call(base + '/~python/_emulator/clock', body={'advance': '2h'})
try:
    call(base + '/1.13/catalogs/' + catalog_made['id'], token)
except urllib.error.HTTPError as error:
    refused = error.code
assert of_world == products
print(json.dumps({'products': len(set(products)), 'events': len(events),
    'first': products[0], 'last': products[-1], 'elsewhere': refused}))
`

const curl = `
set -euo pipefail
samples=$(tr -d ' \\n' < "$PLATFORM_TARGET_FILE")
value() { sed -E "s/.*\\"$1\\":\\"([^\\"]+)\\".*/\\1/"; }
catalog=$(value catalogId <<< "$samples")
issue=$(value issueId <<< "$samples")
get() { curl --silent --fail --noproxy '*' --header "Authorization: Bearer $token" "$@"; }
ids() { grep -oE '"id":"[0-9A-Za-z]{27}"' | cut -d '"' -f 4; }

walk() {
  local base=$1 after= page url headers
  token=$(curl --silent --fail --noproxy '*' --data grant_type=client_credentials \\
    --data-urlencode "client_id=$PLATFORM_CLIENT_ID" --data-urlencode "client_secret=$PLATFORM_CLIENT_SECRET" \\
    "$base/oauth/token" | value access_token)
  products=
  while :; do
    page=$(get "$base/1.13/pulse/catalogs/$catalog/products?limit=40$after")
    products+="$(ids <<< "$page")"$'\\n'
    [[ $page == *'"has_more":true'* ]] || break
    after="&starting_after=$(ids <<< "$page" | tail -n 1)"
  done
  url="$base/0/issues/$issue/events/" events=
  while :; do
    headers=$(mktemp)
    events+="$(get --dump-header "$headers" "$url" | ids)"$'\\n'
    next=$(grep -i '^link:' "$headers" | grep -oE '<[^>]+>; rel="next"; results="(true|false)"')
    rm "$headers"
    url=\${next#<}
    url=\${url%%>*}
    [[ $url == "$base"/0/* ]]
    [[ $next == *'results="true"' ]] || break
  done
}

walk "$PLATFORM_BASE_URL"
made=$(curl --silent --fail --noproxy '*' --header "Authorization: Bearer $PLATFORM_TOKEN" \\
  --header 'Content-Type: application/json' --data '{"name":"Only there"}' "$PLATFORM_BASE_URL/~curl/1.13/catalogs")
elsewhere=$(curl --silent --noproxy '*' --output /dev/null --write-out '%{http_code}' \\
  --header "Authorization: Bearer $token" "$PLATFORM_BASE_URL/1.13/catalogs/$(ids <<< "$made" | head -n 1)")
all=$products
walk "$PLATFORM_BASE_URL/~curl"
[[ $products == "$all" ]]
count() { sed '/^$/d' | sort -u | wc -l | tr -d ' '; }
printf '{"products":%s,"events":%s,"first":"%s","last":"%s","elsewhere":%s}\\n' \\
  "$(count <<< "$products")" "$(count <<< "$events")" \\
  "$(head -n 1 <<< "$products")" "$(sed '/^$/d' <<< "$products" | tail -n 1)" "$elsewhere"
`

const clients = [
  { by: "Python's urllib", needs: ['python3'], command: ['python3', '-c', python] },
  { by: 'curl', needs: ['bash', 'curl'], command: ['bash', '-c', curl] },
]

for (const { by, needs, command } of clients) {
  const missing = needs.filter((program) => spawnSync(program, ['--version']).error !== undefined)
  const skipped = missing.length > 0 ? ` (not run: ${missing.join(' and ')} is not installed)` : ''
  it.skipIf(missing.length > 0)(
    `serves a client in ${by}: OAuth, both kinds of pages, its own world${skipped}`,
    async () => {
      const { code, stdout, stderr } = await runToEnd(['exec', '--', ...command])
      expect({ code, stderr: stderr.split('\n').slice(1).join('\n') }).toEqual({ code: 0, stderr: '' })
      // Several pages of each list.
      expect(expected.products).toBeGreaterThan(40)
      expect(expected.events).toBeGreaterThan(100)
      expect(JSON.parse(stdout)).toEqual({ ...expected, elsewhere: 404 })
    },
  )
}
