import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, expect, it } from 'vitest'

const run = promisify(execFile)
const directory = mkdtempSync(join(tmpdir(), 'completion-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const entry = fileURLToPath(new URL('emulator.js', import.meta.url))
writeFileSync(join(directory, 'emulator'), `#!/bin/sh\nexec "${process.execPath}" "${entry}" "$@"\n`, { mode: 0o755 })
const env = { ...process.env, PATH: `${directory}:${process.env['PATH']}`, SHELL: '/bin/bash' }

/** What a Bash with the printed script offers for a line. Bash itself splits the line into words. */
async function offered(line: string): Promise<readonly string[]> {
  const words = line.split(/(?<==)|(?==)| /)
  const script = `
source <(emulator completion)
COMP_WORDS=(${['emulator', ...words].map((word) => `'${word}'`).join(' ')})
COMP_CWORD=${words.length}
_emulator_yargs_completions
printf '%s\\n' "\${COMPREPLY[@]}"`
  const { stdout, stderr } = await run('bash', ['-c', script], { env })
  expect(stderr).toBe('')
  return stdout.split('\n').filter((word) => word !== '')
}

it.each<readonly [string, readonly string[]]>([
  ['s', ['start']],
  ['', ['start', 'exec', 'openapi', 'fleet', 'conformance', 'completion']],
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

it('prints a script for zsh and for fish, and exits with 0', async () => {
  const script = async (shell: string) =>
    (await run('emulator', ['completion'], { env: { ...env, SHELL: shell } })).stdout
  expect(await script('/usr/bin/zsh')).toMatch(/^#compdef emulator\n/)
  expect(await script('/usr/bin/fish')).toContain('complete -f -c emulator')
})
