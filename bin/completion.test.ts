import { expect, it } from 'vitest'
import { runHere } from '../testing/run-here.ts'
import { completionOffers } from './completion.ts'

it.each<readonly [string, readonly string[]]>([
  [
    'start --scenario r',
    [
      'rate-limited-for-minutes',
      'rate-limited-mid-walk',
      'rate-limited-once',
      'rate-limited-until-date',
      'refresh-refused',
      'rename-races-revoke',
    ],
  ],
  ['--deviation id-twice', ['id-twice-in-list']],
  ['exec --fixtures e', ['edge', 'empty']],
  ['openapi --convention objectEnvelope=', ['objectEnvelope=bare', 'objectEnvelope=data', 'objectEnvelope=named']],
  ['openapi --convention=objectEnvelope=b', ['--convention=objectEnvelope=bare']],
  ['start --convention defaultL', ['defaultLimit=']],
  // Bash splits words at the equals sign, and expects only the last part.
  ['start --convention objectEnvelope = n', ['named']],
  ['start --convention objectEnvelope =', ['=bare', '=data', '=named']],
  ['start --convention = objectEnvelope = n', ['named']],
  ['fleet --print n', ['nginx']],
  ['conformance --only ids.timest', ['ids.timestamp']],
  ['conformance https://api.example --skip ids.timest', ['ids.timestamp']],
  ['conformance explain ids.timest', ['ids.timestamp']],
  ['conformance --profile l', ['legacy']],
  ['client --task walk-p', ['walk-products', 'walk-products-back']],
  ['client --driver --scenario plai', ['plain']],
  ['help fl', ['fleet']],
  ['client explain client.ids-kept.v', ['client.ids-kept.value']],
  ['client --driver --min', ['--min-coverage']],
  ['client --report m', ['markdown']],
  ['conformance --report ju', ['junit']],
  ['conformance --update', ['--update-baseline']],
  ['conformance https://api.example --gen', ['--gentle']],
  ['st', ['start']],
  ['conformance c', ['compare', 'cleanup']],
  ['client ', ['list', 'explain']],
  ['start --po', ['--port']],
  ['start --json --ope', ['--open']],
  ['conformance list --', ['--help']],
  ['start --log l', ['line']],
  // For files and other texts, the shell offers files.
  ['start --data ', []],
  ['exec --port 0 -- npm ', []],
])('offers for %j the values %j', async (line, expected) => {
  expect((await completionOffers(line.split(' '))).toSorted()).toEqual(expected.toSorted())
})

it.each([
  ['/usr/bin/bash', /COMPREPLY/],
  ['/bin/sh', /COMPREPLY/],
  ['zsh', /^#compdef emulator\n/],
  ['fish', /complete -c emulator/],
])('prints the script of %s, and the words that it asks for', async (shell, script) => {
  const env = { ...process.env, SHELL: shell }
  expect((await runHere(['completion'], { env })).stdout).toMatch(script)
  const asked = ['--get-yargs-completions', 'emulator', 'start', '--deviation', 'id-twice']
  expect((await runHere(asked, { env })).stdout).toBe('id-twice-in-list\n')
})
