import { hasResults, type Link, findLink, readLinks } from './link-header.ts'
import { Tokens } from './tokens.ts'
import { type Answer, PlatformError, type Query } from './wire.ts'

/** A page of a list. */
export interface ListPage {
  readonly ids: readonly string[]
  readonly hasMore: boolean
}

/** Reads lists, page by page (clauses 4.5, 4.6 and 4.10). */
export class Lists extends Tokens {
  /** Gets a page of a list of the versioned API. */
  protected async page(path: string, plural: string, query: Query = {}): Promise<ListPage> {
    return this.readPage(await this.call({ method: 'GET', url: this.address(path, query) }), plural)
  }

  protected readPage(answer: Answer, plural: string): ListPage {
    const json = this.json(answer)
    const { listEnvelope } = this.dialect
    if (listEnvelope === 'array') {
      const ids = this.idsOf(json)
      return { ids, hasMore: ids.length > 0 }
    }
    const body = this.members(json)
    const ids = this.idsOf(body[listEnvelope === 'named' ? plural : String(listEnvelope)])
    const isLast = listEnvelope === 'items' ? body['next_cursor'] === null : body['has_more'] === false
    return { ids, hasMore: !isLast }
  }

  /** Walks from the newest record to the oldest. */
  protected async walk(path: string, plural: string, query: Query): Promise<readonly string[]> {
    const ids: string[] = []
    for (let cursor: string | undefined; ;) {
      const page = await this.page(path, plural, this.forward(query, cursor))
      ids.push(...page.ids)
      const next = this.nextCursor(page, cursor)
      if (next === undefined) return ids
      cursor = next
    }
  }

  protected forward(query: Query, cursor: string | undefined): Query {
    return { ...query, starting_after: cursor }
  }

  protected nextCursor({ ids, hasMore }: ListPage, cursor: string | undefined): string | undefined {
    return hasMore ? this.moved(cursor, ids.at(-1)) : undefined
  }

  /** Walks from a record to the newest. A page has its newest record first. */
  protected async walkBack(path: string, plural: string, from: string): Promise<readonly string[]> {
    const pages: (readonly string[])[] = []
    for (let cursor = from; ;) {
      const page = await this.page(path, plural, this.back(cursor))
      pages.unshift(page.ids)
      const next = page.hasMore ? this.moved(cursor, this.nextBack(page)) : undefined
      if (next === undefined) return pages.flat()
      cursor = next
    }
  }

  protected back(cursor: string): Query {
    return { ending_before: cursor }
  }

  protected nextBack({ ids }: ListPage): string | undefined {
    return ids[0]
  }

  /** The next cursor, which must be another one: a service that repeats a page would be asked for ever. */
  protected moved(cursor: string | undefined, next: string | undefined): string | undefined {
    if (next === undefined || next !== cursor) return next
    throw new PlatformError('no-progress', `The page after ${next} ends with ${next}.`)
  }

  /** Walks a list of the legacy API, in its order. */
  protected async walkLinks(first: string): Promise<readonly string[]> {
    const ids: string[] = []
    const asked = new Set<string>()
    for (let url: string | undefined = first; url !== undefined;) {
      this.assertNew(url, asked)
      asked.add(url)
      const answer: Answer = await this.call({ method: 'GET', url })
      const page = this.legacyIds(answer)
      ids.push(...page)
      url = this.nextPage(answer, page)
    }
    return ids
  }

  protected assertNew(url: string, asked: ReadonlySet<string>): void {
    if (asked.has(url)) throw new PlatformError('no-progress', `The links lead to ${url} again.`)
  }

  protected legacyIds(answer: Answer): readonly string[] {
    const json = this.json(answer)
    return this.idsOf(this.dialect.legacyListEnvelope === 'data' ? this.members(json)['data'] : json)
  }

  /** The address of the next page; undefined on the last one. */
  protected nextPage(answer: Answer, _page: readonly string[]): string | undefined {
    const next = this.nextLink(this.linkHeader(answer))
    return this.goesOn(next) ? this.target(next, answer.url) : undefined
  }

  protected linkHeader({ url, headers }: Answer): string {
    const header = headers.get('link')
    if (header === null) throw new PlatformError('unreadable', `${url} was answered without a Link header.`)
    return header
  }

  protected nextLink(header: string): Link {
    const next = findLink(readLinks(header), 'next')
    if (!next) throw new PlatformError('unreadable', `The Link header has no entry rel=next: ${header}`)
    return next
  }

  protected goesOn(next: Link): boolean {
    return hasResults(next)
  }

  protected target(next: Link, url: string): string {
    return this.withinService(new URL(next.target, url))
  }

  protected idsOf(list: unknown): readonly string[] {
    if (!Array.isArray(list)) throw new PlatformError('unreadable', 'The answer has no list where one should be.')
    return list.map((item) => this.idOf(item))
  }

  protected idOf(item: unknown): string {
    const { id } = this.members(item)
    if (typeof id !== 'string') throw new PlatformError('unreadable', 'An object has no id.')
    return id
  }

  protected members(value: unknown): Readonly<Record<string, unknown>> {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
    throw new PlatformError('unreadable', 'The answer has another value where an object should be.')
  }
}
