import { vi } from 'vitest'
import { brokenClients } from './broken/broken-clients.ts'
import { brokenIn, carefulIn, itConcludesTheSame } from './reworded.ts'

vi.mock('../../conformance/wording/text.ts', async (original) => {
  const { reworded } = await import('./reworded.ts')
  return reworded(await original())
})

/** One broken client in so many. The long tests take all. */
const step = 20

itConcludesTheSame([
  carefulIn('get-token', 'list-environments', 'prepare-connect', 'poll-events'),
  ...brokenClients.filter((_broken, index) => index % step === 0).map(brokenIn),
])
