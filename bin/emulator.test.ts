import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { runToEnd } from '../testing/run-cli.ts'

it('names the required version in one line, given a Node that is nearly new enough', async () => {
  const older = `Object.defineProperty(process,'versions',{value:{...process.versions,node:'22.11.9'}})`
  const { code, stdout, stderr } = await runToEnd(['start'], {
    nodeArgs: ['--import', `data:text/javascript,${encodeURIComponent(older)}`],
  })
  expect(stderr).toBe(
    'emulator needs Node 22.12 or newer; this is Node 22.11.9. Install it from https://nodejs.org, or run: npx -p node@24 -p @platform-data/emulator emulator\n',
  )
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
})

it('starts where compiled code cannot be cached, as in Deno', async () => {
  const without = `delete process.getBuiltinModule('module').enableCompileCache`
  const { code, stderr } = await runToEnd(['--version'], {
    nodeArgs: ['--import', `data:text/javascript,${encodeURIComponent(without)}`],
  })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
})

it('requires the Node version of package.json', () => {
  const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    engines: { node: string }
  }
  const [, major, minor] =
    /needed = \[(\d+), (\d+)\]/.exec(readFileSync(new URL('./emulator.js', import.meta.url), 'utf8')) ?? []
  expect(engines.node).toBe(`>=${major}.${minor}`)
})

const older = olderNode()

it.skipIf(older === undefined)(
  `prints that message with an older Node: ${older?.version ?? 'none is installed here'}`,
  () => {
    const { status, stdout, stderr } = spawnSync(
      older!.path,
      [fileURLToPath(new URL('./emulator.js', import.meta.url)), 'start'],
      { encoding: 'utf8' },
    )
    expect(stderr).toMatch(/^emulator needs Node 22\.12 or newer; this is Node [^\n]+\n$/)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  },
)

/** An installed Node that is too old. The tests themselves run on a newer one. */
function olderNode(): { readonly path: string; readonly version: string } | undefined {
  for (const directory of [...(process.env['PATH'] ?? '').split(delimiter), '/usr/local/bin', '/usr/bin']) {
    const path = join(directory, 'node')
    const version = spawnSync(path, ['-p', 'process.versions.node'], { encoding: 'utf8' }).stdout?.trim()
    if (version && Number.parseInt(version) < 22) return { path, version }
  }
  return undefined
}
