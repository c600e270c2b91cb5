/** TypeScript of a project that uses the package. Each wrong line follows the right one and differs in one name. */
export const exactNames = `
import { createEmulator, defineAdapter, operationIds, toMswHandlers } from '@platform-data/emulator'
import type { Conventions, Emulator } from '@platform-data/emulator'

const emulator: Emulator = createEmulator({ seed: 1 })

emulator.data.insert('catalogs', { name: 'Spring' })
// @ts-expect-error -- no such collection
emulator.data.insert('catalog', { name: 'Spring' })
// @ts-expect-error -- no such member
emulator.data.insert('catalogs', { nmae: 'Spring' })
const brand: string | null | undefined = emulator.data.find('catalog_products', { where: { brand: 'Acme' } })[0]?.brand
// @ts-expect-error -- no such filter
emulator.data.find('catalog_products', { where: { brnad: 'Acme' } })

createEmulator({ conventions: { listEnvelope: 'array' } })
// @ts-expect-error -- no such convention
createEmulator({ conventions: { listEnvelop: 'array' } })
// @ts-expect-error -- no such value
createEmulator({ conventions: { listEnvelope: 'arrays' } })

emulator.faults.add({ operation: 'products.list', status: 503, times: 2 })
// @ts-expect-error -- no such operation
emulator.faults.add({ operation: 'product.list', status: 503, times: 2 })
createEmulator({ faults: [{ operation: 'oauth.token', drop: 'before' }] })
// @ts-expect-error -- no such operation
createEmulator({ faults: [{ operation: 'oauth.tokens', drop: 'before' }] })

createEmulator({ deviations: ['DEVIATION'] })
// @ts-expect-error -- no such deviation
createEmulator({ deviations: ['no-such-deviation'] })
emulator.deviations.set(['DEVIATION'])
// @ts-expect-error -- no such deviation
emulator.deviations.set(['no-such-deviation'])

const adapter = defineAdapter({
  name: 'till', title: 'Till', kind: 'commerce',
  commands: [
    { name: 'ring', description: 'Rings.', body: { type: 'object' }, result: { type: 'object' }, handle: () => ({}) },
  ],
})
const changes: Partial<Conventions> = { defaultLimit: 3 }
emulator.setConventions(changes)
const fork = createEmulator({ adapters: [adapter], clock: '2026-01-01' }).fork()
const answer: Promise<Response> = fork.fetch(new Request('https://api.example/0/'))
const clientFetch: typeof globalThis.fetch = emulator.fetch
emulator.worlds.use('blue').data.insert('catalogs', { name: 'Spring' })
emulator.restore(JSON.parse(JSON.stringify(emulator.snapshot())))
// @ts-expect-error -- no snapshot
emulator.restore({})
const operation: 'products.list' | undefined = operationIds.find((id) => id === 'products.list')
type Resolver = (info: { readonly request: Request }) => Promise<Response>
declare const http: { all: (path: RegExp, resolver: Resolver) => { readonly handler: true } }
const [handler] = toMswHandlers(emulator, { baseUrl: 'https://api.example', http })
export const used: unknown = [brand, answer, operation, handler.handler, clientFetch]
`

/** The checks of the entries for Node and its test runners. */
export const runnerEntries = `
import { createEmulator } from '@platform-data/emulator'
import { type ClientDriver, type ClientReport, judgeClient } from '@platform-data/emulator/client'
import { checks, parseTargetFile, runConformance, type Target } from '@platform-data/emulator/conformance'
import { toCollections } from '@platform-data/emulator/msw-data'
import { serve, type RunningServer } from '@platform-data/emulator/node'
import { routeTo, test as browserTest } from '@platform-data/emulator/playwright'
import { describeClient, describeConformance, test } from '@platform-data/emulator/vitest'
import type { BrowserContext } from '@playwright/test'

const server: RunningServer = await serve(createEmulator(), { port: 0 })
const port: number = server.port
// @ts-expect-error -- a number
await serve(createEmulator(), { port: '0' })
const { catalogs } = await toCollections(createEmulator(), { only: ['catalogs'] })
const title: string | undefined = catalogs.findFirst((query) => query.where({ name: 'Spring' }))?.name
// @ts-expect-error -- no such collection
await toCollections(createEmulator(), { only: ['catalog'] })
const target: Target = parseTargetFile('baseUrl: https://staging.example', process.env)
describeConformance(target, { only: ['ids.*'], undecided: 'skip' })
// @ts-expect-error -- fail or skip
describeConformance(target, { only: ['ids.*'], undecided: 'ignore' })
const driver: ClientDriver = {
  'walk-groups': async ({ baseUrl, fetch, credentials, input }) => {
    const headers = { authorization: 'Bearer ' + credentials.integrationToken }
    const { status } = await fetch(baseUrl + '/0/projects/' + input.projectId + '/groups/', { headers })
    // @ts-expect-error -- no such input
    return { ids: [String(status), input.issueId] }
  },
  // @ts-expect-error -- ids are listed
  'walk-events': async ({ input }) => ({ events: [input.issueId] }),
}
const shared: ClientDriver<{ list: () => Promise<string[]> }> = {
  open: ({ baseUrl }) => ({ list: async () => [baseUrl] }),
  'list-environments': async ({ client }) => ({ ids: await client.list() }),
  // @ts-expect-error -- no such task
  'list-environment': async () => ({ ids: [] }),
}
describeClient(driver, { only: ['walk-*'], undecided: 'skip' })
const report: ClientReport = await judgeClient(shared, { skip: ['client.redirects'] })
// @ts-expect-error -- no such verdict
export const failures: number = report.summary.fail + report.summary.failed
test('has an emulator', async ({ emulator, fetch, expect }) => {
  emulator.faults.add({ operation: 'products.list', status: 503 })
  // @ts-expect-error -- no such operation
  emulator.faults.add({ operation: 'product.list', status: 503 })
  expect((await fetch('https://api.example.com/0/')).ok).toBe(true)
})
browserTest('has an emulator', async ({ page, emulator }) => {
  await page.goto('/')
  emulator.requests.one({ operation: 'products.list' })
  // @ts-expect-error -- no such operation
  emulator.requests.one({ operation: 'product.list' })
})
declare const context: BrowserContext
await routeTo(context, createEmulator(), { baseUrl: 'https://api.example.com' })
const { results } = await runConformance({ target, checks })
export const used: unknown = [port, title, results[0]?.verdict]
`

/** The published types are those of the platform: of Node, or of a browser. */
export const platformTypes = `
import { createEmulator } from '@platform-data/emulator'

const emulator = createEmulator()
const clientFetch: typeof globalThis.fetch = emulator.fetch
const signal: AbortSignal = AbortSignal.timeout(1000)
const init: RequestInit = { headers: new Headers({ accept: 'application/json' }), signal }
const answers: Promise<Response>[] = [emulator.fetch(new URL('https://api.example/0/'), init), clientFetch('x')]
// @ts-expect-error -- no such member of RequestInit
export const used: unknown = [answers, emulator.fetch(new Request('https://api.example/0/'), { mehtod: 'GET' })]
`

/** The package without any types of a platform. */
export const noPlatform = `
import { createEmulator, installFetch } from '@platform-data/emulator'
import { checks, runConformance } from '@platform-data/emulator/conformance'
import { serve } from '@platform-data/emulator/node'

const emulator = createEmulator()
const headers = { authorization: 'Bearer ' + emulator.credentials.token }
const response = await emulator.fetch('https://api.example/1.13/environments', { headers, method: 'GET' })
const status: number = response.status
const allow: string | null = response.headers.get('allow')
const body: unknown = await response.json()
using installed = installFetch(emulator, { baseUrl: 'https://api.example', target: { fetch: emulator.fetch } })
const { url } = await serve(emulator, { port: 0 })
// @ts-expect-error -- no such member
export const used: unknown = [status, allow, body, installed, url, checks, runConformance, response.stauts]
`
