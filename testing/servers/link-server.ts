import type { Target } from '../../conformance/target/target-file.ts'
import { FakeTime } from '../conformance/fake-time.ts'
import type { RightSubject } from './right/right-server.ts'

/** One entry of a Link header, as a server writes it. */
export interface Entry {
  readonly url?: string
  readonly cursor?: string | undefined
  readonly results?: string | undefined
}

/** One page of events or groups, before it is written. */
export interface Page {
  readonly ids: readonly string[]
  readonly previous?: Entry
  readonly next?: Entry
}

/** The cursor of a requested page. */
export interface AskedPage {
  readonly list: 'events' | 'groups'
  /** The offset in the cursor; undefined without a cursor. */
  readonly cursor: number | undefined
  readonly isPrevious: boolean
  /** The number of requests for this address, with this one. */
  readonly times: number
  /** Every record of the list, in its order. */
  readonly all: readonly string[]
  /** True if the hook that creates an event was called. */
  readonly isCreated: boolean
}

/** A small server of the two lists with the Link header (clause 4.10). It is right unless `answer` changes a page. */
export interface LinkServer {
  /** The number of events. Default: 6. */
  readonly events?: number
  /** The number of groups. Default: 6. */
  readonly groups?: number
  /** The number of records on a page. Default: 2. */
  readonly size?: number
  /** Changes a page, or answers something else. `pageAt` gives the right page of an offset. */
  readonly answer?: (asked: AskedPage, page: Page, pageAt: (offset: number) => Page) => Page | Response
  /** The effect of the hook on the events. Default: it adds one at the end. */
  readonly create?: (events: string[]) => void
}

const issueId = 'i'.repeat(27)
const projectId = 'p'.repeat(27)
const baseUrl = 'http://target.test'

/** The target file of such a server. */
const target: Target = {
  baseUrl,
  credentials: { integrationToken: 'link-server-token' },
  samples: { issueId, projectId },
  hooks: { createEvent: { method: 'POST', path: '/hook', body: {} } },
  allowWrites: true,
}

const recordId = (list: string, index: number): string => `${list}${String(index).padStart(21, '0')}`

/** A server of events and groups, as the kit sees any target. */
export function openLinks({ events = 6, groups = 6, size = 2, answer, create }: LinkServer): RightSubject {
  const lists = {
    events: Array.from({ length: events }, (_, index) => recordId('events', index)),
    groups: Array.from({ length: groups }, (_, index) => recordId('groups', index)),
  }
  const asked = new Map<string, number>()
  let isCreated = false
  return {
    target,
    time: new FakeTime(),
    fetch: async (request) => {
      const { pathname, searchParams } = new URL(request.url)
      if (pathname === '/hook') {
        isCreated = true
        if (create) create(lists.events)
        else lists.events.push(recordId('events', lists.events.length))
        return Response.json({ id: lists.events.at(-1) })
      }
      const list = /\/(events|groups)\/$/.exec(pathname)?.[1] as 'events' | 'groups' | undefined
      if (!list) return Response.json({}, { status: 404 })
      const all = lists[list]
      const times = (asked.get(request.url) ?? 0) + 1
      asked.set(request.url, times)
      const [, offset, isPrevious] = searchParams.get('cursor')?.split(':') ?? []
      const cursor = offset === undefined ? undefined : Number(offset)
      const pageAt = (first: number): Page => ({
        ids: all.slice(first, first + size),
        previous: { cursor: `0:${Math.max(0, first - size)}:1`, results: String(first > 0) },
        next: { cursor: `0:${first + size}:0`, results: String(first + size < all.length) },
      })
      const page = pageAt(cursor ?? 0)
      const parameters = { list, cursor, isPrevious: isPrevious === '1', times, all, isCreated }
      const answered = answer?.(parameters, page, pageAt) ?? page
      return answered instanceof Response ? answered : writeLinkedPage(answered, `${baseUrl}${pathname}`)
    },
  }
}

function writeLinkedPage({ ids, previous, next }: Page, url: string): Response {
  const entryOf = (rel: string, entry: Entry | undefined): readonly string[] => {
    if (!entry) return []
    const { cursor, results } = entry
    const address = entry.url ?? (cursor === undefined ? url : `${url}?cursor=${cursor}`)
    const attributes = Object.entries({ rel, results, cursor }).filter(([, value]) => value !== undefined)
    return [[`<${address}>`, ...attributes.map(([name, value]) => `${name}="${value}"`)].join('; ')]
  }
  const link = [...entryOf('previous', previous), ...entryOf('next', next)].join(', ')
  return Response.json(
    ids.map((id) => ({ id })),
    { headers: link === '' ? {} : { link } },
  )
}
