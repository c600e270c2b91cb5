import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { createEmulator, type Emulator } from '../../emulator/create-emulator.ts'
import { type RunningServer, serve } from '../../emulator/serve/serve.ts'
import { userEnvironment } from '../../testing/readme-code.ts'
import { runCli } from '../../testing/run-cli.ts'
import { runHere } from '../../testing/run-here.ts'
import { toTargetFile } from '../judges/service/target-file.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

interface Subject {
  readonly emulator: Emulator
  readonly server: RunningServer
  readonly config: string
  readonly state: string
  readonly env: NodeJS.ProcessEnv
  /** Resolves once three personal access tokens are created and all other requests are held. */
  readonly stuck: Promise<void>
  /** Releases the held requests. */
  release(): void
  tokens(): Promise<readonly string[]>
}

/** An emulator that answers only lists and deletions of tokens after three were created. */
async function stuckSubject(): Promise<Subject> {
  const directory = mkdtempSync(join(tmpdir(), 'conformance-interrupted-'))
  cleanups.push(() => rmSync(directory, { recursive: true, force: true }))
  const { promise: stuck, resolve: isStuck } = Promise.withResolvers<void>()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  let made = 0
  const emulator = createEmulator({
    deviations: [
      {
        name: 'stuck',
        requirement: 'pat.create',
        caughtBy: 'none',
        description: 'Holds requests.',
        wrap: (next) => async (request) => {
          const isToken = new URL(request.url).pathname.startsWith('/access-tokens')
          if (made >= 3 && !(isToken && request.method !== 'POST')) await released
          const response = await next(request)
          if (isToken && request.method === 'POST' && response.status === 201 && ++made === 3) isStuck()
          return response
        },
      },
    ],
  })
  const server = await serve(emulator, { port: 0 })
  cleanups.push(() => server.close(), release)
  const config = join(directory, 'target.json')
  writeFileSync(config, JSON.stringify(toTargetFile(emulator, server.url, true)))
  const state = join(directory, 'state')
  const env = userEnvironment({ XDG_STATE_HOME: state })
  const tokens = async () => {
    const response = await emulator.fetch(
      new Request(`${server.url}/access-tokens`, {
        headers: { authorization: `Bearer ${emulator.credentials.token}` },
      }),
    )
    return ((await response.json()) as { data: { name: string }[] }).data.map(({ name }) => name)
  }
  return { emulator, server, config, state, env, stuck, release, tokens }
}

const ledgers = (state: string) => readdirSync(join(state, 'platform-data-conformance'))
const made = (names: readonly string[]) => names.filter((name) => name.startsWith('conformance-'))

it.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('deletes what it created and prints what was decided, given %s', async (signal, expected) => {
  const { config, env, state, stuck, tokens } = await stuckSubject()
  const { child, ended, output } = runCli(['conformance', '--config', config, '--only', 'pat.*', '--timeout', '1'], {
    env,
  })
  await stuck
  expect(made(await tokens()).length).toBeGreaterThanOrEqual(3)
  child.kill(signal)
  expect(await ended).toBe(expected)
  expect(made(await tokens())).toEqual([])
  expect(ledgers(state)).toEqual([])
  expect(output.stdout).toContain('the run was ended before this was decided')
  expect(output.stderr).toContain('Ending')
})

it('ends at once at the second Ctrl-C', async () => {
  const { config, env, stuck } = await stuckSubject()
  const { child, ended, output } = runCli(['conformance', '--config', config, '--only', 'pat.*', '--timeout', '600'], {
    env,
  })
  await stuck
  child.kill('SIGINT')
  while (!output.stderr.includes('Ending')) await new Promise((resolve) => setTimeout(resolve, 5))
  child.kill('SIGINT')
  expect(await ended).toBe(130)
  expect(output.stdout).toBe('')
})

it('deletes what a killed run left, using a ledger without secrets', async () => {
  const { config, emulator, env, release, server, state, stuck, tokens } = await stuckSubject()
  const { child, ended } = runCli(['conformance', '--config', config, '--only', 'pat.*'], { env })
  await stuck
  // The answer to the third creation is on its way.
  child.kill('SIGKILL')
  expect(await ended).toBe('SIGKILL')
  const left = made(await tokens()).length
  expect(left).toBeGreaterThanOrEqual(3)
  const texts = ledgers(state).map((name) => readFileSync(join(state, 'platform-data-conformance', name), 'utf8'))
  expect(texts.join()).toContain('access-tokens.create')
  const secrets = Object.values(emulator.credentials).filter(
    (value): value is string => typeof value === 'string' && value !== emulator.credentials.clientId,
  )
  expect(secrets.filter((secret) => texts.join().includes(secret))).toEqual([])
  release()

  const nowhere = await runHere(['conformance', 'cleanup'], { env })
  expect(nowhere).toMatchObject({ code: 2, stdout: '' })
  expect(nowhere.stderr).toContain(server.url)
  const told = await runHere(['conformance', '--config', config, '--only', 'legacy.root'], { env })
  expect(told.stderr).toContain(`emulator conformance cleanup ${server.url}`)

  const cleanup = await runHere(['conformance', 'cleanup', '--config', config], { env })
  const [, deleted, found] = /^Deleted ([1-9]\d*) of (\d+) objects at /.exec(cleanup.stdout) ?? []
  // The effects of a command and issued tokens cannot be undone.
  expect(cleanup.code).toBe(deleted === found ? 0 : 1)
  expect(made(await tokens())).toEqual([])
  expect(ledgers(state)).toEqual([])
  expect((await runHere(['conformance', 'cleanup', server.url], { env })).stdout).toContain(
    'No run left anything behind at',
  )
})

it('creates nothing when the ledger cannot be written', async () => {
  const { config, env, tokens } = await stuckSubject()
  const { code, stderr } = await runHere(['conformance', '--config', config], {
    env: { ...env, XDG_STATE_HOME: config },
  })
  expect(stderr).toMatch(
    /^emulator: what is made at the target cannot be written down in [^\n]+; set XDG_STATE_HOME[^\n]+\n$/,
  )
  expect(code).toBe(2)
  expect(made(await tokens())).toEqual([])
})
