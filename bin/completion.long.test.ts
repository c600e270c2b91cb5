import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, expect, it } from 'vitest'
import { installDebian } from '../testing/debian.ts'

const run = promisify(execFile)
const directory = mkdtempSync(join(tmpdir(), 'completion-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const entry = fileURLToPath(new URL('emulator.js', import.meta.url))
writeFileSync(join(directory, 'emulator'), `#!/bin/sh\nexec "${process.execPath}" "${entry}" "$@"\n`, { mode: 0o755 })
const env = { ...process.env, PATH: `${directory}:${process.env['PATH']}`, SHELL: '/bin/bash' }

/** The words that a Bash with the printed script offers for a line. Bash itself splits the line into words. */
async function offered(line: string): Promise<readonly string[]> {
  const words = line.split(/(?<==)|(?==)| /)
  const script = `
source <(emulator completion bash)
COMP_WORDS=(${['emulator', ...words].map((word) => `'${word}'`).join(' ')})
COMP_CWORD=${words.length}
_emulator
printf '%s\\n' "\${COMPREPLY[@]}"`
  const { stdout, stderr } = await run('bash', ['-c', script], { env })
  expect(stderr).toBe('')
  return stdout.split('\n').filter((word) => word !== '')
}

it.each<readonly [string, readonly string[]]>([
  ['s', ['start']],
  ['', ['start', 'exec', 'openapi', 'fleet', 'conformance', 'completion']],
  ['--acc', ['--access-token-ttl']],
  ['completion z', ['zsh']],
  ['start --acc', ['--access-token-ttl']],
  ['start --scenario rename', ['rename-races-revoke']],
  ['start --convention objectEnvelope=b', ['bare']],
  ['conformance v', ['verify']],
  ['conformance --upd', ['--update-baseline']],
  ['conformance explain ids.timest', ['ids.timestamp']],
  ['conformance cleanup --tim', ['--timeout']],
  ['exec -- np', []],
])('completes "%s" in Bash', async (line, expected) => {
  expect(await offered(line)).toEqual(expect.arrayContaining([...expected]))
  if (expected.length < 2) expect(await offered(line)).toEqual(expected)
})

it('prints the script of the shell that SHELL names, or of the one that is asked for', async () => {
  const script = async (shell: string, ...args: string[]) =>
    (await run('emulator', ['completion', ...args], { env: { ...env, SHELL: shell } })).stdout
  expect(await script('/usr/bin/zsh')).toMatch(/^#compdef emulator\n/)
  expect(await script('/usr/bin/fish')).toContain('complete -c emulator')
  expect(await script('/bin/sh')).toContain('COMPREPLY')
  expect(await script('/usr/bin/zsh', 'fish')).toBe(await script('/usr/bin/fish'))
  await expect(script('/bin/sh', 'zhs')).rejects.toThrow('The shells are: bash, zsh, fish.')
})

const withoutShells = installDebian({ zsh: 'zsh', fish: 'fish' })
const inShells = withoutShells === undefined ? it : it.skip
const because = withoutShells === undefined ? '' : ` (${withoutShells})`

inShells(`completes words and files in zsh${because}`, async () => {
  writeFileSync(join(directory, 'a file.yaml'), '')
  const lines = [
    ['start --acc', '--access-token-ttl '],
    ['start --scenario rename', 'rename-races-revoke '],
    ['start --convention defaultL', 'defaultLimit='],
    ['start --config a', 'file.yaml '],
  ] as const
  const script = [
    'zmodload zsh/zpty',
    'zpty shell zsh -f -i',
    "zpty -w shell 'autoload -U compinit; compinit -u -D; source <(emulator completion zsh); print -r rea`echo dy`'",
    "zpty -r shell seen '*ready*'",
    ...lines.flatMap(([typed, completed]) => [
      `zpty -w -n shell $'emulator ${typed}\\t'`,
      `zpty -r shell seen '*${completed}*'`,
      "zpty -w -n shell $'\\x15'",
    ]),
    'echo done',
  ]
  const terminal = { ...env, TERM: 'dumb' }
  const args = ['30', 'zsh', '-f', '-c', script.join('\n')]
  expect((await run('timeout', args, { cwd: directory, env: terminal })).stdout).toBe('done\n')
})

inShells(`completes words and files in fish${because}`, async () => {
  writeFileSync(join(directory, 'a file.yaml'), '')
  const lines = ['start --acc', 'start --scenario ', '--convention=objectEnvelope=b', 'start --config a']
  const asked = lines.map((line) => `complete -C 'emulator ${line}'`)
  const script = ['emulator completion fish | source', ...asked].join('\n')
  const { stdout } = await run('fish', ['--no-config', '-c', script], { cwd: directory, env })
  expect(stdout).toMatch(/^--access-token-ttl\t.*\n/)
  for (const word of ['rename-races-revoke', '--convention=objectEnvelope=bare', 'a file.yaml'])
    expect(stdout.split('\n')).toContain(word)
})
