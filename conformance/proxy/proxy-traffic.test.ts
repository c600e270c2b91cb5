import { expect, it } from 'vitest'
import type { Target } from '../target/target-file.ts'
import { judgeClientTraffic } from './client-traffic.ts'
import { summarizeProxy } from './proxy-report.ts'
import { judgeService } from './service-traffic.ts'
import { type NameAndValue, recordedRequest, recordedResponse, type Traffic } from './traffic.ts'

const target: Target = { baseUrl: 'https://staging.test/api' }
const id = '2rHt2Okh4RUnlKcuUyeAJjTsJzW'
const catalog = '2rHt2Okh4RUnlKcuUyeAJjTsJzX'
const bearer = [['Authorization', 'Bearer of-a-client']] as const

interface Asked {
  readonly method?: string
  readonly headers?: readonly NameAndValue[]
  readonly body?: string
  readonly status?: number
  readonly json?: unknown
  readonly answerHeaders?: readonly NameAndValue[]
  readonly isWhole?: boolean
}

/** Exchanges one after another, below the path of the base URL unless they begin with `!`. */
function sampleTraffic(...all: readonly (readonly [address: string, asked?: Asked])[]): Traffic {
  const exchanges = all.map(([address, asked = {}], index) => {
    const { method = 'GET', headers = bearer, body = '', status = 200, json = { data: [] }, isWhole = true } = asked
    const sent = asked.answerHeaders ?? [['Content-Type', 'application/json']]
    const url = `https://staging.test${address.startsWith('!') ? address.slice(1) : `/api${address}`}`
    return {
      request: recordedRequest({ method, url, headers }, { text: body }),
      response: recordedResponse({ status, headers: sent }, { text: JSON.stringify(json) }, isWhole),
      arrived: 2 * index + 1,
      answered: 2 * index + 2,
      startedAt: index,
      durationMs: 1,
      connection: 1,
    }
  })
  return { exchanges, unkept: 0, startedAt: 0, durationMs: 1 }
}

async function judged(traffic: Traffic, of: Target = target) {
  const service = await judgeService({ ...traffic, target: of, keepsExchanges: true })
  const client = judgeClientTraffic({ ...traffic, target: of, client: { name: 'a client', command: [] } })
  const failed = ({ results }: { readonly results: readonly { check: string; verdict: string }[] }) =>
    results.filter(({ verdict }) => verdict === 'fail').map(({ check }) => check)
  const { exitCode, decided } = summarizeProxy({ service, client })
  return { service, client, failed: [...failed(service), ...failed(client)], exitCode, decided }
}

const environments = (records: readonly object[]) =>
  ['/1.13/environments', { json: { data: records, has_more: false } }] as const

it('judges the service by its records, below the path of its base URL', async () => {
  const { failed, exitCode, service } = await judged(
    sampleTraffic(environments([{ id, name: 'A', project_id: `prj_${id}` }])),
  )
  expect([failed, exitCode]).toEqual([['ids.never-prefixed.answers'], 1])
  expect(service.results.find(({ verdict }) => verdict === 'fail')?.message).toContain(`got project_id prj_${id} at `)
})

it('does not judge the service by a truncated answer', async () => {
  const [address, asked] = environments([{ id: 'x' }])
  const { service, failed } = await judged(sampleTraffic([address, { ...asked, isWhole: false }]))
  expect(failed).toEqual([])
  expect(service.exchanges).toMatchObject([{ response: { trouble: 'the connection ended before the body did' } }])
})

it('passes a correct client and a correct service', async () => {
  const { failed, exitCode, decided } = await judged(sampleTraffic(environments([{ id, name: 'A' }])))
  expect([failed, exitCode]).toEqual([[], 0])
  expect(decided).toBeGreaterThan(3)
})

it('decides nothing without traffic', async () => {
  expect(await judged(sampleTraffic())).toMatchObject({ failed: [], exitCode: 4, decided: 0 })
})

it('finds a client that loses the path of the base URL', async () => {
  const lost = await judged(sampleTraffic(['!/1.13/environments', { status: 404 }]))
  expect(lost).toMatchObject({ failed: ['client.base-url'], exitCode: 1 })
})

it('judges nothing that the client asks of another API at the same origin', async () => {
  const { failed, exitCode } = await judged(sampleTraffic(['!/login?next=/', { status: 404 }], ['!/favicon.ico']))
  expect([failed, exitCode]).toEqual([[], 4])
})

it.each<[string, string, readonly string[]]>([
  ['has no colon', btoa('an-api-key'), ['client.api-key']],
  ['has a password', btoa('an-api-key:x'), ['client.api-key']],
  ['is right', btoa('an-api-key:'), []],
])('judges an API key that no target file declares, where it %s', async (_what, value, failed) => {
  const headers = [['Authorization', `Basic ${value}`]] as const
  expect((await judged(sampleTraffic(['/0/projects/', { headers }]))).failed).toEqual(failed)
})

it('treats a 404 of a path that the service serves elsewhere as an unknown id', async () => {
  const nested = (project: string) => `/1.13/projects/${project}/environments`
  const unknown = [nested(id), { status: 404, json: {} }] as const
  const served = [nested(catalog), { json: { data: [] } }] as const
  expect((await judged(sampleTraffic(unknown))).failed).toEqual(['client.versioned-paths'])
  expect((await judged(sampleTraffic(served, unknown))).failed).toEqual([])
})

it('knows the paths that the target file declares', async () => {
  const named = { ...target, version: '2.0', paths: { accessTokens: '/2.0/tokens' } }
  const { service } = await judged(sampleTraffic(['/2.0/environments', { json: { data: [{ id, name: 'A' }] } }]), named)
  expect(service.exchanges).toMatchObject([{ request: { operation: 'environments.list' } }])
})
