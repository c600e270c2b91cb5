import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { taskNames } from '../../../conformance/client/tasks/names.ts'
import { readCase } from '../../../emulator/case/read-case.ts'
import { runVitest, type VitestRun } from '../../../testing/run-vitest.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const directory = mkdtempSync(join(tmpdir(), 'describe-client-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const from = (file: string) => JSON.stringify(pathToFileURL(join(root, file)).href)

/** Runs a suite over a careful client, which `change` may break. */
async function runSuite(
  change = '',
  options = '{}',
  ...args: readonly string[]
): Promise<VitestRun & { folder: string }> {
  const folder = mkdtempSync(join(directory, 'run-'))
  const text = `
    import { describeClient } from ${from('bin/vitest-entry.ts')}
    import { toDriver } from ${from('testing/clients/careful/driver.ts')}
    import { CarefulClient } from ${from('testing/clients/careful/client.ts')}
    const careful = toDriver(CarefulClient)
    describeClient({ ...careful ${change} }, ${options})
  `
  writeFileSync(join(folder, 'a.test.ts'), text)
  return { folder, ...(await runVitest(folder, args)) }
}

const withStatus = (run: VitestRun, status: string) =>
  [...run.tests].filter(([, test]) => test.status === status).map(([title]) => title)

it('passes a careful client, with one test for each task, input and scenario', async () => {
  const run = await runSuite('', `{ undecided: 'skip' }`)
  expect(withStatus(run, 'failed')).toEqual([])
  expect(run.passed).toBeGreaterThan(40)
  expect(run.tests.get('races around one expiry or revocation of the token')?.status).toBe('passed')
  expect(run.tests.get('get-token plain')?.status).toBe('passed')
})

const bare = `, 'list-environments': async ({ baseUrl, fetch, credentials }) => {
  const response = await fetch(baseUrl + '/1.13/environments', { headers: { authorization: credentials.token } })
  const { data } = await response.json()
  return { ids: data.map(({ id }) => id) }
}`

it('fails wrong pairs with the requirement, its sentence and what was sent, without a secret', async () => {
  const forgetful = `${bare}, 'list-projects': async () => { throw new Error('fetch failed') }`
  const run = await runSuite(forgetful, `{ only: ['list-environments', 'get-token', 'list-projects'] }`)
  const silent = run.tests.get('list-projects apiKey')!.failureMessages.join()
  expect(silent).toContain('The run sent no request to the emulator: only the `fetch` that a task')
  const failed = withStatus(run, 'failed')
  expect(failed).toContain('list-environments plain')
  expect(failed.filter((title) => title.startsWith('get-token'))).toEqual([])
  const message = run.tests.get('list-environments plain')!.failureMessages.join()
  expect(message).not.toContain('sent no request')
  expect(message).toMatch(/expected .*Bearer.*; got /)
  expect(message).toContain('requirement client.bearer (clause 5.1): Every request to a protected endpoint')
  expect(message).toMatch(/sent:\n\s+GET \/1\.13\/environments: 401/)
  expect(message).toContain('last answer: 401 {"error"')
  expect(run.output).toMatch(/Caused by: .*Cannot read properties of undefined.*\n.* a\.test\.ts:\d+/)
  expect(message).toContain('trap: The client sends a request to a protected endpoint')
  expect(message).toContain('a careful client: ')
  const [, file] = /Open this failure again: npx emulator replay (\S+\.case\.gz)/.exec(message) ?? []
  expect(await readCase(readFileSync(join(run.folder, file!)))).toMatchObject({
    failure: { test: 'list-environments plain' },
    worlds: [{ name: expect.stringMatching(/^run-\d+$/) }],
    events: expect.arrayContaining([
      expect.objectContaining({ kind: 'request', operation: 'environments.list', status: 401 }),
    ]),
  })
  expect(run.code).toBe(1)
})

/** An order that is placed again when its connection was dropped. */
const twice = `, invoke: async ({ baseUrl, fetch, credentials, input: { adapterConnectionId, command, body } }) => {
  const headers = { authorization: 'Bearer ' + credentials.token, 'content-type': 'application/json' }
  const send = () =>
    fetch(baseUrl + '/services/' + adapterConnectionId + '/' + command, { method: 'POST', headers, body: JSON.stringify(body) })
  const response = await send().catch(send)
  if (!response.ok) throw Object.assign(new Error('refused'), { status: response.status })
  return { result: await response.json() }
}`

it('prints advice on an order that is placed twice, and fails by it where advice counts', async () => {
  const only = `only: ['client.writes-once'], skip: ['create-access-token', 'rename-access-token', 'prepare-connect']`
  const [lenient, strict, careful] = await Promise.all([
    runSuite(twice, `{ ${only}, undecided: 'skip' }`),
    runSuite(twice, `{ ${only}, undecided: 'skip', strict: true }`),
    runSuite('', `{ ${only}, undecided: 'skip' }`),
  ])
  expect(withStatus(lenient, 'failed')).toEqual([])
  expect(lenient.output).toMatch(/Advice on this client \(1\).*POST \/services\/\S+ again/s)
  expect(lenient.output).toContain('requirement client.writes-once (clause 4.2): A write may have been done')
  expect(lenient.output).toContain('a careful client: It reports an error, or looks whether the write was done')
  expect(withStatus(strict, 'failed')).toEqual(['invoke plain, connection-dropped-after-write'])
  expect(careful.output).not.toContain('Advice on this client')
})

/** Every task but `list-environments`. */
const others = taskNames
  .filter((name) => name !== 'list-environments')
  .map((name) => `'${name}'`)
  .join()

it('skips tasks without a function, and leaves what is undecided to the last test', async () => {
  const withoutWalks = `, 'walk-products': undefined, 'get-token': undefined`
  const run = await runSuite(withoutWalks, `{ only: ['walk-products', 'get-token'] }`)
  expect([...run.tests].map(([title, { status }]) => `${title}: ${status}`)).toEqual([
    'get-token: the driver has no function for it: skipped',
    'walk-products: the driver has no function for it: skipped',
    'advice where the specification is silent: passed',
    'every stated requirement that applies was decided: failed',
  ])
  const never = bare.replace('authorization: ', "authorization: 'Bearer ' + ")
  const [failed, skipped] = await Promise.all([
    runSuite(never, `{ only: ['client.refresh-request'], skip: [${others}] }`),
    runSuite(never, `{ only: ['client.refresh-request'], skip: [${others}], undecided: 'skip' }`),
  ])
  expect(withStatus(failed, 'failed')).toEqual(['every stated requirement that applies was decided'])
  expect(failed.output).toContain('client.refresh-request')
  expect(failed.output).toContain('No token was refreshed: the client never did this.')
  expect(skipped.code).toBe(0)
})

it('passes no driver by which nothing was decided, and refuses a name that is nearly a task', async () => {
  const folder = mkdtempSync(join(directory, 'run-'))
  const text = `
    import { describeClient } from ${from('bin/vitest-entry.ts')}
    describeClient({ helper: async () => {} })
  `
  writeFileSync(join(folder, 'a.test.ts'), text)
  const [none, misspelt] = await Promise.all([runVitest(folder), runSuite(', getToken: careful["get-token"]')])
  expect(withStatus(none, 'failed')).toEqual(['every stated requirement that applies was decided'])
  expect(none.output).toContain('expected a run that decides something')
  expect(misspelt.output).toContain('got "getToken". Name it \'get-token\'')
})

it('runs the pairs that -t picks, and refuses a pattern that matches nothing', async () => {
  const [failing, none] = await Promise.all([
    runSuite('', '{}', '-t', 'walk-groups'),
    runSuite('', `{ only: ['walk-nothing'] }`),
  ])
  expect(failing.code).toBe(0)
  expect(withStatus(failing, 'passed').every((title) => title.startsWith('walk-groups'))).toBe(true)
  expect(withStatus(failing, 'passed').length).toBeGreaterThan(0)
  expect(none.code).toBe(1)
  expect(none.output).toContain('walk-nothing')
})

it('explores races, and shows the schedule of a fault', async () => {
  const folder = mkdtempSync(join(directory, 'run-'))
  const text = `
    import { describeClient } from ${from('bin/vitest-entry.ts')}
    import { racingDriver } from ${from('testing/clients/racing/client.ts')}
    import { racingClients } from ${from('testing/clients/racing/racing-clients.ts')}
    const { client: Client } = racingClients.find(({ name }) => name === 'race-lost-retry')
    const { open, ...tasks } = racingDriver(Client)
    const { 'list-environments': list, capabilities } = tasks
    describeClient({ open, 'list-environments': list, capabilities }, { undecided: 'skip' })
  `
  writeFileSync(join(folder, 'a.test.ts'), text)
  const run = await runVitest(folder)
  const message = run.tests.get('races around one expiry or revocation of the token')!.failureMessages.join()
  expect(message).toContain('requirement client.expired-token (clause 5.2)')
  // Of equally short schedules, any: one task renews a token, and the other still comes with the old one.
  const lines = [
    '1\\. the access token (?:expires|and its refresh token are revoked)',
    '2\\. (list-environments|capabilities): GET .* with the old token → 401',
    '3\\. \\1: POST /oauth/token → 200, still on its way',
    '4\\. (?!\\1)(?:list-environments|capabilities): GET .* with the old token → 401',
  ]
  expect(message).toMatch(new RegExp(lines.join('\\n\\s+')))
  expect(message).toContain('exploreRaces(driver, { replay: {"tasks":["list-environments","capabilities"]')
})
