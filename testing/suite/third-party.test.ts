import HttpLinkHeader from 'http-link-header'
import KSUID from 'ksuid'
import parseLinkHeader from 'parse-link-header'
import { expect, it } from 'vitest'
import { createEmulator, type Emulator } from '../../emulator/create-emulator.ts'
import { parseId, timeOfId } from '../../emulator/model/resources/ids.ts'
import { resourceByCollection, resourceCollections } from '../../emulator/model/resources/resources.ts'
import { suiteClock, suiteSeed } from './suite-seed.ts'

const origin = 'http://emulator.test'

function bearer(emulator: Emulator): Record<string, string> {
  return { Authorization: `Bearer ${emulator.credentials.token}` }
}

/** The URL of the next page as each library reads it; undefined when it has no results (clause 4.10). */
const linkParsers: Readonly<Record<string, (header: string) => string | undefined>> = {
  'parse-link-header': (header) => {
    const { next, previous } = parseLinkHeader(header)!
    expect(previous!['results']).toMatch(/^(true|false)$/)
    expect(next!['cursor']).toMatch(/^\d+:\d+:0$/)
    return next!['results'] === 'true' ? next!.url : undefined
  },
  'http-link-header': (header) => {
    const link = HttpLinkHeader.parse(header)
    expect(link.refs.map(({ rel }) => rel)).toEqual(['previous', 'next'])
    const [next] = link.rel('next') as unknown as [{ uri: string; results: string }]
    return next.results === 'true' ? next.uri : undefined
  },
}

for (const [name, nextOf] of Object.entries(linkParsers)) {
  it.each([
    ['', '', 100],
    ['/api', '/~forked', 7],
  ])(
    `lets ${name} walk all events of an issue and stop, below %j%s by pages of %d`,
    async (basePath, world, legacyPageSize) => {
      const emulator = createEmulator({
        fixtures: suiteSeed,
        clock: suiteClock,
        basePath,
        conventions: { legacyPageSize },
        checkResponses: true,
      })
      const { issueId } = emulator.samples
      const found: string[] = []
      let requests = 0
      for (
        let url: string | undefined = `${origin}${basePath}${world}/0/issues/${issueId}/events/`;
        url !== undefined;
        requests++
      ) {
        const response: Response = await emulator.fetch(new Request(url, { headers: bearer(emulator) }))
        found.push(...((await response.json()) as { id: string }[]).map(({ id }) => id))
        url = nextOf(response.headers.get('link')!)
      }
      const all = suiteSeed
        .all('issue_events')
        .filter((event) => event['issue_id'] === issueId)
        .map(({ id }) => id)
      expect(found).toEqual(all)
      expect(requests).toBe(Math.ceil(all.length / legacyPageSize))
    },
  )
}

it('makes ids that a KSUID library reads, with the time that created_at says', async () => {
  const emulator = createEmulator({ seed: 11, clock: 'frozen', checkResponses: true })
  let count = 0
  for (const collection of resourceCollections) {
    const { segment } = resourceByCollection[collection]
    const response = await emulator.fetch(
      new Request(`${origin}/1.13/${segment}?limit=100`, { headers: bearer(emulator) }),
    )
    for (const { id, created_at: createdAt } of (
      (await response.json()) as { data: { id: string; created_at: string }[] }
    ).data) {
      const ksuid = KSUID.parse(id)
      expect(ksuid.string).toBe(id)
      expect(ksuid.date.getTime(), `${collection} ${id}`).toBe(Math.floor(Date.parse(createdAt) / 1000) * 1000)
      count++
    }
  }
  expect(count).toBeGreaterThan(100)
})

it('makes ids of new records that a KSUID library reads, whatever the clock does', async () => {
  const emulator = createEmulator({ clock: suiteClock, checkResponses: true })
  for (const step of ['0s', '1s', '90d', '0s']) {
    emulator.clock.advance(step)
    const response = await emulator.fetch(
      new Request(`${origin}/1.13/workspaces?name=W`, { method: 'POST', headers: bearer(emulator) }),
    )
    const { id, created_at: createdAt } = (await response.json()) as { id: string; created_at: string }
    expect(KSUID.parse(id).date.getTime()).toBe(Date.parse(createdAt))
    expect(timeOfId(id)).toBe(Date.parse(createdAt))
  }
})

it('reads the ids that a KSUID library makes, and their times', () => {
  for (const time of [1_400_000_000_000, 1_700_000_000_000, 5_694_967_295_000]) {
    const ksuid = KSUID.randomSync(time)
    expect(parseId(ksuid.string)).toEqual({ bare: ksuid.string, prefix: '' })
    expect(timeOfId(ksuid.string)).toBe(time)
  }
})
