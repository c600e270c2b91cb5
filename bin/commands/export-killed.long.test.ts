import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { Random } from '../../emulator/tools/random.ts'
import { type Cli, runCli } from '../../testing/run-cli.ts'

const directory = mkdtempSync(join(tmpdir(), 'emulator-test-'))
const file = join(directory, 'world.json')
const running: Cli[] = []
afterAll(() => {
  for (const { child } of running) child.kill('SIGKILL')
  rmSync(directory, { recursive: true, force: true })
})

const kills = 20
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
/** The drafts of a process. What a killed one leaves is removed by the next export. */
const draftsOf = (pid: number) =>
  readdirSync(directory).filter((name) => name.endsWith('.tmp') && name.includes(`.${pid}.`))

async function start(...args: string[]) {
  const cli = runCli(['start', '--port', '0', '--json', '--export-on-exit', file, ...args])
  running.push(cli)
  const { url, pid } = JSON.parse((await cli.printed(/^.*\n/))[0]) as { url: string; pid: number }
  return { ...cli, url, pid }
}

it(`leaves the old export whole when it is killed while it writes, ${kills} times`, { timeout: 300_000 }, async () => {
  const first = await start('--fixtures', 'empty')
  await fetch(`${first.url}/_emulator/worlds/blue`, { method: 'PUT' })
  first.child.kill('SIGTERM')
  expect(await first.ended).toBe(0)
  const old = readFileSync(file, 'utf8')
  expect(JSON.parse(old)).toHaveProperty('worlds.blue')
  const random = new Random(1)
  let cut = 0
  for (let kill = 0; kill < kills; kill++) {
    const { child, ended, pid } = await start('--scale', '150000')
    child.kill('SIGTERM')
    while (draftsOf(pid).length === 0 && child.exitCode === null) await pause(1)
    await pause(random.below(60))
    if (child.exitCode === null && child.kill('SIGKILL')) cut++
    await ended
    const text = readFileSync(file, 'utf8')
    if (text !== old) expect((JSON.parse(text) as { collections: object }).collections).toHaveProperty('projects')
    else expect(draftsOf(pid)).toHaveLength(1)
    writeFileSync(file, old)
  }
  expect(cut).toBeGreaterThan(kills / 2)
  // The next export takes the lock over and removes what the killed ones left.
  const last = await start('--import', file)
  expect(await (await fetch(`${last.url}/_emulator/worlds`)).text()).toContain('"blue"')
  last.child.kill('SIGTERM')
  expect(await last.ended).toBe(0)
  expect(readdirSync(directory)).toEqual(['world.json'])
  process.stdout.write(`${kills} exports, ${cut} of them killed while writing, the old file whole after each\n`)
})
