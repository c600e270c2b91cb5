import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, it } from 'vitest'
import { type Cli, runCli } from '../../testing/run-cli.ts'
import { userEnvironment } from '../../testing/readme-code.ts'

const directory = mkdtempSync(join(tmpdir(), 'emulator-watch-'))
const running: Cli[] = []
afterEach(() => {
  for (const { child } of running.splice(0)) child.kill('SIGKILL')
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const write = (name: string, text: string) => writeFileSync(join(directory, name), text)

/** Starts an emulator that watches its files. */
async function start(...args: string[]) {
  const cli = runCli(['start', '--json', '--port', '0', '--watch', ...args], { cwd: directory, env: userEnvironment() })
  running.push(cli)
  const started = JSON.parse((await cli.printed(/^.*\n/))[0]) as { url: string; credentials: { token: string } }
  const { url, credentials } = started
  const headers = { authorization: `Bearer ${credentials.token}` }
  const ask = async (path: string, init: RequestInit = {}) => fetch(`${url}${path}`, { headers, ...init })
  let lines = 0
  return {
    ...cli,
    /** Waits until this is said. */
    said: (text: string) => expect.poll(() => cli.output.stderr).toContain(text),
    /** Waits for the next line that is said. */
    nextLine: async () => {
      await expect.poll(() => cli.output.stderr.split('\n').length - 1, { interval: 20 }).toBeGreaterThan(lines)
      return cli.output.stderr.split('\n')[lines++]
    },
    names: async (collection: string) => {
      const { data } = (await (await ask(`/1.13/${collection}`)).json()) as { data: { name: string }[] }
      return data.map(({ name }) => name)
    },
    /** The title of an adapter, as its consent page shows it. */
    title: async (adapter: string) => {
      const { state } = (await (await ask(`/app/${adapter}/prepare-connect`, { method: 'POST' })).json()) as {
        state: string
      }
      const page = await (await ask(`/app/${adapter}/connect?prepare_state=${state}`)).text()
      return /title:[^<?]*/.exec(page)?.[0]
    },
    stop: async () => {
      cli.child.kill('SIGTERM')
      expect(await cli.ended).toBe(0)
    },
  }
}

it('makes the data anew when a file changes, keeps the old when it is broken, and says why', async () => {
  write('w.yaml', 'fixtures: w.json\ntarget-file: target.json\nadapter: [till.mjs]\n')
  write('w.json', JSON.stringify({ projects: [{ name: 'A' }] }))
  const adapter = (title: string) =>
    `export default { name: 'till', title: '${title}', kind: 'commerce', commands: [] }`
  write('till.mjs', adapter('One'))
  const { said, ...cli } = await start('--config', 'w.yaml')
  expect(await cli.names('projects')).toEqual(['A'])
  const before = statSync(join(directory, 'target.json')).mtimeMs

  write('w.json', JSON.stringify({ projects: [{ name: 'B' }, { name: 'C' }], flows: [{ name: 'F' }] }))
  await said('w.json has changed; all worlds begin anew.')
  expect((await cli.names('projects')).toSorted()).toEqual(['B', 'C'])
  expect(statSync(join(directory, 'target.json')).mtimeMs).toBeGreaterThan(before)

  write('w.json', '{"projects": [')
  await said('w.json has changed, and the worlds are kept as they are: --fixtures: w.json')
  expect(await cli.names('flows')).toEqual(['F'])
  rmSync(join(directory, 'w.json'))
  await said('there is no file w.json')
  expect(await cli.names('flows')).toEqual(['F'])
  write('w.json', JSON.stringify({ projects: [{ name: 'D' }] }))
  await expect.poll(() => cli.names('projects')).toEqual(['D'])

  write('till.mjs', 'export default {')
  await said('till.mjs has changed, and the worlds are kept as they are: --adapter: till.mjs: ')
  write('till.mjs', adapter('Two'))
  await said('till.mjs has changed; all worlds begin anew.')

  write('w.yaml', 'fixtures: w.json\nbase-path: /x\ntarget-file: target.json\nadapter: [till.mjs]\nsede: 2\n')
  await said('There is no option "sede"; did you mean seed?')
  write('w.yaml', 'fixtures: w2.json\nbase-path: /x\ntarget-file: target.json\nadapter: [till.mjs]\n')
  await said('there is no file w2.json')
  write('w2.json', JSON.stringify({ projects: [{ name: 'E' }] }))
  await said('A change of --base-path needs a restart of the emulator.')
  expect(await cli.names('projects')).toEqual(['E'])
  await cli.stop()
}, 60_000)

const again = (...files: string[]) =>
  `${files.join(', ')} ${files.length > 1 ? 'have' : 'has'} changed; all worlds begin anew.`
const kept = (file: string, because: string) =>
  `${file} has changed, and the worlds are kept as they are: --adapter: ${because}`

it('loads what adapters import anew when it changes, by import and by require', async () => {
  mkdirSync(join(directory, 'lib'))
  mkdirSync(join(directory, 'node_modules/dependency'), { recursive: true })
  write('node_modules/dependency/index.js', 'module.exports = 1')
  write(
    'esm.mjs',
    `import { createRequire } from 'node:module'
    import dependency from 'dependency'
    import common from './lib/common.cjs'
    import { name } from './lib/name.mjs'
    const { data } = createRequire(import.meta.url)('./lib/data.json')
    const title = ['title', dependency, common, name, data].join(':')
    export default { name: 'esm', title, kind: 'commerce', commands: [] }`,
  )
  symlinkSync('esm.mjs', join(directory, 'link.mjs'))
  write('lib/name.mjs', `import json from './name.json' with { type: 'json' }; export const name = json.name`)
  write('lib/name.json', '{"name":"n1"}')
  write('lib/data.json', '{"data":"d1"}')
  write('lib/common.cjs', `module.exports = 'c' + require('./leaf')`)
  write('lib/leaf.js', 'module.exports = 1')
  write(
    'common.cjs',
    `const title = ['title', require('./lib/common.cjs'), require('./lib/leaf')].join(':')
    module.exports = { name: 'common', title, kind: 'commerce', commands: [] }`,
  )
  const { nextLine, ...cli } = await start('--adapter', 'link.mjs', '--adapter', 'common.cjs')
  const titles = async () => [await cli.title('esm'), await cli.title('common')]
  expect(await titles()).toEqual(['title:1:c1:n1:d1', 'title:c1:1'])

  write('lib/name.json', '{"name":"n2"}')
  expect(await nextLine()).toBe(again('lib/name.json'))
  write('lib/leaf.js', 'module.exports = 2')
  expect(await nextLine()).toBe(again('lib/leaf.js'))
  write('lib/data.json', '{"data":"d2"}')
  expect(await nextLine()).toBe(again('lib/data.json'))
  expect(await titles()).toEqual(['title:1:c2:n2:d2', 'title:c2:2'])

  write('lib/leaf.js', 'module.exports =')
  expect(await nextLine()).toMatch(
    /^lib\/leaf\.js has changed, and .*: Unexpected end of input; to see where, run: node /,
  )
  write('lib/leaf.js', 'module.exports = 3')
  expect(await nextLine()).toBe(again('lib/leaf.js'))
  expect(await titles()).toEqual(['title:1:c3:n2:d2', 'title:c3:3'])

  write('lib/name.mjs', `export const name = 'n' +`)
  expect(await nextLine()).toContain(
    kept('lib/name.mjs', 'link.mjs: Unexpected end of input; to see where, run: node link.mjs'),
  )
  write('lib/name.mjs', `import { late } from './late.ts'; export const name = late`)
  expect(await nextLine()).toContain(kept('lib/name.mjs', `link.mjs: Cannot find module '`))
  write('lib/late.ts', `export const late: string = 'n3'`)
  expect(await nextLine()).toBe(again('lib/late.ts'))
  write('lib/late.ts', `export const late: string = 'n4'`)
  expect(await nextLine()).toBe(again('lib/late.ts'))
  expect(await titles()).toEqual(['title:1:c3:n4:d2', 'title:c3:3'])

  // What nothing imports any more, and what is a dependency, change nothing.
  write('lib/name.json', '{"name":"n5"}')
  write('node_modules/dependency/index.js', 'module.exports = 2')
  write('lib/late.mjs', `export default 'late'`)
  write('lib/common.cjs', `module.exports = 'c' + require('./leaf') + require('./late.mjs').default`)
  expect(await nextLine()).toBe(again('lib/common.cjs'))
  write('lib/late.mjs', `export default 'later'`)
  expect(await nextLine()).toBe(again('lib/late.mjs'))
  expect(await nextLine()).toMatch(/^lib\/late\.mjs: .* restart the emulator\.$/)
  expect(await titles()).toEqual(['title:1:c3late:n4:d2', 'title:c3late:3'])

  write('emulator.config.yaml', 'fixtures: ./f.yaml')
  expect(await nextLine()).toContain('there is no file ./f.yaml')
  write('f.yaml', 'projects: [{ name: From the file }]')
  expect(await nextLine()).toBe(again('f.yaml'))
  expect(await cli.names('projects')).toEqual(['From the file'])
  rmSync(join(directory, 'emulator.config.yaml'))

  // A module that never ends to load does not keep the emulator from its end.
  expect(await nextLine()).toBe(again('emulator.config.yaml'))
  write('lib/late.ts', 'export const late: string = await new Promise(() => {})')
  await cli.stop()
}, 60_000)

it('goes on after an adapter that leaves errors behind, and after one that never loads', async () => {
  const adapter = (title: string, before: string) =>
    `${before}\nexport default { name: 'till', title: '${title}', kind: 'commerce', commands: [] }`
  write('stray.json', JSON.stringify({ projects: [{ name: 'A' }] }))
  write('stray.mjs', adapter('One', ''))
  const { said, ...cli } = await start('--fixtures', 'stray.json', '--adapter', 'stray.mjs')

  write(
    'stray.mjs',
    adapter('Two', `Promise.reject(new Error('unheard')); setTimeout(() => { throw new Error('timed') })`),
  )
  await said('the emulator goes on: unheard')
  await said('the emulator goes on: timed')
  expect(await cli.names('projects')).toEqual(['A'])

  write('stray.mjs', adapter('Three', 'await new Promise(() => {})'))
  await expect
    .poll(() => cli.output.stderr, { timeout: 30_000 })
    .toContain('kept as they are: --adapter: stray.mjs: it has not loaded within 10 seconds')
  write('stray.mjs', adapter('Four', ''))
  write('stray.json', JSON.stringify({ projects: [{ name: 'B' }] }))
  await expect.poll(() => cli.names('projects'), { timeout: 15_000 }).toEqual(['B'])
  await cli.stop()
})
