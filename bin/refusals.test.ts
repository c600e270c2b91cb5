// Wrong usage of every command prints one line with the correction and exits with 2, without any other effect.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { commonFormats } from '../conformance/report/format-list.ts'
import { runHere } from '../testing/run-here.ts'

const directory = mkdtempSync(join(tmpdir(), 'refusals-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const files = {
  'broken.json': '{"format": ',
  'broken.yaml': 'listEnvelope: [',
  'reference.yaml':
    'name: a\ntitle: A\nkind: a\ncommands: [{ name: b, description: B., does: { list: bs }, body: { $ref: "#/none" } }]',
  'no-adapter.mjs': 'export const adapter = 1',
  'prot.yaml': 'prot: 80',
  'port.yaml': 'port: http',
  'unknown-key.json': '{"baseUrl": "http://127.0.0.1:9", "credentails": {}}',
  'unset.json': '{"baseUrl": "http://127.0.0.1:9", "credentials": {"token": "${NOT_SET_HERE}"}}',
  'contradicting.json': '{"baseUrl": "http://127.0.0.1:9", "without": ["legacy"]}',
  'one.json': '',
  'notes.txt': 'mine',
  'page.html': '<html>',
  'damaged/learned.json': '{"form": "platform-learned/9"}',
}
mkdirSync(join(directory, 'damaged'))
for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text)
symlinkSync('one.json', join(directory, 'two.json'))

const env = { PATH: process.env['PATH'], XDG_STATE_HOME: join(directory, 'state') }

it.each([
  // Names of commands and options.
  ['strat', 'There is no command "strat"; did you mean start? See `emulator --help`.'],
  ['nothing like it', 'There is no command "nothing". See `emulator --help`.'],
  ['explain ids.grammar', 'There is no command "explain"; did you mean emulator conformance explain?'],
  ['conformance lsit', 'got "lsit"; did you mean emulator conformance list?'],
  ['conformance explian pat.list', 'got also "pat.list". Did you mean emulator conformance explain?'],
  ['client lsit', '`emulator client [options] -- CMD …`; got "lsit". Did you mean emulator client list?'],
  ['--prot 1', 'There is no option --prot; did you mean --port? See `emulator --help`.'],
  ['conformance --reprot json', 'There is no option --reprot; did you mean --report?'],
  ['client --task x -- true', 'There is no option --task; did you mean --only?'],
  ['start --only x', 'There is no option --only of emulator start. --only is an option of emulator conformance.'],
  ['conformance list --only x', 'There is no option --only of emulator conformance list; it takes no options.'],
  ['conformance cleanup --only x', 'it takes --config and --timeout.'],
  ['start foo', 'emulator: start takes no arguments; got also "foo". See `emulator start --help`.'],
  ['conformance explain a b', 'emulator: conformance explain takes only ID; got also "b".'],
  ['conformance compare a b c', 'emulator: conformance compare takes only BEFORE and AFTER; got also "c".'],
  ['conformance http://a.test ful', 'emulator: conformance takes only URL; got also "ful".'],
  ['learn chekc twin', 'learn takes one URL; got also "twin".'],
  ['start --port', '--port needs a value; give it one, or leave it out.'],
  ['start --host', '--host needs a value'],
  ['start --deviation', '--deviation needs a value'],
  ['start --deviation --json', '--deviation needs a value'],
  ['--port 0 --no-control=', '--no-control takes no value; leave the value out.'],
  // The user's commands.
  ['exec --', 'exec needs a command after --'],
  ['client --driver --', 'client needs a command after --'],
  [
    'exec --seed 1 npm test',
    'emulator: exec takes a command only after --, as in `emulator exec [options] -- CMD …`; got "npm".',
  ],
  ['client --races 2 --scenario plain -- true', '--races plays a scenario itself; leave out --scenario, or --races.'],
  ['client --driver list.sh', 'only after --, as in `emulator client [options] -- CMD …`; got "list.sh".'],
  ['replay a.case.gz npm test', 'as in `emulator replay [options] FILE [-- CMD …]`; got "npm".'],
  ['proxy npm test', 'only after --, as in `emulator proxy [options] URL -- CMD …`; got "test".'],
  ['proxy --har a.har http://a.test npm test', '`emulator proxy [options] URL -- CMD …`; got "npm".'],
  ['openapi -- x y', 'Only emulator exec, emulator client, emulator proxy and emulator replay take a command after --'],
  // The emulator.
  ['start --port 1 --port 2', 'give it once'],
  ['start --port 70000', '--port takes a whole number from 0 to 65535'],
  ['start --seed 1.5', '--seed takes a whole number'],
  ['start --scale many', '--scale takes a whole number'],
  ['start --clock yesterday', '--clock takes a time'],
  ['start --convention listEnvelop=array', 'did you mean listEnvelope'],
  ['start --convention listEnvelope=list', 'takes data, array, items, named'],
  ['start --convention listEnvelope', 'takes NAME=VALUE'],
  ['start --convention defaultLimit=500', 'above maximumLimit'],
  ['start --conventions none.yaml', 'there is no such file'],
  ['start --conventions broken.yaml', 'neither JSON nor YAML'],
  ['start --config none.yaml', 'cannot read none.yaml: there is no such file.'],
  ['start --config prot.yaml', 'There is no option "prot"; did you mean port?'],
  ['start --config port.yaml', 'port takes a whole number from 0 to 65535; got "http".'],
  ['start --deviation no-such', 'There is no deviation "no-such"'],
  ['start --scenario unknown-member', 'did you mean unknown-members'],
  ['start --fault {', '--fault takes JSON such as {"operation": "products.list", "status": 503}'],
  ['start --fault {"stauts":1}', 'use status, or remove it'],
  ['start --fixtures defualt', 'takes default, empty, edge or a file'],
  ['start --fixtures broken.json', 'broken.json'],
  ['start --target-file . --port 0', 'it is a directory'],
  ['start --adapter broken.json', 'broken.json'],
  ['start --adapter reference.yaml', '--adapter: reference.yaml: commands[0].body is not a JSON Schema 2020-12: can'],
  ['start --adapter no-adapter.mjs', 'no default export'],
  ['start --base-path api', 'basePath (--base-path) must be a path'],
  ['start --public-url http://user:password@api.example', '--public-url takes a URL'],
  ['start --open --no-control', '--open opens the console, which --no-control turns off.'],
  ['start --host= --seed 1', '--host has an empty value; give it one, or leave it out.'],
  ['start --max-worlds 0', '--max-worlds'],
  ['start --world-ttl soon', '--world-ttl'],
  ['start --max-memory -1', '--max-memory'],
  ['start --allow-origin app.example', 'app.example'],
  ['start --allowed-host http://api.test', '--allowed-host) takes host names'],
  ['start --control-token ö', 'printable ASCII'],
  ['start --https-key a.pem', '--https-cert and --https-key belong together; got only --https-key.'],
  ['start --https-cert none.pem --https-key none.pem', '--https-cert: cannot read none.pem'],
  ['openapi --port 1', 'There is no option --port of emulator openapi.'],
  // The kit.
  ['conformance --quick --report bundle=b', '--quick makes no bundle, as a quick run proves no conformance'],
  ['conformance --only id.gramar', '"id.gramar" matches no requirement and no check; did you mean ids.grammar?'],
  ['conformance --only ids', 'did you mean ids.*?'],
  ['conformance --skip nothing.like.it', '--skip "nothing.like.it" matches no'],
  ['conformance --only pat.list-own', 'pat.list-own has no check, as it is excluded'],
  ['conformance --only ids.grammar --skip ids.*', 'no check is left'],
  ['conformance --report jnuit', 'did you mean junit?'],
  ['conformance --report json --report junit', 'would both go to standard output'],
  ['conformance --report json=a --report har=./a', 'a twice'],
  ['conformance --report json=one.json --report har=two.json', 'twice'],
  ['conformance --report json=one.json/report', 'a part of its path is not a directory'],
  ['conformance --report json=/proc/no-such-place/r.json', '--report: cannot write /proc/no-such-place/r.json'],
  ['conformance --report json=', 'has no file'],
  ['conformance --report bundle', '--report bundle has no directory; use bundle=DIR.'],
  ['conformance --report bundle=one.json', 'it is a file, and a bundle is a directory'],
  ['conformance --report bundle=new --report json=new/x.json', 'in the directory of a bundle'],
  ['conformance --update-baseline', 'without the one that it needs: update-baseline -> baseline'],
  ['conformance --baseline b.json --update-baseline --report json=b.json', 'use another file for the report'],
  ['conformance --profile readonly', 'full, versioned, legacy, tokens, services, read-only; got "readonly"'],
  ['conformance --only ids.*,', '--only has an empty value'],
  ['conformance --rate fast', '--rate takes a number from'],
  ['conformance --concurrency 0', '--concurrency takes a whole number'],
  ['conformance --config none.yaml', '--config: cannot read none.yaml'],
  ['conformance --config unknown-key.json', 'did you mean credentials?'],
  ['conformance --config unset.json', '${NOT_SET_HERE}'],
  ['conformance --config broken.json', 'neither JSON nor YAML'],
  ['conformance --config contradicting.json --profile legacy', 'got legacy, without legacy; claim another'],
  ['conformance localhost:4113', 'did you mean http://localhost:4113?'],
  ['conformance http://user:secret@127.0.0.1', 'must not have a user name or password'],
  ['conformance http://127.0.0.1/?a=b', 'must not have a query or fragment'],
  ['conformance explain', 'explain needs the id'],
  ['conformance explain pat.lst', 'pat.list'],
  ['conformance compare one.json', 'compare needs two JSON reports'],
  ['conformance compare none.json two.json', 'cannot read none.json'],
  ['conformance verify', 'verify needs the directory of a bundle'],
  ['conformance verify nowhere', 'nowhere: there is no such directory.'],
  ['conformance verify .', 'this is not a bundle, as it has no manifest.json'],
  // The judge of clients, and the proxy.
  ['client --driver --only client.beerer -- true', '--only "client.beerer" matches no'],
  ['client --only nothing -- true', '--only "nothing" matches no'],
  ['client --driver --scenario slow -- true', '--scenario "slow" is not known'],
  ['client --driver --only get-token --scenario slow-answer -- true', 'expected at least one run'],
  ['client --driver --scenario slow-answer=x -- true', '--scenario "slow-answer=x" needs a whole number'],
  ['client --driver --scenario slash-redirect=2 -- true', 'takes no number; use slash-redirect'],
  ['client --driver --report har -- true', `--report takes ${commonFormats.join(', ')}; got "har"`],
  ['client --driver --baseline b.json --update-baseline --report json=b.json -- true', 'of --baseline'],
  ['client --driver --config a.yaml -- true', '--config and --driver exclude each other'],
  ['client --jobs 2 -- true', 'jobs -> driver'],
  ['client --driver --convention listEnvelop=array -- true', 'listEnvelop'],
  ['proxy -- true', 'proxy needs the URL of a service'],
  ['proxy ftp://a.test -- true', 'must begin with http'],
  ['proxy http://127.0.0.1:9 --host 0.0.0.0 -- true', '--host takes an address of loopback'],
  ['proxy http://127.0.0.1:9 --report bundle=x -- true', 'proves no conformance'],
  ['proxy http://127.0.0.1:9 --twin nowhere -- true', '--twin takes a directory with emulator.config.yaml'],
  ['proxy --config contradicting.json --report xml -- true', '--report takes'],
  // Twins and cases.
  ['learn lsit', 'the URL must begin with http:// or https://; got "lsit".'],
  ['learn http://127.0.0.1:9 --accept', 'accept -> check'],
  ['learn http://127.0.0.1:9 --check nowhere', 'is not a twin: it has no learned.json'],
  ['learn http://127.0.0.1:9 --check damaged', 'has another form than platform-learned/2'],
  ['learn http://127.0.0.1:9 --out .', 'which emulator learn did not write; name a new directory.'],
  ['learn http://127.0.0.1:9 --out /proc/new/twin', 'cannot write /proc/new/twin'],
  ['learn http://127.0.0.1:9 --check a --out b', '--check and --out exclude each other'],
  ['learn http://127.0.0.1:9 --records sample=0', '--records takes none, shape or sample=N with N from 1 to 100'],
  ['learn --from a.har --check a', '--from and --check exclude each other'],
  ['learn --from a.har --allow-writes', '--from and --allow-writes exclude each other'],
  ['learn --from notes.txt', 'is not JSON, or nests too deep; export the traffic again as HAR.'],
  ['learn http://127.0.0.1:9 --report json', '--report is for --check and --diff'],
  ['learn --diff twin', 'learn --diff needs two twins'],
  ['replay', 'replay needs a file, as in:'],
  ['replay none.json', 'there is no such file'],
  ['replay a.case.gz --at noon', '--at takes a whole number from 0 to 10000; got "noon".'],
  [
    'replay page.html',
    'page.html: A case must be a gzip file, as a failed test leaves it; this file is not gzipped. Name a file that ends in .case.gz.',
  ],
  // Commands that print something and exit.
  ['list', 'Name the list: operations, scenarios, deviations, conventions, formats, offers, faults.'],
  ['list scenario', 'There is no list "scenario"; did you mean scenarios?'],
  ['list reqirements', 'There is no list "reqirements"; `emulator conformance list` prints requirements.'],
  ['list task', '`emulator client list` prints tasks.'],
  ['list toString', 'There is no list "toString". The lists are: operations,'],
  ['help clint', 'There is no page about "clint"; did you mean client? `emulator help` lists the topics.'],
  ['help client races', 'emulator: help takes only TOPIC; got also "races".'],
  ['fleet', 'fleet needs --print haproxy'],
  ['fleet --print traefik', '--print takes haproxy, nginx, kubernetes; got "traefik"'],
  ['fleet --print nginx --workers 0', '--workers takes a whole number from 1 to 256'],
  ['mcp --help', 'emulator: There is no command "mcp"'],
  ['fleet ngnix', 'emulator: fleet takes no arguments; got also "ngnix".'],
])('refuses emulator %s', async (line, message) => {
  const { code, stdout, stderr } = await runHere(line.split(' '), { env, cwd: directory })
  expect(stderr).toContain(message)
  expect(stderr).toMatch(/^emulator: [^\n]+\n$/)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
})

it.each([
  ['PLATFORM_TOKEN', 'pat_1\n', 'PLATFORM_TOKEN ends with a line end (\\n), which no secret has; take it out.'],
  ['PLATFORM_DSN', '\uFEFFdsn_1', 'PLATFORM_DSN begins with a byte order mark (\\ufeff), which no secret has'],
])('refuses %s with an invisible character', async (name, secret, message) => {
  const { code, stderr } = await runHere(['conformance', 'http://127.0.0.1:9'], { env: { ...env, [name]: secret } })
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
  expect(stderr.trim().split('\n')).toHaveLength(1)
})
