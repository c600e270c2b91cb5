import { expect, it } from 'vitest'
import { emulatorSubject, resultLines, runKit } from '../../../testing/selftest/subject.ts'
import type { Conventions } from '../../../emulator/contract/conventions.ts'
import type { FetchLike } from '../../../emulator/deviations/define-deviation.ts'
import {
  isEventList,
  isLinkList,
  type LinkEntry,
  readPage,
  writePage,
} from '../../../emulator/deviations/link-lists.ts'
import type { RunResult } from '../../run/result.ts'
import type { Target } from '../../target/target-file.ts'
import { legacyChecks } from '../legacy/legacy-checks.ts'
import { linkChecks } from '../link/link-checks.ts'
import { linkPollingChecks } from '../link/polling-checks.ts'
import { linkResultChecks } from '../link/results-checks.ts'
import { linkWalkChecks } from '../link/walk-checks.ts'

type Wrap = (next: FetchLike) => FetchLike

interface Options {
  readonly conventions?: Partial<Conventions>
  readonly change?: (target: Target) => Target
}

async function check(wrap: Wrap, { conventions = {}, change = (target) => target }: Options = {}): Promise<RunResult> {
  const { target, fetch } = emulatorSubject(conventions)
  return runKit(
    { target: change(target), fetch: wrap(fetch) },
    { checks: [...linkPollingChecks, ...linkChecks, ...linkResultChecks, ...linkWalkChecks, ...legacyChecks] },
  )
}

/** Writes the Link header in another form that RFC 8288 allows. */
function written(write: (previous: LinkEntry, next: LinkEntry) => string): Wrap {
  return (next) => async (request) => {
    const response = await next(request.clone())
    const read = isLinkList(request) && response.status === 200 ? await readPage(request, response) : undefined
    if (!read) return response
    return Response.json(read.body, { headers: { link: write(read.page.previous, read.page.next) } })
  }
}

const both = (write: (entry: LinkEntry) => string): Wrap =>
  written((previous, next) => `${write(previous)}, ${write(next)}`)
const encoded = (text: string) => text.replaceAll(':', '%3A')
const search = (url: string) => new URL(url).search

it.each<[string, Wrap]>([
  [
    'attributes without quotes',
    both(({ url, rel, results, cursor }) => `<${url}>; rel=${rel}; results=${results}; cursor=${cursor}`),
  ],
  [
    'attributes in another order and without spaces',
    both(({ url, rel, results, cursor }) => `<${url}>;cursor="${cursor}";results="${results}";rel="${rel}"`),
  ],
  [
    'attributes with upper-case names and relations',
    both(
      ({ url, rel, results, cursor }) =>
        `<${url}>; REL="${rel.toUpperCase()}"; Results="${results}"; CURSOR="${cursor}"`,
    ),
  ],
  [
    'spaces around equals signs and a semicolon at the end',
    both(
      ({ url, rel, results, cursor }) =>
        `< ${url} > ; rel = "${rel}" ; results = "${results}" ; cursor = "${cursor}" ;`,
    ),
  ],
  [
    'next before previous, among other entries',
    written((previous, next) =>
      [
        `<https://docs.example/a,b;c>; rel="help"; title="Pages, and \\"more\\"; see there"`,
        ...[next, previous].map(
          ({ url, rel, results, cursor }) => `<${url}>; rel="${rel}"; results="${results}"; cursor="${cursor}"`,
        ),
        `<${next.url.split('?')[0]}>; rel=first`,
        `<${next.url.split('?')[0]}>; rel="last"; results="true"`,
      ].join(', '),
    ),
  ],
  [
    'several relations in one entry',
    both(
      ({ url, rel, results, cursor }) =>
        `<${url}>; rel="${rel} https://api.example/page"; results="${results}"; cursor="${cursor}"`,
    ),
  ],
  [
    'cursors percent-encoded in URLs',
    both(
      ({ url, rel, results, cursor }) =>
        `<${url.replace(cursor!, encoded(cursor!))}>; rel="${rel}"; results="${results}"; cursor="${cursor}"`,
    ),
  ],
  [
    'cursors percent-encoded in both places',
    both(
      ({ url, rel, results, cursor }) =>
        `<${url.replace(cursor!, encoded(cursor!))}>; rel="${rel}"; results="${results}"; cursor="${encoded(cursor!)}"`,
    ),
  ],
  [
    'URLs that are a query alone',
    both(({ url, rel, results, cursor }) => `<${search(url)}>; rel="${rel}"; results="${results}"; cursor="${cursor}"`),
  ],
  [
    'URLs that are a path',
    both(
      ({ url, rel, results, cursor }) =>
        `<${new URL(url).pathname}${search(url)}>; rel="${rel}"; results="${results}"; cursor="${cursor}"`,
    ),
  ],
  [
    'URLs with an empty and another parameter',
    both(
      ({ url, rel, results, cursor }) =>
        `<${url.replace('?', '?&per_page=100&')}>; rel="${rel}"; results="${results}"; cursor="${cursor}"`,
    ),
  ],
  [
    'another title in an extended attribute',
    both(
      ({ url, rel, results, cursor }) =>
        `<${url}>; rel="${rel}"; title*=UTF-8''N%c3%a4chste; results="${results}"; cursor="${cursor}"`,
    ),
  ],
])('passes every check given a Link header with %s', async (_form, wrap) => {
  const result = await check(wrap)
  expect(resultLines(result, 'fail', 'error', 'blocked', 'insufficientEvidence')).toEqual([])
})

/** Serves the events itself, from all of them. */
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

it('blames nothing given pages of which some records are hidden', async () => {
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

it('blames nothing given a target that refuses cursors which it did not give', async () => {
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

it('finds an event that shows a moment later', async () => {
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

it('asks no other origin, and says what to declare, given links that name the public address of a target behind a proxy', async () => {
  const asked = new Set<string>()
  const result = await check((next) => {
    const own = written((previous, following) =>
      [previous, following]
        .map(
          ({ url, rel, results, cursor }) =>
            `<${url.replace('http://target.test/', 'https://public.example/api/')}>; rel="${rel}"; results="${results}"; cursor="${cursor}"`,
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

it('blames nothing given a legacy API that takes no Bearer token of the versioned one', async () => {
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
