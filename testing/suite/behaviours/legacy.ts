import { expect } from 'vitest'
import { type Behaviour, behaviour } from './behaviour.ts'
import { type SuiteClient, readIds, type Reply } from '../suite-client.ts'
import { suiteSeed } from '../suite-seed.ts'

const { projectId, issueId } = suiteSeed.samples as { projectId: string; issueId: string }
const eventsPath = `/0/issues/${issueId}/events/`
const groupsPath = `/0/projects/${projectId}/groups/`
const groupStatus = ({ world }: SuiteClient, id: unknown) => world.get('groups', String(id))?.['status']

const seededEvents = (client: SuiteClient) =>
  client
    .seeded('issue_events')
    .filter((event) => event['issue_id'] === issueId)
    .map(({ id }) => id)
    .toReversed()
const items = (client: SuiteClient, reply: Reply) => readIds(client.reader.legacyList(reply.json))

interface Entry {
  readonly url: string
  readonly results: string
  readonly cursor: string
}

/** Reads a Link header as strict parsers do: quoted attributes in this order, `previous` first (clause 4.10). */
function readLink(reply: Reply): { readonly previous: Entry; readonly next: Entry } {
  const entry = (rel: string) => String.raw`<([^>]+)>; rel="${rel}"; results="(true|false)"; cursor="(\d+:\d+:[01])"`
  const match = new RegExp(`^${entry('previous')}, ${entry('next')}$`).exec(reply.headers.get('link') ?? '')
  if (!match) throw new Error(`Expected a Link header of two entries; got ${reply.headers.get('link')}.`)
  const [, previousUrl, previousResults, previousCursor, nextUrl, nextResults, nextCursor] =
    match as unknown as string[] as [string, string, string, string, string, string, string]
  return {
    previous: { url: previousUrl, results: previousResults, cursor: previousCursor },
    next: { url: nextUrl, results: nextResults, cursor: nextCursor },
  }
}

function addEvent(client: SuiteClient): string {
  return client.world.insert('issue_events', {
    id: client.world.nextId(),
    name: 'Later',
    issue_id: issueId,
    message: '',
    level: 'error',
    created_at: client.world.timestamp(),
  }).id
}

export const legacyBehaviours: readonly Behaviour[] = [
  // holds: link.both-entries, link.results, link.cursor, link.cursor-format, link.next, link.complete
  // holds: link.offset, link.previous, legacy.events
  behaviour(
    'pages by the Link header exactly: both entries always, offsets by the page size, previous back to the start',
    async (client) => {
      const size = client.conventions.legacyPageSize
      const all = seededEvents(client)
      let url = `${client.baseUrl}${eventsPath}`
      for (let offset = 0; ; offset += size) {
        const reply = await client.get(url)
        expect(items(client, reply)).toEqual(all.slice(offset, offset + size))
        const { previous, next } = readLink(reply)
        const more = offset + size < all.length
        const back = Math.max(0, offset - size)
        expect(previous).toEqual({
          url: `${client.baseUrl}${eventsPath}?cursor=0:${back}:1`,
          results: String(offset > 0),
          cursor: `0:${back}:1`,
        })
        const following = Math.min(offset + size, all.length)
        expect(next).toEqual({
          url: `${client.baseUrl}${eventsPath}?cursor=0:${following}:0`,
          results: String(more),
          cursor: `0:${following}:0`,
        })
        if (offset === 0) expect(previous.cursor).toBe('0:0:1')
        if (offset > 0) expect(items(client, await client.get(previous.url))).toEqual(all.slice(back, back + size))
        if (!more) break
        url = next.url
      }
    },
  ),
  // holds: link.polling, link.results
  behaviour('gives a last next cursor that can be polled: an event created later appears there', async (client) => {
    const size = client.conventions.legacyPageSize
    let link = readLink(await client.get(eventsPath))
    while (link.next.results === 'true') link = readLink(await client.get(link.next.url))
    const poll = link.next.url
    const nothing = await client.get(poll)
    expect(items(client, nothing)).toEqual([])
    expect(readLink(nothing).next.results).toBe('false')
    const later = addEvent(client)
    expect(items(client, await client.get(poll))).toEqual([later])
    for (let count = 0; count < size; count++) addEvent(client)
    expect(readLink(await client.get(poll)).next.results).toBe('true')
  }),
  behaviour('keeps the other query parameters in the links, encoded', async (client) => {
    const under =
      client.conventions.unknownParameters === 'refuse'
        ? 'status=resolved'
        : 'status=resolved&x=a%20%26%3Cb%3E%22%2C&cursorx=1&y='
    const reply = await client.get(groupsPath, `${under}&cursor=0:0:0`)
    expect(reply.status, reply.text).toBe(client.conventions.successStatus)
    for (const entry of Object.values(readLink(reply))) {
      const url = new URL(entry.url)
      expect(entry.url).not.toMatch(/[\s"<>]/)
      const wanted = [...new URLSearchParams(under)]
      expect([...url.searchParams].filter(([name]) => name !== 'cursor')).toEqual(wanted)
      expect(url.searchParams.getAll('cursor')).toEqual([entry.cursor])
      expect((await client.get(entry.url)).status).toBe(client.conventions.successStatus)
    }
  }),
  // holds: link.both-entries, link.results
  behaviour('answers empty pages with both entries', async (client) => {
    for (const path of [
      `/0/issues/${client.seeded('issues')[1]!.id}/events/`,
      `${eventsPath}?cursor=0:100000:0`,
      `${eventsPath}?cursor=0:999999999999999:1`,
    ]) {
      const reply = await client.get(path)
      expect(items(client, reply)).toEqual([])
      const { previous, next } = readLink(reply)
      expect(next.results).toBe('false')
      const before = items(client, await client.get(previous.url))
      expect(previous.results, `${previous.cursor} leads to ${before.length} records`).toBe(String(before.length > 0))
    }
  }),
  // holds: link.polling
  behaviour('shows a new event to a client that polls past the end, as after events were deleted', async (client) => {
    const { next } = readLink(await client.get(`${eventsPath}?cursor=0:100000:0`))
    const later = addEvent(client)
    expect(items(client, await client.get(next.url))).toEqual([later])
  }),
  // holds: link.cursor-format
  behaviour('refuses a cursor that is not three values', async (client) => {
    for (const cursor of [
      '',
      '0',
      '0:0',
      '0:0:2',
      '0:-1:0',
      '0:0:0:0',
      'a:0:0',
      '0:1.5:0',
      '0:0:true',
      '0:1e3:0',
      ' 0:0:0',
      issueId,
      '0:9999999999999999999:0',
    ]) {
      const reply = await client.get(eventsPath, { cursor })
      if (cursor === '' && client.conventions.emptyParameters === 'ignore')
        expect(reply.status).toBe(client.conventions.successStatus)
      else client.expectRefused(reply)
    }
  }),
  // holds: legacy.groups, legacy.groups-post, legacy.groups-post-query
  behaviour('lists groups by status, and creates one with status from the body or the query', async (client) => {
    const seeded = client
      .seeded('groups')
      .filter((group) => group['project_id'] === projectId && group['status'] === 'resolved')
      .map(({ id }) => id)
      .toReversed()
    expect(items(client, await client.get(groupsPath, { status: 'resolved' }))).toEqual(
      seeded.slice(0, client.conventions.legacyPageSize),
    )
    const post = async (ask: Parameters<SuiteClient['send']>[2]) => {
      const reply = await client.send('POST', groupsPath, ask)
      expect(reply.status, reply.text).toBe(client.conventions.createdStatus)
      return client.reader.object(reply.json, 'group')['id']
    }
    expect(groupStatus(client, await post({ json: { status: 'resolved' } }))).toBe('resolved')
    expect(groupStatus(client, await post({ query: { status: 'ignored' }, json: { anything: { else: true } } }))).toBe(
      'ignored',
    )
    if (client.conventions.groupStatus === 'optional') expect(groupStatus(client, await post({}))).toBe('unresolved')
    else client.expectRefused(await client.send('POST', groupsPath, {}))
    expect((await client.send('POST', groupsPath, { json: { status: 'sold' } })).status).toBeGreaterThanOrEqual(400)
    const refused = await client.send('POST', groupsPath, { query: { status: 'sold' } })
    expect(refused.status).toBeGreaterThanOrEqual(400)
    for (const option of ['unresolved', 'resolved', 'ignored']) expect(refused.text).toContain(option)
  }),
]
