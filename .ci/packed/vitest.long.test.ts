// The fixtures of the packed package in the environments of Vitest: jsdom, vm threads, and a browser.
import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, inject, it } from 'vitest'
import { launchOptions } from '../../testing/chromium.ts'
import { installFixture, makeFolder } from '../../testing/package/install-package.ts'
import { runProgram } from '../../testing/package/pack-package.ts'

const tests = `
import { test } from '@platform-data/emulator/vitest'

test('answers', async ({ emulator, fetch, baseUrl, credentials, expect }) => {
  const headers = { authorization: 'Bearer ' + credentials.token, 'content-type': 'application/json' }
  const send = (name) => fetch(baseUrl + '/1.13/catalogs', { method: 'POST', headers, body: JSON.stringify({ name }) })
  expect((await send('Spring')).status).toBe(201)
  const refused = await send(5)
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('/name must be a text; got 5')])
  emulator.faults.add({ operation: 'environments.list', status: 503 })
  expect((await fetch(baseUrl + '/1.13/environments', { headers })).status).toBe(503)
  expect(emulator.requests.size).toBe(3)
})

test('fails', async ({ fetch, baseUrl, expect }) => {
  expect((await fetch(baseUrl + '/0/')).status).toBe(999)
})
`

/** The environment of each project, and the message of its failing test. */
const projects = [
  ['jsdom', { environment: 'jsdom' }, / #1 GET \/0\/ \(legacy\.root\) 200\n\n.* emulator replay .*-fails-.*\.case\.gz/],
  ['vm', { pool: 'vmThreads' }, / #1 GET \/0\/ \(legacy\.root\) 200\n\n.* emulator replay .*-fails-.*\.case\.gz/],
  [
    'vm-jsdom',
    { pool: 'vmThreads', environment: 'jsdom' },
    /needs ReadableStream, .* In Vitest, .* use the pool forks/,
  ],
  ['browser', {}, / #1 GET \/0\/ \(legacy\.root\) 200\n\n[^O]/],
] as const

const config = `
import { playwright } from '@vitest/browser-playwright'
const provider = playwright({ launchOptions: ${JSON.stringify(launchOptions())} })
const browser = { enabled: true, headless: true, screenshotFailures: false, provider, instances: [{ browser: 'chromium' }] }
const projects = ${JSON.stringify(projects.map(([name, options]) => ({ name, include: [`${name}.test.js`], ...options })))}
export default { test: { projects: projects.map((test) => ({ test: test.name === 'browser' ? { ...test, browser } : test })) } }
`

const { alone } = inject('packed')
const folder = join(makeFolder(alone), 'vitest')
let output: string | undefined

beforeAll(async () => {
  if (!(await installFixture('vitest', folder))) return
  // A copy, which resolves the Vitest of this folder.
  const name = 'node_modules/@platform-data/emulator'
  cpSync(join(alone, name), join(folder, name), { recursive: true })
  writeFileSync(join(folder, 'vitest.config.mjs'), config)
  for (const [project] of projects) writeFileSync(join(folder, `${project}.test.js`), tests)
  const command = ['node_modules/vitest/vitest.mjs', 'run', '--no-color', '--maxWorkers=1']
  // A test of each project fails.
  output = await runProgram(process.execPath, command, folder).catch((error: unknown) => String(error))
}, 300_000)

it.for(projects)('run in %s', ([project, , message], { skip }) => {
  if (output === undefined) return skip('npm cannot install Vitest here')
  const failed = (title: string) => output!.split(` ${project}.test.js > ${title}\n`)[1]?.split('⎯⎯⎯', 1)[0]
  if (project !== 'vm-jsdom') expect([project, failed('answers')]).toEqual([project, undefined])
  expect(failed('fails')).toMatch(message)
})
