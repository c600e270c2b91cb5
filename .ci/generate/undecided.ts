// Which checks stay undecided under which conventions, for testing/selftest/conventions.test.ts.
import { findUndecidedRules, undecidedPath } from '../../testing/selftest/undecided.ts'
import { combinations } from '../../testing/suite/tested-combinations.ts'
import { formatted, header } from '../../testing/committed.ts'

/** Runs the kit under every combination of conventions and writes down what stayed undecided. */
export async function undecidedFiles(progress: (text: string) => void): Promise<ReadonlyMap<string, string>> {
  const rules = await findUndecidedRules((done) => {
    if (done % 20 === 0) progress(`${done} of ${combinations.length} combinations`)
  })
  const text = `${header}
import type { UndecidedRule } from './undecided.ts'

/** The checks that right servers leave undecided, by the conventions that hide what they look for. */
export const undecidedRules: readonly UndecidedRule[] = ${JSON.stringify(rules)}
`
  return new Map([[undecidedPath, await formatted(undecidedPath, text)]])
}
