import { expect, it } from 'vitest'
import type { LinkEntry } from '../../../emulator/disturb/deviations/wrappers/link-pages.ts'
import type { FetchWrapper } from '../../../emulator/disturb/deviations/define-deviation.ts'
import { resultLines } from '../../../testing/selftest/subject.ts'
import { check, written } from '../../../testing/servers/unfamiliar-links.ts'

const both = (write: (entry: LinkEntry) => string): FetchWrapper =>
  written((previous, next) => `${write(previous)}, ${write(next)}`)
const encoded = (text: string) => text.replaceAll(':', '%3A')
const search = (url: string) => new URL(url).search

it.each<[string, FetchWrapper]>([
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
