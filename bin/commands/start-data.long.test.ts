// Acknowledged and exported data survive a kill.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { Random } from '../../emulator/tools/random.ts'
import { type Cli, runCli } from '../../testing/run-cli.ts'
import { selectPart } from '../../testing/sample.ts'

const directory = mkdtempSync(join(tmpdir(), 'emulator-test-'))
const running = new Set<Cli>()
afterAll(() => {
  for (const { child } of running) child.kill('SIGKILL')
  rmSync(directory, { recursive: true, force: true })
})

/** An emulator that a test may kill. */
interface Served extends Cli {
  readonly url: string
  readonly credentials: Readonly<Record<'token' | 'clientId' | 'clientSecret', string>>
}

async function start(...args: string[]): Promise<Served> {
  const cli = runCli(['start', '--port', '0', '--json', ...args])
  running.add(cli)
  void cli.ended.then(() => running.delete(cli))
  return { ...cli, ...(JSON.parse((await cli.printed(/^.*\n/))[0]) as Pick<Served, 'url' | 'credentials'>) }
}

async function kill({ child, ended }: Cli, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  child.kill(signal)
  await ended
}

/** An acknowledged change, and the way to observe it. */
interface Acknowledged {
  readonly path: string
  readonly token: string
  readonly status: number
  readonly name?: string
}

/** Sends requests one after another until the connection breaks, and notes what was acknowledged. */
async function load({ url, credentials }: Served, random: Random, noted: Acknowledged[], onNoted: () => void) {
  const { token, clientId, clientSecret } = credentials
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const created: string[] = []
  for (;;) {
    onNoted()
    const world = ['', '/~a', '/~b'][random.below(3)]!
    const kind = random.below(4)
    if (kind < 2) {
      const name = random.text(12)
      const init = { method: 'POST', headers, body: JSON.stringify({ name }) }
      const { id } = (await (await fetch(`${url}${world}/1.13/projects`, init)).json()) as { id: string }
      if (world === '') created.push(`/1.13/projects/${id}`)
      noted.push({ path: `${world}/1.13/projects/${id}`, token, status: 200, name })
    } else if (kind === 2) {
      const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
      const response = await fetch(`${url}${world}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) })
      const { access_token: issued } = (await response.json()) as { access_token: string }
      noted.push({ path: `${world}/1.13/environments?limit=1`, token: issued, status: 200 })
    } else if (created.length > 0) {
      const path = created.shift()!
      // It is unknown whether an interrupted deletion has happened.
      const at = noted.findIndex((entry) => entry.path === path)
      noted.splice(at, 1)
      if ((await fetch(`${url}${path}`, { method: 'DELETE', headers })).ok) noted.push({ path, token, status: 404 })
    }
  }
}

async function lost({ url }: Served, noted: readonly Acknowledged[]): Promise<readonly unknown[]> {
  const faults: unknown[] = []
  for (const entry of noted) {
    const response = await fetch(`${url}${entry.path}`, { headers: { authorization: `Bearer ${entry.token}` } })
    const body = (await response.json()) as { name?: string }
    if (response.status !== entry.status || (entry.name !== undefined && body.name !== entry.name))
      faults.push({ ...entry, got: response.status, body })
  }
  return faults
}

const seeds = selectPart(
  Array.from({ length: 200 }, (_, seed) => seed),
  10,
)

it(`loses nothing that was acknowledged when it is killed ${seeds.length} times under load`, async () => {
  const file = join(directory, 'worlds.db')
  const noted: Acknowledged[] = []
  for (const seed of seeds) {
    const served = await start('--data', file)
    const enough = noted.length + 1 + new Random(seed).below(50)
    const killWhenEnough = () => {
      if (noted.length >= enough) served.child.kill('SIGKILL')
    }
    const clients = Array.from({ length: 6 }, (_, client) =>
      load(served, new Random(seed * 6 + client), noted, killWhenEnough).catch(() => undefined),
    )
    await Promise.all([...clients, served.ended])
  }
  const last = await start('--data', file)
  expect(await lost(last, noted)).toEqual([])
  await kill(last)
  expect(noted.length).toBeGreaterThan(seeds.length)
})
