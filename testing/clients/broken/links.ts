import { CarefulClient } from '../careful/client.ts'
import { type Link, readLinks } from '../careful/link-header.ts'
import { type Answer, PlatformError } from '../careful/wire.ts'
import { breaking, type BrokenClient } from './broken-client.ts'

/** Reads the next entry of the header in another way. */
const reading = (next: (header: string, right: () => Link) => Link): typeof CarefulClient =>
  class extends CarefulClient {
    protected override nextLink(header: string): Link {
      return next(header, () => super.nextLink(header))
    }
  }

/** Goes on where it should end, also to a page that it had. */
const continueAlways = (goesOn: (next: Link) => boolean): typeof CarefulClient =>
  class extends CarefulClient {
    protected override goesOn(next: Link): boolean {
      return goesOn(next)
    }
    protected override assertNew(): void {}
  }

/** Asks for another next page. */
const following = (change: (next: URL) => void): typeof CarefulClient =>
  class extends CarefulClient {
    protected override target(next: Link, url: string): string {
      const target = new URL(super.target(next, url))
      change(target)
      return target.href
    }
  }

/** Follows no page but the first. */
class FirstPage extends CarefulClient {
  protected override nextPage(): undefined {
    return undefined
  }
}

const entryText = (attributes: Link['attributes']): string =>
  [...attributes].map(([name, value]) => `${name}="${value}"`).join('; ')

function nextByCommas(header: string): Link {
  const next = header.split(',').find((entry) => entry.includes('rel="next"') || entry.includes('rel=next'))
  const [target, ...rest] = next?.split(';') ?? []
  if (!target?.trim().startsWith('<')) throw new PlatformError('unreadable', 'The next entry has no address.')
  const attributes = rest.map((text) => text.trim().replaceAll('"', '').split('=') as [string, string])
  return { target: target.trim().slice(1, -1), attributes: new Map(attributes) }
}

/** Clients that walk wrongly by the Link header (clause 4.10). */
export const brokenLinks: readonly BrokenClient[] = [
  ...breaking(
    'client.link-by-name',
    ['walk-events'],
    [
      'link-by-position',
      'takes the second entry for the next one (qontract-reconcile 1303)',
      reading((header) => readLinks(header)[1]!),
    ],
    [
      'link-first-results',
      'reads results of the first entry of the header',
      reading((header, right) => {
        const results = [...header.matchAll(/results="?(true|false)/g)].at(-1)?.[1]
        return { ...right(), attributes: new Map(results === undefined ? [] : [['results', results]]) }
      }),
    ],
    [
      'link-by-quoted-pattern',
      'finds the next entry with a regular expression that wants quotes and this order of attributes',
      reading((header) => {
        const found = /<([^>]*)>; rel="next"; results="(true|false)"/.exec(header)
        if (!found) throw new PlatformError('unreadable', 'The Link header has no next entry.')
        return { target: found[1]!, attributes: new Map([['results', found[2]!]]) }
      }),
    ],
    ['link-split-at-commas', 'splits the header at each comma', reading(nextByCommas)],
    [
      'link-by-substring',
      'takes the first entry that has rel=next anywhere in its text',
      reading((header) => readLinks(header).find(({ attributes }) => /\brel="?next\b/.test(entryText(attributes)))!),
    ],
    [
      'link-previous-followed',
      'follows previous where it should follow next',
      class extends CarefulClient {
        protected override target(next: Link, url: string): string {
          const [previous = next] = this.entries
          return super.target({ ...next, target: previous.target }, url)
        }
        private entries: readonly Link[] = []
        protected override nextLink(header: string): Link {
          this.entries = readLinks(header).filter(({ attributes }) => attributes.get('rel') !== 'next')
          return super.nextLink(header)
        }
        protected override assertNew(): void {}
      },
    ],
  ),
  ...breaking(
    'client.link-stops',
    ['walk-events', 'walk-groups'],
    ['link-ignores-results', 'follows next for ever, as it is always there', continueAlways(() => true)],
  ),
  ...breaking(
    'client.link-stops',
    ['walk-events'],
    [
      'link-results-truthy',
      'takes the text "false" for true',
      continueAlways(({ attributes }) => Boolean(attributes.get('results'))),
    ],
  ),
  ...breaking(
    'client.link-results',
    ['walk-events'],
    [
      'link-stops-at-empty-page',
      'ends at an empty page although results is true',
      class extends CarefulClient {
        protected override nextPage(answer: Answer, page: readonly string[]): string | undefined {
          return page.length === 0 ? undefined : super.nextPage(answer, page)
        }
      },
    ],
    [
      'link-stops-at-short-page',
      'ends at a page that is shorter than the one before',
      class extends CarefulClient {
        private size = 0
        protected override nextPage(answer: Answer, page: readonly string[]): string | undefined {
          if (page.length < this.size) return undefined
          this.size = page.length
          return super.nextPage(answer, page)
        }
      },
    ],
  ),
  ...breaking(
    'client.link-next',
    ['walk-events', 'walk-groups'],
    ['link-stops-after-page-1', 'reads no Link header', FirstPage],
  ),
  ...breaking(
    'client.link-next',
    ['walk-events'],
    [
      'link-cursor-by-arithmetic',
      'counts the cursor up by 100 (sentry-cli 1184)',
      class extends CarefulClient {
        private offset = 0
        protected override target(_next: Link, url: string): string {
          const next = new URL(url)
          this.offset += 100
          next.searchParams.set('cursor', `0:${this.offset}:0`)
          return next.href
        }
      },
    ],
    [
      'link-cursor-counted',
      'builds the cursor from the number of records that it has',
      class extends CarefulClient {
        private count = 0
        protected override legacyIds(answer: Answer): readonly string[] {
          const ids = super.legacyIds(answer)
          this.count += ids.length
          return ids
        }
        protected override target(_next: Link, url: string): string {
          const next = new URL(url)
          next.searchParams.set('cursor', `0:${this.count}:0`)
          return next.href
        }
      },
    ],
    [
      'link-offset-in-wrong-field',
      'writes the offset into the first field of the cursor, and gets page 1 again (datagouv/apistation 403)',
      class extends CarefulClient {
        protected override target(next: Link, url: string): string {
          return super.target(next, url).replace(/cursor=0(?::|%3A)(\d+)(?::|%3A)0/, 'cursor=$1:0:0')
        }
        protected override assertNew(): void {}
      },
    ],
    [
      'link-other-parameters-dropped',
      'keeps only the cursor of the address of the next page',
      following((next) => {
        next.search = `?cursor=${next.searchParams.get('cursor')}`
      }),
    ],
    [
      'link-cursor-encoded-twice',
      'encodes the address of the next page again',
      following((next) => {
        next.search = `?cursor=${encodeURIComponent(encodeURIComponent(next.searchParams.get('cursor')!))}`
      }),
    ],
  ),
  ...breaking(
    'client.link-polls',
    ['poll-events'],
    [
      'poll-from-the-start',
      'polls by walking the whole list again',
      class extends CarefulClient {
        override pollEvents(issueId: string): Promise<readonly string[]> {
          return this.walkEvents(issueId)
        }
      },
    ],
    ['poll-one-page', 'returns the first page of what is new', FirstPage],
    [
      'poll-trusts-results',
      'does not ask again, as next had results="false" when it was kept',
      class extends CarefulClient {
        override async pollEvents(issueId: string, after: string): Promise<readonly string[]> {
          return this.goesOn(this.nextLink(after)) ? super.pollEvents(issueId, after) : []
        }
      },
    ],
  ),
]
