import { mkdirSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { learnScene } from '../../testing/learn-scene.ts'

const { at, config, emulator, run } = learnScene()

it('plans without sending anything', async () => {
  const before = emulator.requests.size
  const { code, stdout } = await run(...config, '--plan')
  expect(code).toBe(0)
  expect(stdout).toContain('GET products with limit=2, or limit=1 where that is refused')
  expect(stdout).toMatch(/not asked {2}POST a personal access token: takes --allow-writes/)
  expect(emulator.requests.size).toBe(before)
})

it.each<[readonly string[], string]>([
  [['--accept'], '--accept needs --check DIR'],
  [['--check', at('nowhere')], 'is no twin: it has no learned.json'],
  [['--out', at()], 'which emulator learn did not write; name a new directory.'],
  [['--check', at('a'), '--out', at('b')], '--check and --out exclude each other'],
  [['--records', 'sample=0'], '--records takes none, shape or sample=N with N from 1 to 100; got "sample=0".'],
  [['--report', 'json'], '--report is for --check and --diff'],
])('refuses %j with exit code 2 and one line', async (args, message) => {
  writeFileSync(at('notes.txt'), 'mine')
  const { code, stderr } = await run('http://127.0.0.1:9', ...args)
  expect(stderr).toMatch(/^emulator: [^\n]+\n$/)
  expect(stderr).toContain(message)
  expect(code).toBe(2)
})

it('compares two twins, and no fewer', async () => {
  const { code, stderr } = await run('--diff', at('twin'))
  expect(stderr).toContain('learn --diff needs two twins')
  expect(code).toBe(2)
})

it('refuses a damaged or a newer twin, and a service that is not there', async () => {
  mkdirSync(at('damaged'))
  writeFileSync(at('damaged', 'learned.json'), '{"form": "platform-learned/9"}')
  const newer = await run(...config, '--check', at('damaged'))
  expect(newer).toMatchObject({ code: 2, stdout: '' })
  expect(newer.stderr).toContain('has another form than platform-learned/1')
  expect((await run('http://127.0.0.1:9', '--out', at('none'))).code).toBe(3)
})
