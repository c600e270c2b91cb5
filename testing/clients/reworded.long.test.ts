import { vi } from 'vitest'
import { brokenClients } from './broken/broken-clients.ts'
import { brokenIn, carefulIn, itConcludesTheSame } from './reworded.ts'

vi.mock('../../conformance/wording/text.ts', async (original) => {
  const { reworded } = await import('./reworded.ts')
  return reworded(await original())
})

/** One broken client in so many. `REWORD_EACH=1` takes all: some minutes more. */
const step = Number(process.env['REWORD_EACH'] ?? 3)

itConcludesTheSame([carefulIn(), ...brokenClients.filter((_broken, index) => index % step === 0).map(brokenIn)])
