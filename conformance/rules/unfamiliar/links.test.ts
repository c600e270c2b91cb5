import { expect, it } from 'vitest'
import {
  isEventList,
  isLinkList,
  type LinkEntry,
  readPage,
  writePage,
} from '../../../emulator/deviations/link-lists.ts'
import { resultLines } from '../../../testing/selftest/subject.ts'
import { check, written, type Wrap } from '../../../testing/servers/unfamiliar-links.ts'
import type { Target } from '../../target/target-file.ts'

/** Serves pages of all events in its own way. */
function servingEvents(
  serve: (events: readonly { readonly id: string }[], offset: number, url: URL) => Response,
): Wrap {
  return (next) => async (request) => {
    const response = await next(request.clone())
    if (!isEventList(request) || response.status !== 200) return response
    const events: { readonly id: string }[] = []
    const url = new URL(request.url)
    for (let offset = 0; ; offset += 100) {
      const page = await readPage(
        request,
        await next(new Request(`${url.origin}${url.pathname}?cursor=0:${offset}:0`, { headers: request.headers })),
      )
      events.push(...page!.page.items)
      if (page!.page.next.results === 'false') break
    }
    return serve(events, Number((url.searchParams.get('cursor') ?? '0:0:0').split(':')[1]), url)
  }
}

const entry = ({ origin, pathname }: URL, rel: string, results: boolean, cursor: string): LinkEntry => ({
  rel,
  results: String(results),
  cursor,
  url: `${origin}${pathname}?cursor=${cursor}`,
})

const size = 80

it.each<[string, Wrap]>([
  [
    'the newest events first',
    servingEvents((events, offset, url) =>
      writePage([...events].reverse().slice(offset, offset + size), [
        entry(url, 'previous', offset > 0, `0:${Math.max(0, offset - size)}:1`),
        entry(url, 'next', offset + size < events.length, `0:${offset + size}:0`),
      ]),
    ),
  ],
  [
    'a last page whose next cursor counts its own records',
    servingEvents((events, offset, url) => {
      const page = events.slice(offset, offset + size)
      return writePage(page, [
        entry(url, 'previous', offset > 0, `0:${Math.max(0, offset - size)}:1`),
        entry(url, 'next', offset + size < events.length, `0:${offset + page.length}:0`),
      ])
    }),
  ],
  [
    'a last page that is not full and whole pages in its cursors',
    servingEvents((events, offset, url) =>
      writePage(events.slice(offset, offset + size), [
        entry(url, 'previous', offset > 0, `0:${Math.max(0, offset - size)}:1`),
        entry(url, 'next', offset + size < events.length, `0:${offset + size}:0`),
      ]),
    ),
  ],
  [
    'previous cursors that name the end of their page',
    servingEvents((events, given, url) => {
      const offset = url.searchParams.get('cursor')?.endsWith(':1') ? Math.max(0, given - size) : given
      return writePage(events.slice(offset, offset + size), [
        entry(url, 'previous', offset > 0, `0:${offset}:1`),
        entry(url, 'next', offset + size < events.length, `0:${offset + size}:0`),
      ])
    }),
  ],
  [
    'identifiers that are a time',
    servingEvents((events, offset, url) =>
      writePage(events.slice(offset, offset + size), [
        entry(url, 'previous', offset > 0, `1420837590:${Math.max(0, offset - size)}:1`),
        entry(url, 'next', offset + size < events.length, `1420837590:${offset + size}:0`),
      ]),
    ),
  ],
  [
    'the list in an envelope of its own',
    servingEvents((events, offset, url) =>
      Response.json(
        { results: { events: events.slice(offset, offset + size) }, total: events.length },
        {
          headers: {
            link: writePage(
              [],
              [
                entry(url, 'previous', offset > 0, `0:${Math.max(0, offset - size)}:1`),
                entry(url, 'next', offset + size < events.length, `0:${offset + size}:0`),
              ],
            ).headers.get('link')!,
          },
        },
      ),
    ),
  ],
])('passes every check given %s', async (_kind, wrap) => {
  const result = await check(wrap)
  expect(resultLines(result, 'fail', 'error', 'blocked', 'insufficientEvidence')).toEqual([])
})

it('blames nothing given pages that hide some records', async () => {
  const isHidden = ({ id }: { readonly id: string }) => (id.codePointAt(26)! + id.codePointAt(20)!) % 7 === 0
  const result = await check(
    servingEvents((events, offset, url) =>
      writePage(
        events.slice(offset, offset + size).filter((event) => !isHidden(event)),
        [
          entry(url, 'previous', offset > 0, `0:${Math.max(0, offset - size)}:1`),
          entry(url, 'next', offset + size < events.length, `0:${offset + size}:0`),
        ],
      ),
    ),
  )
  expect(resultLines(result, 'fail', 'error', 'blocked').filter((line) => !line.startsWith('link.polling'))).toEqual([])
})

it('blames nothing given a target that refuses cursors other than its own', async () => {
  const given = new Set<string>()
  const result = await check(
    (next) => async (request) => {
      const cursor = isLinkList(request) ? new URL(request.url).searchParams.get('cursor') : null
      if (cursor !== null && !given.has(cursor)) return Response.json({ error: 'unknown cursor' }, { status: 400 })
      const response = await next(request)
      for (const [, own] of (response.headers.get('link') ?? '').matchAll(/cursor="([^"]+)"/g)) given.add(own!)
      return response
    },
    { conventions: { legacyPageSize: 80 } },
  )
  expect(resultLines(result, 'fail', 'error', 'blocked')).toEqual([])
})

it('finds an event that appears a moment later', async () => {
  let hidden: string | undefined
  let asked = 0
  const result = await check((next) => async (request) => {
    const response = await next(request.clone())
    if (request.url.includes('/_emulator/data/')) hidden = ((await response.clone().json()) as { id: string }).id
    const read = hidden !== undefined && isEventList(request) ? await readPage(request, response.clone()) : undefined
    return read && ++asked <= 4
      ? writePage(
          read.body,
          [read.page.previous, read.page.next],
          read.page.items.filter(({ id }) => id !== hidden),
        )
      : response
  })
  expect(resultLines(result, 'fail', 'error', 'blocked', 'insufficientEvidence')).toEqual([])
})

it('asks no other origin, and says what to declare, given links to the public address of a target', async () => {
  const asked = new Set<string>()
  const result = await check((next) => {
    const own = written((previous, following) =>
      [previous, following]
        .map(
          ({ url, rel, results, cursor }) =>
            `<${url.replace('http://target.test/', 'https://public.example/api/')}>; rel="${rel}"; ` +
            `results="${results}"; cursor="${cursor}"`,
        )
        .join(', '),
    )(next)
    return (request) => {
      asked.add(new URL(request.url).origin)
      return own(request)
    }
  })
  expect([...asked]).toEqual(['http://target.test'])
  expect(resultLines(result, 'fail', 'error', 'blocked')).toEqual([])
  expect(resultLines(result, 'insufficientEvidence').join('\n')).toContain(
    'declare as baseUrl the address that the links name',
  )
})

it.each<[string, (target: Target) => Target]>([
  ['an API key alone', (target) => ({ ...target, credentials: { apiKey: target.credentials!.apiKey! } })],
  ['a Bearer token alone', (target) => ({ ...target, credentials: { token: target.credentials!.token! } })],
  ['no samples', ({ samples: _samples, ...target }) => target],
  ['no hooks', ({ hooks: _hooks, ...target }) => target],
  ['nothing', ({ baseUrl }) => ({ baseUrl })],
])('blames nothing given a target file with %s', async (_what, change) => {
  const result = await check((next) => next, { change })
  expect(resultLines(result, 'fail', 'error', 'blocked')).toEqual([])
})

it('blames nothing given a legacy API that refuses Bearer tokens of the versioned API', async () => {
  const result = await check(
    (next) => (request) =>
      next(
        new URL(request.url).pathname.startsWith('/0/p') || new URL(request.url).pathname.startsWith('/0/i')
          ? new Request(request.url, { headers: { authorization: 'Bearer none' } })
          : request,
      ),
    { change: (target) => ({ ...target, credentials: { token: target.credentials!.token! } }) },
  )
  expect(resultLines(result, 'fail', 'error', 'blocked')).toEqual([])
  expect(resultLines(result, 'insufficientEvidence').join('\n')).toContain('declare credentials.integrationToken')
})
