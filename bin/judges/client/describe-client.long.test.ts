import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { taskNames } from '../../../conformance/client/tasks/names.ts'
import { readCase } from '../../../emulator/serve/case/read-case.ts'
import { runVitest, type VitestRun } from '../../../testing/run-vitest.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const directory = mkdtempSync(join(tmpdir(), 'describe-client-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const quotedFileUrl = (file: string) => JSON.stringify(pathToFileURL(join(root, file)).href)

/** A suite over a careful client, which `change` may break. */
const suiteSource = (change: string, options: string) => `
  import { describeClient } from ${quotedFileUrl('bin/vitest-entry.ts')}
  import { toDriver } from ${quotedFileUrl('testing/clients/careful/driver.ts')}
  import { CarefulClient } from ${quotedFileUrl('testing/clients/careful/client.ts')}
  const careful = toDriver(CarefulClient)
  describeClient({ ...careful ${change} }, ${options})`

async function runSuites(name: string, suites: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const folder = join(directory, name)
  mkdirSync(folder)
  for (const [suite, text] of Object.entries(suites)) writeFileSync(join(folder, `${suite}.test.ts`), text)
  return await runVitest(folder, ['--no-isolate', ...args])
}

/** Sends its token without a scheme. */
const bare = `, 'list-environments': async ({ baseUrl, fetch, credentials }) => {
  const response = await fetch(baseUrl + '/1.13/environments', { headers: { authorization: credentials.token } })
  const { data } = await response.json()
  return { ids: data.map(({ id }) => id) }
}`
const forgetful = `${bare}, 'list-projects': async () => { throw new Error('fetch failed') }`

/** Repeats an order if its connection was dropped. */
const twice = `, invoke: async ({ baseUrl, fetch, credentials, input: { adapterConnectionId, command, body } }) => {
  const headers = { authorization: 'Bearer ' + credentials.token, 'content-type': 'application/json' }
  const send = () =>
    fetch(baseUrl + '/services/' + adapterConnectionId + '/' + command, { method: 'POST', headers, body: JSON.stringify(body) })
  const response = await send().catch(send)
  if (!response.ok) throw Object.assign(new Error('refused'), { status: response.status })
  return { result: await response.json() }
}`
const advice = `only: ['client.writes-once'], skip: ['create-access-token', 'rename-access-token', 'prepare-connect'], undecided: 'skip'`

const never = bare.replace('authorization: ', "authorization: 'Bearer ' + ")
/** Every task but `list-environments`. */
const others = JSON.stringify(taskNames.filter((name) => name !== 'list-environments'))

let run: VitestRun
beforeAll(async () => {
  run = await runSuites('all', {
    wrong: suiteSource(forgetful, `{ only: ['list-environments', 'get-token', 'list-projects'] }`),
    lenient: suiteSource(twice, `{ ${advice} }`),
    strict: suiteSource(twice, `{ ${advice}, strict: true }`),
    careful: suiteSource('', `{ ${advice} }`),
    without: suiteSource(
      `, 'walk-products': undefined, 'get-token': undefined`,
      `{ only: ['walk-products', 'get-token'] }`,
    ),
    open: suiteSource(never, `{ only: ['client.refresh-request'], skip: ${others} }`),
    skipped: suiteSource(never, `{ only: ['client.refresh-request'], skip: ${others}, undecided: 'skip' }`),
    nothing: `import { describeClient } from ${quotedFileUrl('bin/vitest-entry.ts')}\ndescribeClient({ helper: async () => {} })`,
    misspelt: suiteSource(', getToken: careful["get-token"]', '{}'),
    unmatched: suiteSource('', `{ only: ['walk-nothing'] }`),
    racing: `
      import { describeClient } from ${quotedFileUrl('bin/vitest-entry.ts')}
      import { racingDriver } from ${quotedFileUrl('testing/clients/racing/client.ts')}
      import { racingClients } from ${quotedFileUrl('testing/clients/racing/racing-clients.ts')}
      const { client: Client } = racingClients.find(({ name }) => name === 'race-lost-retry')
      const { open, 'list-environments': list, capabilities } = racingDriver(Client)
      describeClient({ open, 'list-environments': list, capabilities }, { undecided: 'skip' })`,
  })
})

const suiteTests = (suite: string) => [...run.files.get(`${suite}.test.ts`)!]
const titlesByStatus = (suite: string, status: string) =>
  suiteTests(suite).flatMap(([title, test]) => (test.status === status ? [title] : []))
const failureText = (suite: string, title: string) =>
  run.files.get(`${suite}.test.ts`)!.get(title)!.failureMessages.join()

it('fails tasks that break a requirement, with its sentence and what was sent, without a secret', async () => {
  const failed = titlesByStatus('wrong', 'failed')
  expect(failed).toContain('list-environments plain')
  expect(failed.filter((title) => title.startsWith('get-token'))).toEqual([])
  expect(failureText('wrong', 'list-projects apiKey')).toContain(
    'The run sent no request to the emulator: only the `fetch`',
  )
  const message = failureText('wrong', 'list-environments plain')
  for (const text of [
    'requirement client.bearer (clause 5.1, stated): Every request to a protected endpoint',
    'last answer: 401 {"error"',
    'why it matters: The client sends a request to a protected endpoint',
    'expected handling: ',
  ])
    expect(message).toContain(text)
  expect(message).toMatch(/expected .*Bearer.*; got /)
  expect(message).toMatch(/sent:\n\s+GET \/1\.13\/environments → 401/)
  expect(run.output).toMatch(/Caused by: .*Cannot read properties of undefined.*\n.* wrong\.test\.ts:\d+/)
  const [, file] =
    /Open this failure again: npx (?:@platform-data\/)?emulator replay (\S+\.case\.gz)/.exec(message) ?? []
  expect(readCase(readFileSync(join(directory, 'all', file!)))).toMatchObject({
    failure: { test: 'list-environments plain' },
    events: expect.arrayContaining([expect.objectContaining({ operation: 'environments.list', status: 401 })]),
  })
  expect(run.code).toBe(1)
  expect(run.output).toMatch(/Platform Data API client: \d+ requirements? failed, \d+ kept\.\n/)
  expect(run.output).toMatch(/ {2}client\.bearer \(clause 5\.1\) in 1 run: expected Authorization/)
})

it('prints advice on an order that is placed twice, and fails when advice counts', () => {
  expect([titlesByStatus('lenient', 'failed'), titlesByStatus('careful', 'failed')]).toEqual([[], []])
  expect(run.output.match(/Advice on this client/g)).toHaveLength(1)
  expect(run.output).toMatch(/Advice on this client \(1\).*POST \/services\/\S+ again/s)
  expect(run.output).toContain('requirement client.writes-once (clause 4.2, implied): A write may have been done')
  expect(run.output).toContain('expected handling: It reports an error, or checks whether the write was done')
  expect(run.output).toMatch(
    /client: 0 requirements failed, \d+ kept\.\n *Advice on 1 implied requirement: client\.writes-once\./,
  )
  const isSkipped = (suite: string) =>
    titlesByStatus(suite, 'skipped').includes('advice where the specification is silent')
  expect([isSkipped('lenient'), isSkipped('careful')]).toEqual([true, false])
  expect(titlesByStatus('strict', 'failed')).toEqual(['invoke plain, connection-dropped-after-write'])
})

it('skips tasks without a function, and leaves what is undecided to the last test', () => {
  const last = 'every stated requirement that applies was decided'
  expect(suiteTests('without').map(([title, { status }]) => `${title}: ${status}`)).toEqual([
    'get-token: the driver has no function for it: skipped',
    'walk-products: the driver has no function for it: skipped',
    `${last}: failed`,
    'advice where the specification is silent: passed',
  ])
  for (const suite of ['open', 'nothing']) expect(titlesByStatus(suite, 'failed')).toEqual([last])
  expect(failureText('open', last)).toMatch(
    /client\.refresh-request.*No token was refreshed; the client never did this\./s,
  )
  expect(failureText('nothing', last)).toContain('expected a run that decides something')
  expect(titlesByStatus('skipped', 'failed')).toEqual([])
})

it('refuses a name that is nearly a task, and a pattern that matches nothing', () => {
  for (const suite of ['misspelt', 'unmatched']) expect(suiteTests(suite)).toEqual([])
  expect(run.output).toContain('got "getToken". Name it \'get-token\'')
  expect(run.output).toContain('walk-nothing')
})

it('explores races, and shows the schedule of a fault', () => {
  const message = failureText('racing', 'races around one expiry of the token')
  expect(message).toContain('requirement client.expired-token (clause 5.2, stated)')
  expect(message).toMatch(/1\. the access token expires\n\s+2\. .* 401\n/)
})

it('passes the tasks of a careful client that -t picks', async () => {
  const careful = suiteSource('', `{ undecided: 'skip' }`)
  const { code, tests, passed } = await runSuites('picked', { careful }, '-t', 'walk-groups|races|get-token')
  const titles = [...tests].filter(([, { status }]) => status === 'passed').map(([title]) => title)
  expect([code, passed > 5, titles.filter((title) => !/walk-groups|races|get-token/.test(title))]).toEqual([
    0,
    true,
    [],
  ])
})
