// Right and wrong servers at the boundaries of lists: their limits, what is empty, and what others write meanwhile.
import { expect, it } from 'vitest'
import { FakeTime } from '../../../testing/conformance/fake-time.ts'
import { deviate, resultLines, runKit, toSubject } from '../../../testing/selftest/subject.ts'
import type { Conventions } from '../../../emulator/model/contract/conventions.ts'
import { createEmulator } from '../../../emulator/create-emulator.ts'
import { jsonOf, recordsIn, withJson, withRecords } from '../../../emulator/disturb/deviations/wrappers/messages.ts'
import { environments, products, resources } from '../../../emulator/disturb/deviations/wrappers/operations.ts'
import type { FetchWrapper } from '../../../emulator/disturb/deviations/define-deviation.ts'
import {
  answer,
  mapAnswer,
  mapBody,
  mapList,
  mapQuery,
  mapRecords,
} from '../../../emulator/disturb/deviations/wrappers/fetch-wrappers.ts'
import type { RunResult } from '../../judge/result.ts'
import type { Target } from '../../target/target-file.ts'
import { cursorChecks } from '../cursors/cursors-checks.ts'
import { combinedFilterChecks } from '../filters/combined-filters-checks.ts'
import { enumFilterChecks } from '../filters/enum-filters-checks.ts'
import { filterChecks } from '../filters/filters-checks.ts'
import { pagedFilterChecks } from '../filters/paged-filters-checks.ts'
import { searchChecks } from '../filters/search-checks.ts'
import { listChecks } from '../lists/lists-checks.ts'
import { onLivingData } from '../living-data.ts'

const checks = [
  ...listChecks,
  ...onLivingData([
    ...filterChecks,
    ...combinedFilterChecks,
    ...searchChecks,
    ...enumFilterChecks,
    ...pagedFilterChecks,
    ...cursorChecks,
  ]),
]

const same: FetchWrapper = (next) => next

interface Server {
  readonly way?: FetchWrapper
  readonly conventions?: Partial<Conventions>
  readonly fixtures?: 'default' | 'edge' | 'empty'
  readonly target?: (target: Target) => Target
}

async function judge({ way = same, conventions = {}, fixtures = 'default', target }: Server): Promise<RunResult> {
  const emulator = createEmulator({ conventions, fixtures, onError: () => undefined })
  deviate(emulator, way)
  const subject = toSubject(emulator)
  const time = new FakeTime()
  return await runKit(
    { target: target ? target(subject.target) : subject.target, fetch: time.fetch(subject.fetch) },
    { checks, time },
  )
}

const verdictOf = ({ results }: RunResult, check: string) => results.find((result) => result.check === check)?.verdict
const messageOf = ({ results }: RunResult, check: string) => results.find((result) => result.check === check)?.message

const renamed = (change: (name: string) => string): FetchWrapper =>
  mapRecords([products, resources, environments], ({ name, ...record }) => ({ ...record, name: change(String(name)) }))

const elsewhere = ({ enumFilters = [], ...target }: Target): Target => ({
  ...target,
  enumFilters: enumFilters.filter(({ path }) => path.endsWith('/products')),
})

const toLetters = (name: string) => Array.from(name, (letter) => String(letter.codePointAt(0)! % 10)).join('')

const optionsInWords = (words: string): FetchWrapper =>
  mapBody(
    [products, resources, environments],
    (body) => ({ message: `${words} ${/one of ([\w, ]+)/.exec(JSON.stringify(body))?.[1] ?? JSON.stringify(body)}` }),
    ({ status }) => status === 400,
  )

it.each<readonly [string, Server]>([
  ['limits above 50 refused', { conventions: { maximumLimit: 50 } }],
  ['limits above 50 lowered', { conventions: { maximumLimit: 50, excessiveLimit: 'clamp' } }],
  ['pages of 25 at most, so that ten hold all products', { conventions: { defaultLimit: 25, maximumLimit: 25 } }],
  ['names without letters', { way: renamed(toLetters) }],
  ['names in a script without case', { way: renamed((name) => `商品${name.length}`) }],
  ['names that end in ß', { way: renamed((name) => `${name} Straße`) }],
  [
    'no resources, and enum filters elsewhere',
    { way: answer(resources, () => new Response(null, { status: 404 })), target: elsewhere },
  ],
  ['options within a sentence', { way: optionsInWords('Use one of these, please:') }],
  [
    'search that refuses two letters',
    {
      way: answer(
        products,
        () => Response.json({}, { status: 422 }),
        ({ query }) => (query.get('search') ?? 'long').length < 3,
      ),
    },
  ],
  [
    'search that refuses what no record has',
    {
      way: answer(
        products,
        () => Response.json({}, { status: 400 }),
        ({ query }) => /[_%]/.test(query.get('search') ?? ''),
      ),
    },
  ],
  [
    'brands with patterns refused',
    {
      way: answer(
        products,
        () => Response.json({}, { status: 400 }),
        ({ query }) => /[_%*.]/.test(query.get('brand') ?? ''),
      ),
    },
  ],
  [
    'enum values that may be repeated behind a comma',
    {
      way: mapQuery(resources, (query) => {
        const statuses = query.get('status')?.split(',')
        const isListed = statuses?.every((status) => ['active', 'inactive', 'archived'].includes(status))
        return statuses && isListed ? { status: statuses[0] } : undefined
      }),
    },
  ],
])('blames nothing given %s', async (_what, server) => {
  const result = await judge(server)
  expect(resultLines(result, 'fail', 'error')).toEqual([])
  expect(resultLines(result, 'pass').length).toBeGreaterThan(20)
})

it('takes an empty list for a list, and no list of nothing for what it would show', async () => {
  const result = await judge({ fixtures: 'empty' })
  expect(resultLines(result, 'fail', 'error', 'blocked')).toEqual([])
  expect(verdictOf(result, 'environments.list.get')).toBe('pass')
  expect(verdictOf(result, 'environments.fields.id-name')).toBe('insufficientEvidence')
})

it.each(['null', '{}', '{"items":null}', '{"items":null,"total":0}'])(
  'does not blame a list of environments that may be empty given %s',
  async (body) => {
    const way = answer(environments, () => new Response(body, { headers: { 'content-type': 'application/json' } }))
    const result = await judge({ way })
    expect(['pass', 'insufficientEvidence']).toContain(verdictOf(result, 'environments.list.get'))
    expect(verdictOf(result, 'environments.fields.id-name')).toBe('insufficientEvidence')
  },
)

it('observes that there are no resources where enum filters name other lists alone', async () => {
  const way = answer(resources, () => new Response(null, { status: 404 }))
  expect(verdictOf(await judge({ way, target: elsewhere }), 'resources.list.get')).toBe('observed')
  expect(verdictOf(await judge({ way }), 'resources.list.get')).toBe('fail')
})

it('walks twenty pages that hold all records to their end', async () => {
  const result = await judge({ conventions: { defaultLimit: 13, maximumLimit: 13, excessiveLimit: 'clamp' } })
  expect(verdictOf(result, 'cursors.complete.end')).toBe('pass')
  const bounded = await judge({ conventions: { defaultLimit: 12, maximumLimit: 12, excessiveLimit: 'clamp' } })
  expect(messageOf(bounded, 'cursors.complete.end')).toContain('only 20 pages were walked, and more follow')
})

it('decides limits and partial search given a maximum of 50 and names without letters', async () => {
  const limited = await judge({ conventions: { maximumLimit: 50 } })
  for (const check of ['filters.enum-invalid.paged', 'cursors.limit.between', 'cursors.complete.walks'])
    expect(verdictOf(limited, check)).toBe('pass')
})

it.each([
  [2, 'refuse'],
  [3, 'refuse'],
  [7, 'refuse'],
  [3, 'clamp'],
] as const)('decides all about lists given a largest limit of %i, where more is met with: %s', async (most, effect) => {
  const result = await judge({ conventions: { defaultLimit: most, maximumLimit: most, excessiveLimit: effect } })
  expect(resultLines(result, 'fail', 'error', 'blocked', 'insufficientEvidence')).toEqual([])
})

/** Hides a record in every other walk in large pages: what a cache or a broken replica does. */
const flickering = (): FetchWrapper => {
  let walks = 0
  return mapAnswer(
    products,
    async (response, { query }) => {
      if (!query.has('starting_after')) walks++
      const body = await jsonOf(response)
      return walks % 2 === 1 ? response : withJson(response, withRecords(body, recordsIn(body).toSpliced(5, 1)))
    },
    ({ ok }, { query }) => ok && query.get('limit') === '100',
  )
}

it('does not call records deleted that later reads show', async () => {
  const lost = mapList(
    products,
    (records) => records.slice(1),
    ({ ok }, { query }) => ok && query.has('brand'),
  )
  const result = await judge({ way: (next, operationOf) => lost(flickering()(next, operationOf), operationOf) })
  expect(verdictOf(result, 'filters.exact.value')).toBe('fail')
})

/** Deletes the newest product at every so many requests, and ignores a filter beside another. */
const deleting =
  (every: number, isWrong: boolean): FetchWrapper =>
  (next, operationOf) => {
    const deleted = new Set<string>()
    let requests = 0
    const hide = mapAnswer(products, async (response, { query, send }) => {
      const body = await jsonOf(response)
      const records = recordsIn(body)
      if (++requests % every === 0 && !query.has('starting_after') && records[0]) deleted.add(records[0].id)
      if (!records.some(({ id }) => deleted.has(id))) return response
      const whole = recordsIn(await jsonOf(await send({ query: { limit: '100' } })))
      const isBackward = query.has('ending_before')
      const cursor = isBackward ? { ending_before: whole[0]?.id } : { starting_after: whole.at(-1)?.id }
      const others = recordsIn(await jsonOf(await send({ query: { limit: '100', ...cursor } })))
      const left = (isBackward ? [...others, ...whole] : [...whole, ...others]).filter(({ id }) => !deleted.has(id))
      const count = Math.max(records.length, 1)
      const cut = isBackward ? left.slice(-count) : left.slice(0, count)
      return withJson(response, withRecords(body, cut))
    })
    const wrong = mapQuery(products, (query) => (query.has('brand') ? { category: undefined } : undefined))
    return hide(isWrong ? wrong(next, operationOf) : next, operationOf)
  }

it('judges what is settled where others delete', async () => {
  expect(resultLines(await judge({ way: deleting(9, false) }), 'fail', 'error')).toEqual([])
  const result = await judge({ way: deleting(12, true) })
  expect(verdictOf(result, 'filters.and.intersection')).toBe('fail')
})
