import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { blockOf } from '../../testing/readme-code.ts'
import { runToEnd } from '../../testing/run-cli.ts'

const directory = mkdtempSync(join(tmpdir(), 'conformance-verify-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const env = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PLATFORM_'))),
  XDG_STATE_HOME: join(directory, 'state'),
}
const run = (...args: string[]) => runToEnd(['conformance', ...args], { env })
const at = (...names: string[]) => join(directory, ...names)

it('writes a bundle, finds it whole, and then names what was done to it', async () => {
  const bundle = at('runs', 'bundle')
  // The recipe of README.md, at a fresh emulator.
  const [make, verify] = blockOf('sh claim')
    .split('\n')
    .map((line) => line.replace(/^emulator conformance | +#.*/g, '').replace(/--config \S+ /, ''))
    .map((line) => line.replace(/\bclaim$/, bundle).split(' '))
  expect((await run(...make!)).code).toBe(0)
  const names = ['badge.svg', 'manifest.json', 'report.har', 'report.html', 'report.json']
  expect(readdirSync(bundle).sort()).toEqual(names)
  const whole = await run(...verify!)
  expect(whole).toMatchObject({ code: 0, stderr: '' })
  expect(whole.stdout).toContain('The bundle is whole: 4 files')
  expect(whole.stdout).toMatch(/Shown {4}Conformant: all \d+ stated requirements decided, none failed\.\n/)

  writeFileSync(join(bundle, 'report.har'), '{}')
  mkdirSync(join(bundle, 'more'))
  writeFileSync(join(bundle, 'more', 'notes.txt'), 'hello')
  const broken = await run('verify', bundle)
  expect(broken).toMatchObject({ code: 1, stderr: '' })
  for (const text of ['not whole', 'report.har was changed', 'more was added', 'more/notes.txt was added'])
    expect(broken.stdout).toContain(text)

  // The directory of an earlier bundle is written anew; one with other files is not.
  const refused = await run('--only', 'legacy.root*', '--report', `bundle=${bundle}`)
  expect(refused).toMatchObject({ code: 2, stdout: '' })
  expect(refused.stderr).toContain('it has more, which is no part of a bundle')
  rmSync(join(bundle, 'more'), { recursive: true })
  expect((await run('--only', 'legacy.root*', '--report', `bundle=${bundle}`)).code).toBe(0)
  const again = await run('verify', bundle)
  expect(again.code).toBe(4)
  expect(again.stdout).toContain('Shown    Not decided: none failed, 3 of')
  expect(again.stdout).toMatch(/^Open {5}\d+ of the \d+ checks of this kit have no result/m)
  expect(readFileSync(join(bundle, 'badge.svg'), 'utf8')).toContain('decided: full')
})

it.each<[string[], string]>([
  [['verify'], 'verify needs the directory of a bundle'],
  [['verify', at('nowhere')], 'nowhere: there is no such directory.'],
  [['verify', import.meta.filename], 'it is not a directory.'],
  [['verify', directory], 'this is no bundle, as it has no manifest.json'],
  [['--report', 'bundle'], '--report bundle has no directory; use bundle=DIR.'],
  [['--report', 'bundle='], '--report bundle has no directory; use bundle=DIR.'],
  [['--report', `bundle=${import.meta.filename}`], 'it is a file, and a bundle is a directory'],
  [['--report', `bundle=${at('new')}`, '--report', `json=${at('new', 'x.json')}`], 'in the directory of a bundle'],
  [['--report', 'bundel=x'], 'did you mean bundle?'],
])('refuses %j with exit code 2 and one line', async (args, message) => {
  const { code, stdout, stderr } = await run(...args)
  expect(stderr).toMatch(/^emulator: [^\n]+\n$/)
  expect(stderr).toContain(message)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
})
