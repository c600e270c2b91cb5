import type { Phrase } from '../conclusions/phrase.ts'
import type { CheckResult } from '../judge/result.ts'
import { answerText } from '../wording/exchange-text.ts'
import { failureText, textOf } from '../wording/text.ts'
import type { Reason, ReasonsSection } from './document.ts'
import { type ReasonGroup, requirementsOf } from './groups.ts'
import { counted } from './text.ts'

/** A section of what is open, by its causes. */
export function reasonsSection(
  section: Omit<ReasonsSection, 'kind' | 'counts' | 'reasons'>,
  groups: readonly ReasonGroup[],
  partOf?: (requirement: string, results: readonly CheckResult[]) => string,
): ReasonsSection {
  return {
    kind: 'reasons',
    counts: 'requirement',
    ...section,
    reasons: groups.map(({ reasons: all, results }) => ({
      text: reasonText(all),
      names: requirementsOf(results).map((id) => ({
        name: id,
        requirement: id,
        ...(partOf ? { part: partOf(id, results) } : {}),
      })),
      ...whereOf(results),
    })),
  }
}

/** The failure that a cause hides, if it hides nothing but failures: the first one. */
function whereOf(results: readonly CheckResult[]): Pick<Reason, 'where'> {
  const [first, ...others] = results.map(({ suspected }) => suspected)
  return first && !others.includes(undefined) ? { where: failureText(first) } : {}
}

/** The most descriptions of one cause that a report shows. Each check has its own message elsewhere. */
const mostDescriptions = 1

/** One cause in words: how several checks describe it, each description once. */
function reasonText(all: readonly Phrase[]): string {
  const texts = [...new Set(all.map(textOf))]
  const more = texts.length - mostDescriptions
  return [...texts.slice(0, mostDescriptions), ...(more > 0 ? [`and ${more} more like it`] : [])].join('; ')
}

/** An error of the kit as a reason. */
export function errorReason({ check, requirement, message, evidence }: CheckResult): Reason {
  const last = evidence.at(-1)
  return {
    text: message,
    names: [{ name: check, requirement }],
    ...(last ? { where: `after ${last.request.method} ${last.request.url}: ${answerText(last)}` } : {}),
  }
}

/** The number of requirements that are open for some causes. */
export function countOf(groups: readonly ReasonGroup[]): string {
  return counted(requirementsOf(groups.flatMap(({ results }) => results)).length, 'requirement')
}
