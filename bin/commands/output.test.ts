// Output is complete, or the command reports that it is not.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const emulator = fileURLToPath(new URL('../emulator.js', import.meta.url))

const run = (args: readonly string[], output: number | 'pipe' = 'pipe') =>
  spawnSync(process.execPath, [emulator, ...args], { stdio: ['ignore', output, 'pipe'], encoding: 'utf8' })

it.skipIf(!existsSync('/dev/full'))('says that a full disk did not take all of the output, and ends with 2', () => {
  for (const args of [['conformance', 'list'], ['openapi']]) {
    const { status, stderr } = run(args, openSync('/dev/full', 'w'))
    const words =
      'emulator: cannot write to standard output: ENOSPC: no space left on device, write. The output is incomplete.'
    expect([args, status, stderr]).toEqual([args, 2, `${words}\n`])
  }
})

it('leaves no report of an earlier run where the service cannot be reached', () => {
  const directory = mkdtempSync(join(tmpdir(), 'reports-'))
  try {
    const report = join(directory, 'report.xml')
    writeFileSync(report, '<testsuites tests="1" failures="0"/>')
    expect(run(['conformance', 'http://127.0.0.1:9', '--report', `junit=${report}`]).status).toBe(3)
    expect(existsSync(report)).toBe(false)
  } finally {
    rmSync(directory, { recursive: true })
  }
})
