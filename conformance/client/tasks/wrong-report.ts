import type { Phrase } from '../../conclusions/phrase.ts'
import type { ClientRequirementId } from '../catalogue/requirements.ts'
import type { ReportedFact } from '../conclusions/client-fact.ts'
import type { ReportComparison } from './outcome.ts'

/** A value that is not the right one. @param requirement The requirement that it breaks, if it shows one. */
export function wrongReport(
  expected: Phrase,
  got: Phrase,
  fact: ReportedFact,
  requirement?: ClientRequirementId,
): ReportComparison {
  return { kind: 'wrong', expected, got, fact, requirement }
}

/** A value that is not of the form of its task. */
export function malformedReport(expected: Phrase, got: Phrase): ReportComparison {
  return wrongReport(expected, got, { kind: 'value', fault: 'form' }, 'client.reports')
}
