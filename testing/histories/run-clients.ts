// One round: an emulator over HTTP, 64 clients, and the verdict.
import { createEmulator } from '../../emulator/create-emulator.ts'
import type { Deviation } from '../../emulator/disturb/deviations/define-deviation.ts'
import type { DeviationName } from '../../emulator/disturb/deviations/deviation-groups.ts'
import { serve } from '../../emulator/serve/serve.ts'
import { Clients } from './clients.ts'

/** The findings of a round. */
export interface Round {
  readonly operations: number
  readonly requests: number
  readonly objects: number
  /** The contradictions that no order of the operations explains, in words. */
  readonly contradictions: readonly string[]
}

/** Lets 64 clients use one emulator at once. Its clock stands still, so nothing expires, however slow the machine. */
export async function runClients(
  requests: number,
  seed: number,
  deviations: readonly (DeviationName | Deviation)[] = [],
): Promise<Round> {
  const emulator = createEmulator({ seed, clock: '2026-04-01T00:00:00Z', deviations, requests: { entries: 0 } })
  const server = await serve(emulator, { port: 0 })
  const shop = emulator.data
    .find('adapter_connections')
    .find(({ adapter, status }) => adapter === 'shop' && status === 'active')!
  const { catalogId, scopeId } = emulator.samples
  const clients = new Clients(
    { url: server.url, credentials: emulator.credentials, catalogId: catalogId!, shopId: shop.id, scopeId: scopeId! },
    seed,
  )
  try {
    const contradictions = await clients.run(requests)
    return {
      operations: clients.history.size,
      requests: clients.asked,
      objects: clients.history.objects,
      contradictions,
    }
  } finally {
    await server.close()
  }
}
