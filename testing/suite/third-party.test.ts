import HttpLinkHeader from 'http-link-header'
import parseLinkHeader from 'parse-link-header'
import { expect, it } from 'vitest'
import { createEmulator, type Emulator } from '../../emulator/create-emulator.ts'
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
