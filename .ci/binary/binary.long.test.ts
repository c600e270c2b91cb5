import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { plainEnvironment, runProgram } from '../../testing/package/pack-package.ts'

const directory = mkdtempSync(join(tmpdir(), 'emulator-binary-test-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

/** The milliseconds from the start of a program until it can answer. */
async function readyTime(command: string, args: readonly string[]): Promise<number> {
  const start = performance.now()
  const child = spawn(command, [...args, 'start', '--port', '0', '--json'], { env: plainEnvironment })
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  const time = performance.now() - start
  const { url } = JSON.parse(line) as { url: string }
  expect((await fetch(`${url}/0/`)).status).toBe(200)
  child.kill('SIGTERM')
  await once(child, 'exit')
  return time
}

it('serves, runs a command and checks itself as one file without Node', async (context) => {
  const binary = join(directory, 'emulator')
  const build = fileURLToPath(new URL('build-binary.ts', import.meta.url))
  const failed = await runProgram(process.execPath, [build, '--out', binary], directory).then(() => undefined, String)
  if (failed !== undefined && /npm pack/.test(failed)) return context.skip('npm has no Node 26 here')
  expect(failed).toBeUndefined()
  expect(await runProgram(binary, ['exec', '--', 'sh', '-c', 'echo $PLATFORM_BASE_URL'], directory)).toMatch(/^http:/)
  expect(await runProgram(binary, ['conformance'], directory)).toContain('Conformant')
  expect(await runProgram(binary, ['help', 'fleet'], directory)).toContain('HAProxy')
  expect(await runProgram(binary, ['init', '--yes', '--client', 'python'], directory)).toContain('platform_emulator.py')
  const shim = fileURLToPath(new URL('../../bin/emulator.js', import.meta.url))
  const times = { binary: [] as number[], node: [] as number[] }
  for (let count = 0; count < 5; count += 1) {
    times.binary.push(await readyTime(binary, []))
    times.node.push(await readyTime(process.execPath, [shim]))
  }
  const best = (list: readonly number[]) => Math.min(...list).toFixed(0)
  const size = (statSync(binary).size / 1e6).toFixed(0)
  console.log(
    `The binary has ${size} MB; ready in ${best(times.binary)} ms, node bin/emulator.js in ${best(times.node)} ms`,
  )
})
