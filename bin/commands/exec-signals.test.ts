import { execFile } from 'node:child_process'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { runCli } from '../../testing/run-cli.ts'

const node = process.execPath
const forever = `setInterval(() => {}, 1000); console.log('up')`

it.each<[string, readonly NodeJS.Signals[], string, number]>([
  ['exits with 128 and the number of the signal that ends its command', ['SIGINT'], forever, 130],
  [
    'forwards a signal, and serves as long as its command runs',
    ['SIGTERM'],
    `const ask = () => fetch(process.env.PLATFORM_BASE_URL + '/0/')
     process.on('SIGTERM', () => ask().then(({ status }) => process.exit(status === 200 ? 5 : 6)))
     ${forever}`,
    5,
  ],
  [
    'forwards a second signal, and exits as its command does',
    ['SIGINT', 'SIGHUP'],
    `process.on('SIGINT', () => console.log('got 1')).on('SIGHUP', () => process.exit(9)); ${forever}`,
    9,
  ],
  [
    'kills a command that ignores two signals',
    ['SIGINT', 'SIGTERM', 'SIGINT'],
    `let times = 0
     for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => console.log('got ' + ++times))
     ${forever}`,
    137,
  ],
])('%s', async (_does, signals, script, code) => {
  const { child, ended, printed } = runCli(['exec', '--', node, '-e', script])
  await printed(/up/)
  for (const [index, signal] of signals.entries()) {
    if (index > 0) await printed(new RegExp(`got ${index}`))
    child.kill(signal)
  }
  expect(await ended).toBe(code)
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
