import { CarefulClient } from '../careful/client.ts'
import { type Link, readLinks } from '../careful/link-header.ts'
import { type Answer, PlatformError } from '../careful/wire.ts'
import type { BrokenClient } from './broken-client.ts'

/** Clients that walk wrongly by the Link header (clause 4.10). */
export const brokenLinks: readonly BrokenClient[] = [
  {
    name: 'link-by-position',
    wrong: 'takes the second entry for the next one (qontract-reconcile 1303)',
    requirement: 'client.link-by-name',
    tasks: ['walk-events'],
    client: class extends CarefulClient {
      protected override nextLink(header: string): Link {
        return readLinks(header)[1]!
      }
    },
  },
  {
    name: 'link-first-results',
    wrong: 'reads results of the first entry of the header',
    requirement: 'client.link-by-name',
    tasks: ['walk-events'],
    client: class extends CarefulClient {
      protected override nextLink(header: string): Link {
        const [first] = readLinks(header)
        const next = super.nextLink(header)
        return first === next ? next : { target: next.target, attributes: this.resultsOfSecond(header) }
      }
      private resultsOfSecond(header: string): Link['attributes'] {
        const results = [...header.matchAll(/results="?(true|false)/g)].at(-1)?.[1]
        return new Map(results === undefined ? [] : [['results', results]])
      }
    },
  },
  {
    name: 'link-by-quoted-pattern',
    wrong: 'finds the next entry with a regular expression that wants quotes and this order of attributes',
    requirement: 'client.link-by-name',
    tasks: ['walk-events'],
    client: class extends CarefulClient {
      protected override nextLink(header: string): Link {
        const found = /<([^>]*)>; rel="next"; results="(true|false)"/.exec(header)
        if (!found) throw new PlatformError('unreadable', 'The Link header has no next entry.')
        return { target: found[1]!, attributes: new Map([['results', found[2]!]]) }
      }
    },
  },
  {
    name: 'link-split-at-commas',
    wrong: 'splits the header at each comma',
    requirement: 'client.link-by-name',
    tasks: ['walk-events'],
    client: class extends CarefulClient {
      protected override nextLink(header: string): Link {
        const next = header.split(',').find((entry) => entry.includes('rel="next"') || entry.includes('rel=next'))
        const [target, ...rest] = next?.split(';') ?? []
        if (!target?.trim().startsWith('<')) throw new PlatformError('unreadable', 'The next entry has no address.')
        const attributes = rest.map((text) => text.trim().replaceAll('"', '').split('=') as [string, string])
        return { target: target.trim().slice(1, -1), attributes: new Map(attributes) }
      }
    },
  },
  {
    name: 'link-ignores-results',
    wrong: 'follows next for ever, as it is always there',
    requirement: 'client.link-stops',
    tasks: ['walk-events', 'walk-groups'],
    client: class extends CarefulClient {
      protected override goesOn(): boolean {
        return true
      }
      protected override assertNew(): void {}
    },
  },
  {
    name: 'link-results-truthy',
    wrong: 'takes the text "false" for true',
    requirement: 'client.link-stops',
    tasks: ['walk-events'],
    client: class extends CarefulClient {
      protected override goesOn({ attributes }: Link): boolean {
        return Boolean(attributes.get('results'))
      }
      protected override assertNew(): void {}
    },
  },
  {
    name: 'link-stops-at-empty-page',
    wrong: 'ends at an empty page although results is true',
    requirement: 'client.link-results',
    tasks: ['walk-events'],
    client: class extends CarefulClient {
      protected override nextPage(answer: Answer, page: readonly string[]): string | undefined {
        return page.length === 0 ? undefined : super.nextPage(answer, page)
      }
    },
  },
  {
    name: 'link-stops-at-short-page',
    wrong: 'ends at a page that is shorter than the one before',
    requirement: 'client.link-results',
    tasks: ['walk-events'],
    client: class extends CarefulClient {
      private size = 0
      protected override nextPage(answer: Answer, page: readonly string[]): string | undefined {
        if (page.length < this.size) return undefined
        this.size = page.length
        return super.nextPage(answer, page)
      }
    },
  },
  {
    name: 'link-stops-after-page-1',
    wrong: 'reads no Link header',
    requirement: 'client.link-next',
    tasks: ['walk-events', 'walk-groups'],
    client: class extends CarefulClient {
      protected override nextPage(): undefined {
        return undefined
      }
    },
  },
  {
    name: 'link-cursor-by-arithmetic',
    wrong: 'counts the cursor up by 100 (sentry-cli 1184)',
    requirement: 'client.link-next',
    tasks: ['walk-events'],
    client: class extends CarefulClient {
      private offset = 0
      protected override target(_next: Link, url: string): string {
        const next = new URL(url)
        this.offset += 100
        next.searchParams.set('cursor', `0:${this.offset}:0`)
        return next.href
      }
    },
  },
  {
    name: 'link-cursor-counted',
    wrong: 'builds the cursor from the number of records that it has',
    requirement: 'client.link-next',
    tasks: ['walk-events'],
    client: class extends CarefulClient {
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
  },
  {
    name: 'link-offset-in-wrong-field',
    wrong: 'writes the offset into the first field of the cursor, and gets page 1 again (datagouv/apistation 403)',
    requirement: 'client.link-next',
    tasks: ['walk-events'],
    client: class extends CarefulClient {
      protected override target(next: Link, url: string): string {
        return super.target(next, url).replace(/cursor=0(?::|%3A)(\d+)(?::|%3A)0/, 'cursor=$1:0:0')
      }
      protected override assertNew(): void {}
    },
  },
  {
    name: 'link-other-parameters-dropped',
    wrong: 'keeps only the cursor of the address of the next page',
    requirement: 'client.link-next',
    tasks: ['walk-events'],
    client: class extends CarefulClient {
      protected override target(next: Link, url: string): string {
        const target = new URL(super.target(next, url))
        target.search = `?cursor=${target.searchParams.get('cursor')}`
        return target.href
      }
    },
  },
  {
    name: 'link-cursor-encoded-twice',
    wrong: 'encodes the address of the next page again',
    requirement: 'client.link-next',
    tasks: ['walk-events'],
    client: class extends CarefulClient {
      protected override target(next: Link, url: string): string {
        const target = new URL(super.target(next, url))
        const cursor = encodeURIComponent(encodeURIComponent(target.searchParams.get('cursor')!))
        target.search = `?cursor=${cursor}`
        return target.href
      }
    },
  },
  {
    name: 'link-previous-followed',
    wrong: 'follows previous where it should follow next',
    requirement: 'client.link-by-name',
    tasks: ['walk-events'],
    client: class extends CarefulClient {
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
  },
  {
    name: 'poll-from-the-start',
    wrong: 'polls by walking the whole list again',
    requirement: 'client.link-polls',
    tasks: ['poll-events'],
    client: class extends CarefulClient {
      override pollEvents(issueId: string): Promise<readonly string[]> {
        return this.walkEvents(issueId)
      }
    },
  },
  {
    name: 'poll-one-page',
    wrong: 'returns the first page of what is new',
    requirement: 'client.link-polls',
    tasks: ['poll-events'],
    client: class extends CarefulClient {
      protected override nextPage(): undefined {
        return undefined
      }
    },
  },
  {
    name: 'poll-trusts-results',
    wrong: 'does not ask again, as next had results="false" when it was kept',
    requirement: 'client.link-polls',
    tasks: ['poll-events'],
    client: class extends CarefulClient {
      override async pollEvents(issueId: string, after: string): Promise<readonly string[]> {
        return this.goesOn(this.nextLink(after)) ? super.pollEvents(issueId, after) : []
      }
    },
  },
]
