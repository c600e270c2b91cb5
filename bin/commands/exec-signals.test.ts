import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, expect, it } from 'vitest'
import { runCli } from '../../testing/run-cli.ts'

const directory = mkdtempSync(join(tmpdir(), 'emulator-test-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const node = process.execPath

it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('forwards %s, and exits as its command does', async (signal) => {
  const { child, ended, printed } = runCli([
    'exec',
    '--',
    node,
    '-e',
    `process.on('${signal}', () => process.exit(7)); setInterval(() => {}, 1000); console.log('up')`,
  ])
  await printed(/up/)
  child.kill(signal)
  expect(await ended).toBe(7)
})

it('exits with 128 and the number of the signal that ended its command', async () => {
  const { child, ended, printed } = runCli(['exec', '--', node, '-e', `setInterval(() => {}, 1000); console.log('up')`])
  await printed(/up/)
  child.kill('SIGTERM')
  expect(await ended).toBe(143)
})

it('forwards a second Ctrl-C, and still writes the export', async () => {
  const state = join(directory, 'twice.json')
  const script = `
    let times = 0
    process.on('SIGINT', () => {
      if (++times === 2) process.exit(9)
      console.log('once')
    })
    setInterval(() => {}, 1000)
    console.log('up')`
  const { child, ended, printed } = runCli(['exec', '--export-on-exit', state, '--', node, '-e', script])
  await printed(/up/)
  child.kill('SIGINT')
  await printed(/once/)
  child.kill('SIGINT')
  expect(await ended).toBe(9)
  expect(JSON.parse(readFileSync(state, 'utf8'))).toHaveProperty('collections.projects')
})

it('kills a command that ignores two signals, and still writes the export', async () => {
  const state = join(directory, 'stubborn.json')
  const script = `
    let times = 0
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => console.log('no ' + ++times))
    setInterval(() => {}, 1000)
    console.log('up')`
  const { child, ended, printed } = runCli(['exec', '--export-on-exit', state, '--', node, '-e', script])
  await printed(/up/)
  child.kill('SIGINT')
  await printed(/no 1/)
  child.kill('SIGTERM')
  await printed(/no 2/)
  child.kill('SIGINT')
  expect(await ended).toBe(137)
  expect(JSON.parse(readFileSync(state, 'utf8'))).toHaveProperty('collections.projects')
})

it.each(['SIGINT', 'SIGTERM'] as const)(
  'writes the export before the server closes when %s ends the command',
  async (signal) => {
    const state = join(directory, `${signal}.json`)
    const { child, ended, printed } = runCli([
      'exec',
      '--export-on-exit',
      state,
      '--',
      node,
      '-e',
      `setInterval(() => {}, 1000); console.log('up')`,
    ])
    await printed(/up/)
    child.kill(signal)
    expect(await ended).toBe(128 + constants.signals[signal])
    expect(JSON.parse(readFileSync(state, 'utf8'))).toHaveProperty('collections.projects')
  },
)

it('serves as long as its command runs, even after a signal', async () => {
  const script = `
    const ask = () => fetch(process.env.PLATFORM_BASE_URL + '/0/')
    process.on('SIGTERM', () => ask().then(({ status }) => process.exit(status === 200 ? 5 : 6)))
    setInterval(() => {}, 1000)
    console.log('up')`
  const { child, ended, printed } = runCli(['exec', '--', node, '-e', script])
  await printed(/up/)
  child.kill('SIGTERM')
  expect(await ended).toBe(5)
})

it('ends a command by SIGPIPE when the pipe is closed', async () => {
  const { stdout, stderr } = await promisify(execFile)('bash', [
    '-c',
    `set -o pipefail; "$0" "$1" exec -- yes | head -n 1; echo "\${PIPESTATUS[0]}"`,
    node,
    fileURLToPath(new URL('../emulator.js', import.meta.url)),
  ])
  expect([stdout, stderr.split('\n').length]).toEqual([`y\n${128 + constants.signals.SIGPIPE}\n`, 2])
})
