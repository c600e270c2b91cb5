import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { firstCodeBlock, userEnvironment } from '../../testing/readme-code.ts'
import { runHere } from '../../testing/run-here.ts'

const directory = mkdtempSync(join(tmpdir(), 'conformance-verify-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const temporaryPath = (...names: string[]) => join(directory, ...names)
/** Without a browser, because three checks would wait for it. */
const env = userEnvironment({ PLATFORM_CHROMIUM: '/nowhere', XDG_STATE_HOME: temporaryPath('state') })
const run = (...args: string[]) => runHere(['conformance', ...args], { env })

it('writes a bundle, verifies it, and names each change made to it', async () => {
  const bundle = temporaryPath('runs', 'bundle')
  const names = ['badge.svg', 'manifest.json', 'report.har', 'report.html', 'report.json']
  // The recipe of README.md, with a fresh emulator and few checks.
  const [make, verify] = firstCodeBlock('sh claim')
    .split('\n')
    .map((line) => line.replace(/^npx emulator conformance | +#.*/g, '').replace(/--config \S+ /, ''))
    .map((line) => line.replace(/\bclaim$/, bundle).split(' '))
  const makes = () => run(...make!, '--only', 'legacy.root*')
  expect((await makes()).code).toBe(0)
  expect(readdirSync(bundle).sort()).toEqual(names)
  const whole = await run(...verify!)
  expect(whole).toMatchObject({ code: 4, stderr: '' })
  expect(whole.stdout).toContain('The bundle is intact: 4 files')
  expect(whole.stdout).toContain('Shown    Conformance not shown: 3 of')
  expect(whole.stdout).toMatch(/^Open {5}\d+ of the \d+ checks of this kit have no result/m)
  expect(readFileSync(join(bundle, 'badge.svg'), 'utf8')).toContain('decided: full')

  writeFileSync(join(bundle, 'report.har'), '{}')
  mkdirSync(join(bundle, 'more'))
  writeFileSync(join(bundle, 'more', 'notes.txt'), 'hello')
  const broken = await run('verify', bundle)
  expect(broken).toMatchObject({ code: 1, stderr: '' })
  for (const text of [
    'was changed or is incomplete',
    'report.har was changed',
    'more was added',
    'more/notes.txt was added',
  ])
    expect(broken.stdout).toContain(text)

  // The directory of an earlier bundle is overwritten; one with other files is not.
  const refused = await makes()
  expect(refused).toMatchObject({ code: 2, stdout: '' })
  expect(refused.stderr).toContain('it has more, which is not part of a bundle')
  rmSync(join(bundle, 'more'), { recursive: true })
  expect((await makes()).code).toBe(0)
  expect((await run('verify', bundle)).stdout).toContain('The bundle is intact: 4 files')
})
