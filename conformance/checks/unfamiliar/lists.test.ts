import { expect, it } from 'vitest'
import { toSubject } from '../../../testing/selftest/subject.ts'
import { createEmulator } from '../../../emulator/create-emulator.ts'
import type { FetchLike } from '../../../emulator/disturb/deviations/define-deviation.ts'
import type { RunResult } from '../../judge/result.ts'
import { runConformance } from '../../judge/run-conformance.ts'
import { cursorChecks } from '../cursors/cursors-checks.ts'
import { combinedFilterChecks } from '../filters/combined-filters-checks.ts'
import { enumFilterChecks } from '../filters/enum-filters-checks.ts'
import { filterChecks } from '../filters/filters-checks.ts'
import { pagedFilterChecks } from '../filters/paged-filters-checks.ts'
import { searchChecks } from '../filters/search-checks.ts'
import { idOrderChecks } from '../ids/id-order-checks.ts'
import { idChecks } from '../ids/ids-checks.ts'
import { malformedIdChecks } from '../ids/malformed-ids-checks.ts'
import { prefixedIdChecks } from '../ids/prefixed-ids-checks.ts'
import { listChecks } from '../lists/lists-checks.ts'

const checks = [
  ...idChecks,
  ...idOrderChecks,
  ...prefixedIdChecks,
  ...malformedIdChecks,
  ...listChecks,
  ...filterChecks,
  ...combinedFilterChecks,
  ...searchChecks,
  ...enumFilterChecks,
  ...pagedFilterChecks,
  ...cursorChecks,
]

type Wrap = (next: FetchLike) => FetchLike
type Item = Readonly<Record<string, unknown>>

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
const pathOf = (request: Request) => new URL(request.url).pathname
const has = (request: Request, ...names: readonly string[]) =>
  names.some((name) => new URL(request.url).searchParams.has(name))
const paging = ['limit', 'starting_after', 'ending_before']
const othersThanProducts = /\/(?:resources|environments)$/

async function run(wrap: Wrap): Promise<RunResult> {
  const emulator = createEmulator()
  return await runConformance({ target: toSubject(emulator).target, checks, fetch: wrap(emulator.fetch) })
}

/** A server whose lists have another shape. */
function listsAs(change: (items: readonly Item[], request: Request) => unknown): Wrap {
  return (next) => async (request) => {
    const copy = request.clone()
    const response = await next(request)
    if (
      copy.method !== 'GET' ||
      response.status !== 200 ||
      !/\/(?:environments|resources|products|events\/|groups\/)$/.test(pathOf(copy))
    )
      return response
    const body = JSON.parse(await response.text()) as readonly Item[] | { data: readonly Item[] }
    return new Response(JSON.stringify(change('data' in body ? body.data : body, copy)), {
      status: 200,
      headers: response.headers,
    })
  }
}

/** A server that answers some requests differently. */
function answering(when: (request: Request) => boolean, answer: () => Response): Wrap {
  return (next) => (request) => (when(request) ? Promise.resolve(answer()) : next(request))
}

function without(names: readonly string[], when: (request: Request) => boolean): Wrap {
  return (next) => (request) => {
    if (!when(request)) return next(request)
    const url = new URL(request.url)
    for (const name of names) url.searchParams.delete(name)
    return next(new Request(url, request))
  }
}

const smallLimit = (request: Request) =>
  has(request, 'limit') && Number(new URL(request.url).searchParams.get('limit')) < 10

/** Right servers that look unlike any of the emulator's conventions. */
const rightServers: Readonly<Record<string, Wrap>> = {
  'JSON:API with more records beside the data': listsAs((items) => ({
    included: Array.from({ length: 300 }, (_, index) => ({ type: 'brand', id: String(index) })),
    data: items.map(({ id, ...attributes }) => ({ type: 'thing', id, attributes })),
    links: {},
  })),
  'edges with cursors': listsAs((items) => ({
    pageInfo: { hasNextPage: true },
    edges: items.map((node) => ({ cursor: `c-${String(node['id'])}`, node })),
  })),
  'null for an empty list': listsAs((items) => ({ records: items.length === 0 ? null : items, total: items.length })),
  'no member for an empty list': listsAs((items) => ({
    meta: { errors: [] },
    ...(items.length === 0 ? {} : { result: { list: items } }),
  })),
  'each record within an object': listsAs((items) => ({ status: 'ok', payload: items.map((record) => ({ record })) })),
  'lists of other things with ids beside the records': listsAs((items) => ({
    filters: { brand: [{ id: 'a', name: 'x' }] },
    columns: [{ id: 'name' }],
    data: items,
  })),
  'ids of other systems within records': listsAs((items) => ({
    data: items.map((item) => ({ ...item, source: { id: 'gid://shop/1', product_id: 'sku-7' }, owner: { id: 42 } })),
  })),
  'the page before a cursor in rising order': listsAs((items, request) => ({
    data: has(request, 'ending_before') ? items.toReversed() : items,
  })),
  'products with times of another system': listsAs((items) => ({
    data: items.map((item) =>
      item['brand'] === undefined
        ? item
        : {
            ...item,
            created_at: new Date(
              1.6e12 + (((item['id'] as string).codePointAt(26)! * 7919) % 1000) * 1e8,
            ).toISOString(),
          },
    ),
  })),
  'no times at all': listsAs((items) => ({ data: items.map(({ created_at: _time, ...rest }) => rest) })),
  'only the products paged': without(paging, (request) => othersThanProducts.test(pathOf(request))),
  'paging refused beyond the products': answering(
    (request) => othersThanProducts.test(pathOf(request)) && has(request, ...paging),
    () => json(422, { message: 'unknown parameter' }),
  ),
  'titles in place of names': listsAs((items) => ({
    data: items.map(({ name, ...rest }) => ({
      ...rest,
      ...(rest['brand'] === undefined ? { name } : { title: name }),
    })),
  })),
  'no search': without(['search'], () => true),
  'search refused': answering(
    (request) => has(request, 'search'),
    () => json(400, { message: 'unknown parameter' }),
  ),
  'a limit of 10 at least': answering(smallLimit, () => json(422, { message: 'limit is 10 or more' })),
  'errors that are a JSON text': (next) => async (request) => {
    const response = await next(request)
    return response.status < 400 ? response : json(response.status, `Error: ${await response.text()}`)
  },
  'a 404 behind the last record': (next) => async (request) => {
    const response = await next(request.clone())
    return has(request, 'starting_after') &&
      response.status === 200 &&
      ((await response.clone().json()) as { data?: unknown[] }).data?.length === 0
      ? json(404, {})
      : response
  },
  'a 404 for a brand that nothing has': (next) => async (request) => {
    const response = await next(request.clone())
    return has(request, 'brand') &&
      !has(request, ...paging) &&
      response.status === 200 &&
      ((await response.clone().json()) as { data?: unknown[] }).data?.length === 0
      ? json(404, {})
      : response
  },
  'products made all the time': (next) => {
    let count = 0
    return async (request) => {
      const path = pathOf(request)
      if (/\/catalogs\/[0-9A-Za-z]{27}\/products$/.test(path) && ++count % 3 === 0) {
        await next(
          new Request(new URL(path, request.url), {
            method: 'POST',
            headers: { ...Object.fromEntries(request.headers), 'content-type': 'application/json' },
            body: '{"name":"Live lamp","brand":"Acme","category":"Lamps"}',
          }),
        )
      }
      return await next(request)
    }
  },
}

it.each(Object.entries(rightServers))('fails nothing given %s', async (_name, wrap) => {
  const { results } = await run(wrap)
  expect(
    results
      .filter(({ verdict }) => verdict === 'fail' || verdict === 'error' || verdict === 'blocked')
      .map(({ check, message }) => `${check}: ${message}`),
  ).toEqual([])
  expect(results.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(90)
})

it('decides search given records with titles, and asks for no times when none are shown', async () => {
  const { results } = await run(rightServers['titles in place of names']!)
  expect(
    results
      .filter(({ check, verdict }) => check.startsWith('filters.') && verdict !== 'pass')
      .map(({ check, message }) => `${check}: ${message}`),
  ).toEqual([])
  const timeless = await run(rightServers['no times at all']!)
  expect(timeless.results.find(({ check }) => check === 'ids.order.times')?.verdict).toBe('notApplicable')
})

it('fails filters.search-partial given a search for the beginnings of words', async () => {
  const { results } = await run((next) => async (request) => {
    const url = new URL(request.url)
    const search = url.searchParams.get('search')?.toLowerCase()
    if (!search) return next(request)
    url.searchParams.delete('search')
    url.searchParams.set('limit', '100')
    const { data } = (await (await next(new Request(url, request))).json()) as { data: readonly Item[] }
    return json(200, {
      data: data.filter(({ name }) =>
        String(name)
          .toLowerCase()
          .split(/\W+/)
          .some((word) => word.startsWith(search)),
      ),
    })
  })
  expect(results.filter(({ verdict }) => verdict === 'fail').map(({ requirement }) => requirement as string)).toContain(
    'filters.search-partial',
  )
})

const constantServers: Readonly<Record<string, () => Response>> = {
  '200 {}': () => json(200, {}),
  '200 []': () => json(200, []),
  '400': () => json(400, { message: 'no' }),
  '401': () => json(401, {}),
  '404': () => json(404, {}),
  '500': () => json(500, {}),
  'a page of HTML': () =>
    new Response('<!doctype html><title>Hello</title>', { headers: { 'content-type': 'text/html' } }),
  'an empty body': () => new Response(null, { status: 200 }),
  'a redirect to itself': () => new Response(null, { status: 302, headers: { location: 'http://target.test/' } }),
}

it.each(Object.entries(constantServers))(
  'passes nothing given a server that always answers %s',
  async (_name, answer) => {
    const { results } = await run(() => () => Promise.resolve(answer()))
    expect(
      results
        .filter(({ verdict }) => verdict === 'pass' || verdict === 'error')
        .map(({ check, message }) => `${check}: ${message}`),
    ).toEqual([])
  },
)
