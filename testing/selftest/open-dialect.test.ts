import { expect, it } from 'vitest'
import type { Conventions } from '../../emulator/model/contract/conventions.ts'
import { openCombinations } from '../suite/open-combinations.ts'
import { predictedLines, undecidedLines } from './undecided.ts'
import { undecidedRules } from './undecided-rules.ts'
import { emulatorSubject, resultLines, runKit } from './subject.ts'

/** Templates, statuses and names of a service are no violation, and the kit reads what it needs in any of them. */
it.each(openCombinations)(
  'blames nothing under the open dialect %#, and decides as much as ever',
  async (combination) => {
    const result = await runKit(emulatorSubject(combination))
    expect(resultLines(result, 'fail', 'error', 'blocked')).toEqual([])
    const predicted = new Set(likeNamed(combination).flatMap((named) => predictedLines(undecidedRules, named)))
    expect(undecidedLines(result)).toEqual([...predicted].sort())
  },
)

/** The combinations with a named shape that hide as much: a token response without a lifetime or refresh token. */
function likeNamed(combination: Partial<Conventions>): readonly Partial<Conventions>[] {
  if (combination.tokenResponse === undefined) return [combination]
  const hasRefreshToken = JSON.stringify(combination.tokenResponse).includes('$refresh_token')
  const shapes = ['withoutExpiresIn', ...(hasRefreshToken ? [] : (['withoutRefreshToken'] as const))] as const
  return shapes.map((tokenResponse) => ({ ...combination, tokenResponse }))
}
