import { vi } from 'vitest'
import { everyDeviation } from '../faults/faults.ts'
import { itConcludesTheSame } from './reworded.ts'

vi.mock('../../conformance/wording/text.ts', async (original) => {
  const { reworded } = await import('./reworded.ts')
  return reworded(await original())
})

/** One in so many. The long tests take all. */
const step = 25

itConcludesTheSame(everyDeviation.filter((_deviation, index) => index % step === 0))
