import { because } from '../../conformance/conclusions/cause.ts'
import {
  blocked,
  Conclusion,
  fail,
  insufficient,
  notApplicable,
  type Verdict,
} from '../../conformance/conclusions/conclusion.ts'
import type { Exchange } from '../../conformance/conclusions/exchange.ts'
import { phrase } from '../../conformance/conclusions/phrase.ts'
import { statementText } from '../../conformance/wording/text.ts'
import { sampleExchange } from './sample-result.ts'

/** Returns true if what was thrown is a conclusion with this verdict and a message that has this text. */
export function concludes(verdict: Verdict, text: string): (error: unknown) => boolean {
  return (error) =>
    error instanceof Conclusion && error.verdict === verdict && statementText(error.statement).includes(text)
}

/** Fails with these words, as a check that saw a wrong status. */
export function failAsStatus(expected: string, got: string, at: Exchange = sampleExchange()): never {
  fail({ expected: phrase`${expected}`, got: phrase`${got}`, fact: { kind: 'status', at, wanted: 'success' } })
}

/** Ends a check with these words, for want of data. */
export const openConclusions: Readonly<Record<'blocked' | 'insufficient' | 'notApplicable', (words: string) => never>> =
  {
    blocked: (words) => blocked(because.refused, phrase`${words}`),
    insufficient: (words) => insufficient(because.data, phrase`${words}`),
    notApplicable: (words) => notApplicable(because.absent, phrase`${words}`),
  }
