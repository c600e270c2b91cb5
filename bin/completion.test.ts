import { expect, it } from 'vitest'
import { runHere } from '../testing/run-here.ts'

/** The candidates for the last word, of which the shell takes those that begin as it does. */
async function offers(line: string): Promise<readonly string[]> {
  const words = line.split(' ')
  const env = { ...process.env, SHELL: '/bin/bash' }
  const { stdout } = await runHere(['--get-yargs-completions', 'emulator', ...words], { env })
  return stdout.split('\n').filter((word) => word !== '' && word.startsWith(words.at(-1)!))
}

it.each<readonly [string, readonly string[]]>([
  ['start --scenario rate-limited-o', ['rate-limited-once']],
  ['--deviation id-twice', ['id-twice-in-list']],
  ['exec --fixtures e', ['edge', 'empty']],
  ['openapi --convention objectEnvelope=', ['objectEnvelope=bare', 'objectEnvelope=data', 'objectEnvelope=named']],
  ['fleet --print n', ['nginx']],
  ['conformance --only ids.timest', ['ids.timestamp']],
  ['conformance https://api.example --skip ids.timest', ['ids.timestamp']],
  ['conformance explain ids.timest', ['ids.timestamp']],
  ['conformance --profile l', ['legacy']],
  ['client --only walk-p', ['walk-products', 'walk-products-back']],
  ['client explain client.ids-kept.v', ['client.ids-kept.value']],
  ['client --driver --stri', ['--strict']],
  ['conformance --report ju', ['junit']],
  ['help rep', ['replay']],
  ['list dev', ['deviations']],
  ['st', ['start']],
  ['conformance c', ['compare', 'cleanup']],
  ['client ', ['list', 'explain']],
  ['start --json --ope', ['--open']],
  // The shell offers files where there is no candidate.
  ['start --data f', []],
  ['exec --port 0 -- npm i', []],
])('offers for %j the values %j', async (line, expected) => {
  expect((await offers(line)).toSorted()).toEqual(expected.toSorted())
})

it.each([
  ['/usr/bin/bash', /COMPREPLY/],
  ['zsh', /^#compdef emulator\n/],
  ['fish', /complete -f -c emulator/],
])('prints the script of %s', async (shell, script) => {
  expect((await runHere(['completion'], { env: { ...process.env, SHELL: shell } })).stdout).toMatch(script)
})

it('says which shells there are, given another one', async () => {
  const { code, stdout, stderr } = await runHere(['completion'], { env: { ...process.env, SHELL: '/bin/tcsh' } })
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toContain('There is a completion script for bash, zsh and fish; got SHELL="/bin/tcsh".')
})
