import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { runToEnd } from '../../testing/run-cli.ts'

const directory = mkdtempSync(join(tmpdir(), 'emulator-test-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

function fileOf(name: string, text: string): string {
  const file = join(directory, name)
  writeFileSync(file, text)
  return file
}

const broken = fileOf('broken.json', '{"format": ')
const brokenConventions = fileOf('broken.yaml', 'listEnvelope: [')
const noAdapter = fileOf('no-adapter.mjs', 'export const adapter = 1')

it.each<[string[], string]>([
  [['--prot', '1'], 'did you mean --port'],
  [['strat'], 'did you mean start'],
  [['--port'], '--port needs a value'],
  [['--port', '70000'], '--port takes a whole number from 0 to 65535'],
  [['--port', 'http'], '--port takes a whole number'],
  [['--port', '1', '--port', '2'], 'give it once'],
  [['--seed', '-1'], '--seed takes a whole number'],
  [['--seed', '1.5'], '--seed takes a whole number'],
  [['--scale', 'many'], '--scale takes a whole number'],
  [['--access-token-ttl', '0'], '--access-token-ttl takes a whole number from 1; got'],
  [['--clock', 'yesterday'], '--clock takes a time'],
  [['--convention', 'listEnvelop=array'], 'did you mean listEnvelope'],
  [['--convention', 'listEnvelope=list'], 'takes data, array, items, named'],
  [['--convention', 'listEnvelope'], 'takes NAME=VALUE'],
  [['--convention', 'defaultLimit=500'], 'above maximumLimit'],
  [['--conventions', join(directory, 'none.yaml')], 'there is no such file'],
  [['--conventions', brokenConventions], 'neither JSON nor YAML'],
  [['--deviation', 'no-such'], 'There is no deviation "no-such"'],
  [['--scenario', 'unknown-member'], 'did you mean unknown-members'],
  [['--fixtures', 'defualt'], 'takes default, empty, edge or a file'],
  [['--fixtures', broken], broken],
  [['--import', broken], broken],
  [['--import', directory], 'it is a directory'],
  [['--import', broken, '--fixtures', 'empty'], 'use one of them'],
  [['--export-on-exit', directory], 'it is a directory'],
  [['--target-file', directory], 'it is a directory'],
  [['--adapter', broken], broken],
  [['--adapter', noAdapter], 'no default export'],
  [['--adapter', join(directory, 'none.ts')], 'there is no such file'],
  [['--base-path', 'api'], 'basePath (--base-path) must be a path'],
  [['--public-url', 'api.example'], '--public-url takes a URL'],
  [['--public-url', 'http://user:password@api.example'], '--public-url takes a URL'],
  [['--host', '192.0.2.1'], 'is not an address of this machine'],
  [['--convention', 'x=1', '--convention', 'y=2'], 'There is no convention'],
])('refuses %j in one line and with exit code 2', async (args, message) => {
  const { code, stdout, stderr } = await runToEnd(args.includes('--port') ? args : [...args, '--port', '0'])
  expect(stderr).toContain(message)
  expect(stderr).toMatch(/^emulator: [^\n]+\n$/)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
})

it('says what to do when the port is in use', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const { code, stderr } = await runToEnd(['--port', String(port)])
  expect(stderr).toMatch(new RegExp(`^emulator: Port ${port} of 127\\.0\\.0\\.1 is in use[^\\n]+--port 0[^\\n]*\\n$`))
  expect(code).toBe(2)
  server.close()
})
