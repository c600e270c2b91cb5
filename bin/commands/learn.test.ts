import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { expect, it } from 'vitest'
import { listening } from '../../testing/conformance/hostile-target.ts'
import { learnScene } from '../../testing/learn-scene.ts'
import { type HarEntry, harText, recordingHar } from '../../testing/recorded-har.ts'

const { at, config, emulator, run } = learnScene()

it('plans without sending anything', async () => {
  const before = emulator.requests.size
  const { code, stdout } = await run(...config, '--plan')
  expect(code).toBe(0)
  expect(stdout).toContain('GET products with limit=2, or limit=1 where that is refused')
  expect(stdout).toMatch(/not asked {2}POST a personal access token: takes --allow-writes/)
  expect(emulator.requests.size).toBe(before)
})

it('may write where the target file says so', async () => {
  const target = JSON.parse(readFileSync(at('target.json'), 'utf8')) as object
  writeFileSync(at('writes.json'), JSON.stringify({ ...target, allowWrites: true }))
  const { code, stdout } = await run('--config', at('writes.json'), '--plan')
  expect(code).toBe(0)
  expect(stdout).toMatch(/^ {2}write {6}POST a personal access token$/m)
})

it('says what it waits for where the service answers 429, and ends', async () => {
  const service = createServer((_request, response) => void response.writeHead(429, { 'retry-after': '1' }).end())
  const { code, stderr } = await run(await listening(service), ...config, '--max-wait', '1')
  service.close()
  expect(stderr).toContain('The service answers 429 with Retry-After: waiting 1 s. Send fewer')
  expect(stderr).toContain('answered every question with 429')
  expect(code).toBe(3)
})

it.each<[readonly string[], string]>([
  [['--accept'], '--accept needs --check DIR'],
  [['--check', at('nowhere')], 'is no twin: it has no learned.json'],
  [['--out', at()], 'which emulator learn did not write; name a new directory.'],
  [['--check', at('a'), '--out', at('b')], '--check and --out exclude each other'],
  [['--records', 'sample=0'], '--records takes none, shape or sample=N with N from 1 to 100; got "sample=0".'],
  [['--from', at('traffic.har'), '--check', at('a')], '--from and --check exclude each other'],
  [['--from', at('traffic.har'), '--allow-writes'], '--from sends nothing'],
  [['--from', at('notes.txt')], 'is not JSON, or nests too deep; export the traffic again as HAR.'],
  [['--report', 'json'], '--report is for --check and --diff'],
  [['--check', at('a'), '--json'], '--json prints learned.json; what has moved is told as JSON by --report json.'],
  [['--check', 'twin', '--report', 'nonsense'], '--report takes terminal, json'],
])('refuses %j with exit code 2 and one line', async (args, message) => {
  writeFileSync(at('notes.txt'), 'mine')
  const { code, stderr } = await run('http://127.0.0.1:9', ...args)
  expect(stderr).toMatch(/^emulator: [^\n]+\n$/)
  expect(stderr).toContain(message)
  expect(code).toBe(2)
})

it('learns from recorded traffic without sending anything', async () => {
  const entries: HarEntry[] = []
  const record = recordingHar(entries)(emulator.fetch)
  const { token } = emulator.credentials
  const ask = (path: string) =>
    record(new Request(`http://staging.test${path}`, { headers: { authorization: `Bearer ${token}` } }))
  const { catalogId } = emulator.samples
  const paths = ['/1.13/environments', `/1.13/pulse/catalogs/${catalogId}/products`, '/1.13/resources?status=odd']
  for (const path of paths) await ask(path)
  writeFileSync(at('traffic.har'), harText(entries))
  const before = emulator.requests.size
  const plan = await run('--from', at('traffic.har'), '--plan')
  expect(plan.stdout).toContain('The recorded traffic with http://staging.test answers 3 of')
  const { code, stdout, stderr } = await run('--from', at('traffic.har'), '--out', at('of-traffic'), '--require', '50')
  expect(stdout).toContain('connectFlow: the recorded traffic does not show it')
  expect(stderr).toContain('--require asks for 50')
  expect(code).toBe(4)
  expect(readdirSync(at('of-traffic'))).toContain('conventions.yaml')
  expect(emulator.requests.size).toBe(before)
})

it.each<[readonly string[], string]>([
  [[], 'learn --diff needs two twins'],
  [[at('twin'), '--json'], 'what has moved is told as JSON by --report json'],
  [[at('twin'), '--report', 'nonsense'], '--report takes terminal, json'],
])('compares two twins, and refuses %j beside one', async (args, message) => {
  const { code, stderr } = await run('--diff', at('twin'), ...args)
  expect(stderr).toContain(message)
  expect(code).toBe(2)
})

it('refuses a damaged or a newer twin, and a service that is not there', async () => {
  mkdirSync(at('damaged'))
  writeFileSync(at('damaged', 'learned.json'), '{"form": "platform-learned/9"}')
  const newer = await run(...config, '--check', at('damaged'))
  expect(newer).toMatchObject({ code: 2, stdout: '' })
  expect(newer.stderr).toContain('has another form than platform-learned/1')
  expect((await run('http://127.0.0.1:9', '--out', at('none'))).code).toBe(3)
})
