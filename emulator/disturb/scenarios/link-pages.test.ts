import { expect, it } from 'vitest'
import { ask } from '../../../testing/suite/ask.ts'
import { createEmulator } from '../../create-emulator.ts'

it.each(['link-short-page', 'empty-page-mid-walk'] as const)(
  'shows every record to a client that follows the cursors of bodies, in the scenario %s',
  async (scenario) => {
    const conventions = { legacyListEnvelope: { items: '$items', next: '$next' }, legacyPageSize: 100 }
    const emulator = createEmulator({ clock: '2026-03-01', scenarios: [scenario], conventions })
    const seen: string[] = []
    for (let cursor: string | null = '0:0:0'; cursor !== null;) {
      const path = `/0/issues/${emulator.samples.issueId}/events/?cursor=${cursor}`
      const { json } = await ask(emulator, 'GET', path, { auth: `Bearer ${emulator.credentials.integrationToken}` })
      seen.push(...json.items.map(({ id }: { id: string }) => id))
      cursor = json.next
    }
    expect(new Set(seen).size).toBe(300)
    expect(seen).toHaveLength(300)
  },
)

it('serves its own links to the end, each parameter once, in the scenario link-other-parameters', async () => {
  const conventions = { unknownParameters: 'refuse', legacyPageSize: 100 } as const
  for (const recode of [(link: string) => link, decodeLink]) {
    const emulator = createEmulator({ clock: '2026-03-01', scenarios: ['link-other-parameters'], conventions })
    let path = `/0/issues/${emulator.samples.issueId}/events/`
    for (let page = 0; page < 3; page++) {
      const auth = `Bearer ${emulator.credentials.integrationToken}`
      const { status, headers } = await ask(emulator, 'GET', path, { auth })
      expect(status).toBe(200)
      const [, next = ''] = /<([^>]*)>; rel="next"/.exec(headers.get('link') ?? '') ?? []
      expect([...new URL(next).searchParams.keys()]).toEqual(['view', 'cursor', 'trace'])
      path = recode(next.slice(new URL(next).origin.length))
    }
    const auth = `Bearer ${emulator.credentials.integrationToken}`
    expect((await ask(emulator, 'GET', `${path}&view=mine`, { auth })).status).toBe(400)
  }
})

/** A link as a client sends it that encodes fewer characters. */
function decodeLink(link: string): string {
  return link.replace('view=a%2Fb', 'view=a/b')
}
