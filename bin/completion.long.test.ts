import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, expect, it } from 'vitest'
import { installDebian } from '../testing/debian.ts'
import { selectPart } from '../testing/sample.ts'

const run = promisify(execFile)
const directory = mkdtempSync(join(tmpdir(), 'completion-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const entry = fileURLToPath(new URL('emulator.js', import.meta.url))
writeFileSync(join(directory, 'emulator'), `#!/bin/sh\nexec "${process.execPath}" "${entry}" "$@"\n`, { mode: 0o755 })
writeFileSync(join(directory, 'a file.yaml'), '')
const env = { ...process.env, PATH: `${directory}:${process.env['PATH']}`, TERM: 'dumb' }

/** The completions that a shell prints with its script. */
const printed = async (shell: string, ...args: string[]) =>
  (await run('timeout', ['60', shell, ...args], { cwd: directory, env: { ...env, SHELL: shell } })).stdout

it('completes words in Bash', async () => {
  const lines = [
    ['compl', 'completion'],
    ['start --scenario rename', 'rename-races-revoke'],
    ['conformance explain ids.timest', 'ids.timestamp'],
    ['exec -- np', ''],
  ]
  // Bash itself splits a line into words.
  const script = `
    source <(emulator completion)
    for line in ${lines.map(([line]) => `'emulator ${line}'`).join(' ')}; do
      COMP_WORDS=($line) COMPREPLY=()
      COMP_CWORD=$(( \${#COMP_WORDS[@]} - 1 ))
      _emulator_yargs_completions
      echo "\${COMPREPLY[*]}"
    done`
  expect((await printed('bash', '-c', script)).trimEnd().split('\n')).toEqual(
    lines.map(([, word]) => word).slice(0, -1),
  )
})

/** Asks other shells for words and files, by their names. */
const shells = { zsh: asksZsh, fish: asksFish }

async function asksZsh() {
  const lines = [
    ['start --scenario rename', 'rename-races-revoke '],
    ['start --config a', 'file.yaml '],
  ]
  const script = [
    'zmodload zsh/zpty',
    'zpty shell zsh -f -i',
    "zpty -w shell 'autoload -U compinit; compinit -u -D; source <(emulator completion); print -r rea`echo dy`'",
    "zpty -r shell seen '*ready*'",
    ...lines.flatMap(([typed, completed]) => [
      `zpty -w -n shell $'emulator ${typed}\\t'`,
      `zpty -r shell seen '*${completed}*'`,
      "zpty -w -n shell $'\\x15'",
    ]),
    'echo done',
  ]
  expect(await printed('zsh', '-f', '-c', script.join('\n'))).toBe('done\n')
}

async function asksFish() {
  const lines = ['start --scenario ', 'compl']
  const asked = lines.map((line) => `complete -C 'emulator ${line}'`)
  const words = await printed('fish', '--no-config', '-c', ['emulator completion | source', ...asked].join('\n'))
  for (const word of ['rename-races-revoke', 'completion'])
    expect(words.split('\n').map((line) => line.split('\t')[0])).toContain(word)
}

it.each(selectPart(Object.keys(shells) as (keyof typeof shells)[], 2))('completes words in %s', async (shell) => {
  const missing = installDebian({ [shell]: shell })
  if (missing) console.warn(missing)
  else await shells[shell]()
})
