import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { Random } from '../../emulator/tools/random.ts'
import { type Cli, runCli } from '../../testing/run-cli.ts'

const directory = mkdtempSync(join(tmpdir(), 'emulator-test-'))
const running = new Set<Cli>()
afterAll(() => {
  for (const { child } of running) child.kill('SIGKILL')
  rmSync(directory, { recursive: true, force: true })
})

const kills = 200
/** Data files, each of an emulator that is killed again and again, at the same time. */
const files = 2
const clients = 6

/** An emulator that a test may kill. */
interface Served extends Cli {
  readonly url: string
  readonly credentials: Readonly<Record<'token' | 'clientId' | 'clientSecret', string>>
}

async function start(file: string): Promise<Served> {
  const cli = runCli(['start', '--port', '0', '--json', '--data', file])
  running.add(cli)
  void cli.ended.then(() => running.delete(cli))
  return { ...cli, ...(JSON.parse((await cli.printed(/^.*\n/))[0]) as Pick<Served, 'url' | 'credentials'>) }
}

/** Something that was acknowledged, and how to see it. */
interface Acknowledged {
  readonly path: string
  readonly token: string
  readonly status: number
  readonly name?: string
}

/** Sends requests one after another until the connection breaks, and notes what was acknowledged. */
async function load(
  { url, credentials }: Served,
  random: Random,
  noted: Acknowledged[],
  onNoted: () => void,
): Promise<void> {
  const { token, clientId, clientSecret } = credentials
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const created: string[] = []
  for (;;) {
    onNoted()
    const world = ['', '/~a', '/~b'][random.below(3)]!
    const kind = random.below(4)
    if (kind < 2) {
      const name = random.text(12)
      const response = await fetch(`${url}${world}/1.13/projects`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ name }),
      })
      const { id } = (await response.json()) as { id: string }
      if (world === '') created.push(`/1.13/projects/${id}`)
      noted.push({ path: `${world}/1.13/projects/${id}`, token, status: 200, name })
    } else if (kind === 2) {
      const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
      const response = await fetch(`${url}${world}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) })
      const { access_token: issued } = (await response.json()) as { access_token: string }
      noted.push({ path: `${world}/1.13/environments?limit=1`, token: issued, status: 200 })
    } else if (created.length > 0) {
      const path = created.shift()!
      // Whether a deletion that was cut off has happened cannot be told.
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

/** Kills an emulator again and again, and resolves to the number of changes that it acknowledged. */
async function killAgainAndAgain(file: string, times: number, seed: number): Promise<number> {
  const random = new Random(seed)
  const all: Acknowledged[] = []
  for (let kill = 0; kill < times; kill++) {
    const served = await start(file)
    const noted: Acknowledged[] = []
    const enough = 1 + random.below(50)
    const killWhenEnough = () => {
      if (noted.length >= enough) served.child.kill('SIGKILL')
    }
    const loads = Array.from({ length: clients }, (_, index) =>
      load(served, new Random((seed * kills + kill) * clients + index), noted, killWhenEnough).catch(() => undefined),
    )
    await Promise.all([...loads, served.ended])
    all.push(...noted)
    if (kill % 10 === 9) {
      const again = await start(file)
      expect(await lost(again, noted)).toEqual([])
      again.child.kill('SIGKILL')
      await again.ended
    }
  }
  const last = await start(file)
  expect(await lost(last, all)).toEqual([])
  last.child.kill('SIGKILL')
  return all.length
}

it(
  `loses nothing that was acknowledged when it is killed ${kills} times under load`,
  { timeout: 600_000 },
  async () => {
    const acknowledged = await Promise.all(
      Array.from({ length: files }, (_, index) =>
        killAgainAndAgain(join(directory, `worlds-${index}.db`), kills / files, index + 1),
      ),
    )
    process.stdout.write(`${kills} kills, ${acknowledged.join(' and ')} acknowledged changes, none lost\n`)
  },
)
