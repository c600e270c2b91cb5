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
