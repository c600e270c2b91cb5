import { expect, it } from 'vitest'
import {
  type LinkEntry,
  mapPages,
  readPage,
  writePage,
} from '../../../emulator/disturb/deviations/wrappers/link-pages.ts'
import type { Listed } from '../../../emulator/disturb/deviations/wrappers/messages.ts'
import { events, linkLists, newGroup, projects } from '../../../emulator/disturb/deviations/wrappers/operations.ts'
import type { FetchWrapper } from '../../../emulator/disturb/deviations/define-deviation.ts'
import { mapRequest, on } from '../../../emulator/disturb/deviations/wrappers/fetch-wrappers.ts'
import { resultLines } from '../../../testing/selftest/subject.ts'
import { check, written } from '../../../testing/servers/unfamiliar-links.ts'
import type { Target } from '../../target/target-file.ts'

/** Serves pages of all events in its own way. */
function servingEvents(
  serve: (events: readonly { readonly id: string }[], offset: number, url: URL) => Response,
): FetchWrapper {
  return mapPages(events, async ({ intercepted, offset: start }) => {
    const all: { readonly id: string }[] = []
    for (let offset = 0; ; offset += 100) {
      const page = await readPage(intercepted, await intercepted.send({ query: { cursor: `0:${offset}:0` } }))
      all.push(...page!.items)
      if (page!.next.results === 'false') return serve(all, start, new URL(intercepted.request.url))
    }
  })
}

/** The answer for a page with a Link header. */
const answerPage = (items: readonly { readonly id: string }[], entries: readonly [LinkEntry, LinkEntry]) =>
  writePage({ body: items, items: items as readonly Listed[], previous: entries[0], next: entries[1] })

const entry = ({ origin, pathname }: URL, rel: string, results: boolean, cursor: string): LinkEntry => ({
  rel,
  results: String(results),
  cursor,
  url: `${origin}${pathname}?cursor=${cursor}`,
})

const size = 80

it.each<[string, FetchWrapper]>([
  [
    'the newest events first',
    servingEvents((events, offset, url) =>
      answerPage([...events].reverse().slice(offset, offset + size), [
        entry(url, 'previous', offset > 0, `0:${Math.max(0, offset - size)}:1`),
        entry(url, 'next', offset + size < events.length, `0:${offset + size}:0`),
      ]),
    ),
  ],
  [
    'a last page whose next cursor counts its own records',
    servingEvents((events, offset, url) => {
      const page = events.slice(offset, offset + size)
      return answerPage(page, [
        entry(url, 'previous', offset > 0, `0:${Math.max(0, offset - size)}:1`),
        entry(url, 'next', offset + size < events.length, `0:${offset + page.length}:0`),
      ])
    }),
  ],
  [
    'a last page that is not full and whole pages in its cursors',
    servingEvents((events, offset, url) =>
      answerPage(events.slice(offset, offset + size), [
        entry(url, 'previous', offset > 0, `0:${Math.max(0, offset - size)}:1`),
        entry(url, 'next', offset + size < events.length, `0:${offset + size}:0`),
      ]),
    ),
  ],
  [
    'previous cursors that name the end of their page',
    servingEvents((events, start, url) => {
      const offset = url.searchParams.get('cursor')?.endsWith(':1') ? Math.max(0, start - size) : start
      return answerPage(events.slice(offset, offset + size), [
        entry(url, 'previous', offset > 0, `0:${offset}:1`),
        entry(url, 'next', offset + size < events.length, `0:${offset + size}:0`),
      ])
    }),
  ],
  [
    'identifiers that are a time',
    servingEvents((events, offset, url) =>
      answerPage(events.slice(offset, offset + size), [
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
            link: answerPage(
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
      answerPage(
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
  const issued = new Set<string>()
  const result = await check(
    on(linkLists, async (intercepted) => {
      const cursor = intercepted.query.get('cursor')
      if (cursor !== null && !issued.has(cursor)) return Response.json({ error: 'unknown cursor' }, { status: 400 })
      const response = await intercepted.send()
      for (const [, value] of (response.headers.get('link') ?? '').matchAll(/cursor="([^"]+)"/g)) issued.add(value!)
      return response
    }),
    { conventions: { legacyPageSize: 80 } },
  )
  expect(resultLines(result, 'fail', 'error', 'blocked')).toEqual([])
})

it('finds an event that appears a moment later', async () => {
  let hidden: string | undefined
  let asked = 0
  const hide = mapPages(events, (page) => {
    const visible = page.items.filter(({ id }) => id !== hidden)
    return hidden !== undefined && ++asked <= 4 ? writePage(page, undefined, visible) : undefined
  })
  const result = await check(hide, {
    between: (next) => async (request) => {
      const response = await next(request)
      if (request.url.includes('/_emulator/data/')) hidden = ((await response.clone().json()) as { id: string }).id
      return response
    },
  })
  expect(resultLines(result, 'fail', 'error', 'blocked', 'insufficientEvidence')).toEqual([])
})

it('asks no other origin, and says what to declare, given links to the public address of a target', async () => {
  const asked = new Set<string>()
  const rewritten = written((previous, following) =>
    [previous, following]
      .map(
        ({ url, rel, results, cursor }) =>
          `<${url.replace('http://target.test/', 'https://public.example/api/')}>; rel="${rel}"; results="${results}"; cursor="${cursor}"`,
      )
      .join(', '),
  )
  const result = await check(rewritten, {
    between: (next) => (request) => {
      asked.add(new URL(request.url).origin)
      return next(request)
    },
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
    mapRequest([projects, newGroup, ...linkLists], () => ({ authorization: 'Bearer none' })),
    { change: (target) => ({ ...target, credentials: { token: target.credentials!.token! } }) },
  )
  expect(resultLines(result, 'fail', 'error', 'blocked')).toEqual([])
  expect(resultLines(result, 'insufficientEvidence').join('\n')).toContain('declare credentials.integrationToken')
})
