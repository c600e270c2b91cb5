// Kills the command line at random moments and cleans up. Cleanup must report everything that remains.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Random } from '../../../conformance/judge/random.ts'
import { createEmulator } from '../../../emulator/create-emulator.ts'
import { type RunningServer, serve } from '../../../emulator/serve/serve.ts'
import { userEnvironment } from '../../../testing/readme-code.ts'
import { runCli, runToEnd } from '../../../testing/run-cli.ts'
import { runHere } from '../../../testing/run-here.ts'
import { selectPart } from '../../../testing/sample.ts'
import { deviate } from '../../../testing/conformance/subject.ts'
import { toTargetFile } from '../../judges/service/target-file.ts'

type Stored = Readonly<Record<string, unknown>>
type Collections = Readonly<Record<string, readonly Stored[]>>

const directory = mkdtempSync(join(tmpdir(), 'killed-runs-'))
const config = join(directory, 'target.json')
const emulator = createEmulator({ onError: () => undefined })
let server: RunningServer
/** Called with the number of each request, before and after it is executed. */
let onRequest: (count: number, isDone: boolean) => void = () => undefined
let count = 0

beforeAll(async () => {
  server = await serve(emulator, { port: 0 })
  writeFileSync(config, JSON.stringify({ ...toTargetFile(emulator, server.url, true), allowWrites: true }))
})

afterAll(async () => {
  await server.close()
  rmSync(directory, { recursive: true, force: true })
})

/** Counts the requests of a run. */
function countRequests(): void {
  count = 0
  deviate(emulator, (next) => async (request) => {
    const number = ++count
    onRequest(number, false)
    const response = await next(request)
    onRequest(number, true)
    return response
  })
}

const env = (chromium: NodeJS.ProcessEnv = {}) => userEnvironment({ ...chromium, XDG_STATE_HOME: directory })

async function cleanup(): Promise<{ readonly code: number; readonly output: string }> {
  const { code, stdout, stderr } = await runHere(['conformance', 'cleanup', '--config', config], { env: env() })
  return { code, output: stdout + stderr }
}

async function stored(): Promise<Collections> {
  const response = await fetch(`${server.url}/_emulator/snapshot`)
  return ((await response.json()) as { readonly collections: Collections }).collections
}

/** Returns true if the output of cleanup mentions a record of a collection. */
function isNamed(collection: string, record: Stored, output: string): boolean {
  const { id, name } = record
  const printed = [id, name].some((text) => typeof text === 'string' && text.length > 8 && output.includes(text))
  if (printed) return true
  switch (collection) {
    case 'groups':
      return /group \(groups carry no name\)|request POST \/0\/projects\/\S+\/groups\//.test(output)
    case 'adapter_records':
      return output.includes(`of connection ${String(record['connection_id'])}:`)
    case 'connect_codes':
      return /state codes of POST \/app\/\S+:/.test(output)
    case 'credentials':
      return (
        ['accessToken', 'refreshToken'].includes(String(record['kind'])) && output.includes('access tokens of POST')
      )
    case 'adapter_connections':
      return /by GET connect|connection of \S+, in a browser/.test(output)
    default:
      return output.includes(`request POST /_emulator/data/${collection}:`)
  }
}

/** The new or changed records that cleanup does not mention. */
function unnamed(before: Collections, after: Collections, output: string): readonly string[] {
  return Object.entries(after).flatMap(([collection, records]) => {
    const known = new Set((before[collection] ?? []).map((record) => JSON.stringify(record)))
    return records
      .filter((record) => !known.has(JSON.stringify(record)) && !isNamed(collection, record, output))
      .map((record) => `${collection} ${JSON.stringify(record).slice(0, 300)}`)
  })
}

const random = new Random(20261122)
const moments = Array.from({ length: 50 }, () => ({
  request: 1 + Math.floor(random.next() * 480),
  isDone: random.next() < 0.5,
}))

it.each(selectPart(moments, 12))(
  'lists in cleanup all that is left when killed at request $request (carried out: $isDone)',
  async ({ request, isDone }) => {
    emulator.reset()
    countRequests()
    const before = await stored()
    // Without a browser, which would take long to start.
    const run = ['conformance', '--config', config, '--allow-undecided']
    const { child, ended } = runCli(run, { env: env({ PLATFORM_CHROMIUM: '/nowhere' }) })
    onRequest = (number, done) => {
      if (number === request && done === isDone) child.kill('SIGKILL')
    }
    await ended
    onRequest = () => undefined
    const { code, output } = await cleanup()
    expect(output).not.toContain('may exist')
    expect([0, 1]).toContain(code)
    expect(unnamed(before, await stored(), output), output).toEqual([])
    // Without the file of a run, another cleanup does nothing.
    expect(readdirSync(join(directory, 'platform-data-conformance'))).toEqual([])
    expect(await cleanup()).toEqual({ code: 0, output: expect.stringMatching(/^No run left anything behind at /) })
  },
)

it('names what a whole run leaves behind', async () => {
  emulator.reset()
  const before = await stored()
  const { stdout, stderr } = await runToEnd(['conformance', '--config', config, '--verbose'], { env: env() })
  const output = stdout + stderr
  // Tokens of the token endpoint and state codes expire by themselves, so cleanup only mentions them. Hooks created the
  // others.
  const {
    credentials: _tokens,
    connect_codes: _codes,
    catalog_products: _products,
    issue_events: _events,
    ...after
  } = await stored()
  expect(unnamed(before, after, output), output).toEqual([])
})
