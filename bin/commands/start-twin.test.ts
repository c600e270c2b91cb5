// A twin in process answers like one that the command line starts.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { readTwin } from '../../emulator/serve/twin/read-twin.ts'
import { userEnvironment } from '../../testing/readme-code.ts'
import { runCli } from '../../testing/run-cli.ts'

const directory = mkdtempSync(join(tmpdir(), 'start-twin-'))
mkdirSync(join(directory, 'adapters'))
const files = {
  'emulator.config.yaml': 'conventions: conventions.yaml\nfixtures: ./fixtures.yaml\nadapter: adapters/library.yaml\n',
  'conventions.yaml': 'listEnvelope:\n  results: $items\n  more: $hasMore\nerrorBody: problem\nmaximumLimit: 50\n',
  'fixtures.yaml': 'members: open\nenvironments:\n  - name: Storefront\n    kind: staging\n    colour: red\n',
  'adapters/library.yaml':
    'name: library\ntitle: Library\nkind: lending\ncommands:\n  - name: lend-book\n    description: Lends a book.\n    does: { create: loans }\n',
}
for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text)
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const paths = [
  '/1.13/environments',
  '/1.13/environments?limit=51',
  '/1.13/environments?kind=none',
  '/1.13/projects?limit=2',
  '/1.13/catalogs/none',
  '/0/',
  '/app/library/prepare-connect',
]

it('answers as emulator start --config DIR does', async () => {
  const seed = 7
  const clock = '2026-01-01T00:00:00Z'
  const args = ['--config', directory, '--port', '0', '--json', '--clock', clock, '--seed', String(seed)]
  const cli = runCli(['start', ...args], { env: userEnvironment() })
  try {
    const [line] = await cli.printed(/^\{.*\}$/m)
    const { url, credentials } = JSON.parse(line) as { readonly url: string; readonly credentials: { token: string } }
    const emulator = createEmulator({ twin: await readTwin(directory), seed, clock })
    expect(emulator.credentials.token).toBe(credentials.token)
    const headers = { authorization: `Bearer ${credentials.token}` }
    const ask = async (fetch: typeof globalThis.fetch, path: string) => {
      const method = path.startsWith('/app/') ? 'POST' : 'GET'
      const answer = await fetch(`${url}${path}`, { method, headers })
      const { status, headers: fields } = answer
      return { path, status, type: fields.get('content-type'), link: fields.get('link'), body: await answer.text() }
    }
    const answers = []
    for (const path of paths) {
      const answer = await ask(emulator.fetch as typeof globalThis.fetch, path)
      expect(answer).toEqual(await ask(fetch, path))
      answers.push(answer)
    }
    const [environments, refused] = answers
    expect(JSON.parse(environments!.body)).toMatchObject({
      results: [{ name: 'Storefront', colour: 'red' }],
      more: false,
    })
    expect(refused).toMatchObject({ status: 400, type: expect.stringContaining('problem+json') })
    expect(answers.at(-1)!.status).toBeLessThan(300)
  } finally {
    cli.child.kill('SIGTERM')
    await cli.ended
  }
})
