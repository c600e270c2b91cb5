import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

let root: string

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'setup-')))
  for (const directory of ['.ci', 'node_modules/.bin', 'node_modules/node/bin'])
    mkdirSync(join(root, directory), { recursive: true })
  copyFileSync(new URL('setup.mjs', import.meta.url), join(root, '.ci/setup.mjs'))
  for (const file of ['package-lock.json', 'node_modules/.package-lock.json'])
    writeFileSync(join(root, file), JSON.stringify({ packages: { 'node_modules/node': { version: '24.0.0' } } }))
  symlinkSync('../node/bin/node', join(root, 'node_modules/.bin/node'))
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

/** Runs the script with a fake npm that runs this code. @returns the exit code, and the output lines of both. */
function setUp(npm: string): { readonly code: number | null; readonly output: string } {
  writeFileSync(join(root, 'npm.cjs'), `console.error('npm', process.argv[2]); ${npm}`)
  const { status, stderr } = spawnSync(process.execPath, [join(root, '.ci/setup.mjs')], {
    encoding: 'utf8',
    env: { ...process.env, npm_execpath: join(root, 'npm.cjs') },
  })
  return { code: status, output: stderr }
}

const program = "require('node:fs').writeFileSync('node_modules/node/bin/node', '')"

it('installs nothing when everything is installed', () => {
  writeFileSync(join(root, 'node_modules/node/bin/node'), '')
  expect(setUp('')).toEqual({ code: 0, output: '' })
})

it('installs again after an install without scripts, which leaves out the program of Node', () => {
  const { code, output } = setUp(program)
  expect({ code, output }).toEqual({ code: 0, output: 'Installing what package-lock.json asks for …\nnpm ci\n' })
})

it('says what to run when npm still runs no scripts', () => {
  const { code, output } = setUp('')
  expect(code).toBe(1)
  expect(output).toContain('Run npm ci --ignore-scripts=false.')
})
