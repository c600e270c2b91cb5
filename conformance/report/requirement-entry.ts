import { namedIn } from '../conclusions/cause.ts'
import type { Verdict } from '../conclusions/conclusion.ts'
import type { CheckResult } from '../judge/result.ts'
import type { KnownReasons } from './baseline.ts'
import { checkEntry } from './check-entry.ts'
import type { CheckEntry, RequirementEntry } from './document.ts'
import type { RequirementOutcome } from './outcomes.ts'
import { sameFailures } from './same-failures.ts'
import { cut } from './text.ts'

/** How a verdict is shown. */
interface Look extends Pick<RequirementEntry, 'tone' | 'label' | 'outcome'> {
  /** Why a runner of tests, which knows only passed, failed, error and skipped, shows it as skipped. */
  readonly skipped?: string
}

const looks: Readonly<Record<Verdict, Look>> = {
  pass: { tone: 'good', label: 'Passed', outcome: 'passed' },
  fail: { tone: 'bad', label: 'Failed', outcome: 'failure' },
  error: { tone: 'open', label: 'Error of the kit', outcome: 'error' },
  blocked: { tone: 'open', label: 'Blocked', outcome: 'skipped', skipped: 'blocked' },
  insufficientEvidence: { tone: 'open', label: 'Not decided', outcome: 'skipped', skipped: 'not decided' },
  notApplicable: { tone: 'none', label: 'Not looked at', outcome: 'skipped', skipped: 'not looked at' },
  observed: { tone: 'none', label: 'Observed', outcome: 'skipped', skipped: 'observed, not judged' },
}

/** A requirement that is not stated is never judged, so nothing is missing when no check looked at it. */
const notStated: Look = { tone: 'none', label: 'Not stated', outcome: 'skipped', skipped: 'not stated' }

/** One requirement as a report lists it. */
export function requirementEntry(
  { requirement: { id, clause, statement, kind: level }, verdict, results }: RequirementOutcome,
  known: KnownReasons,
): RequirementEntry {
  const look = level !== 'stated' && verdict === 'notApplicable' ? notStated : looks[verdict]
  const deciding = results.filter((result) => result.verdict === verdict)
  const isKnown = verdict === 'fail' && deciding.every(({ check }) => known.has(check))
  const skipped = isKnown ? 'known failure' : look.skipped
  return {
    id,
    clause,
    statement,
    level: '',
    tone: look.tone,
    label: look.label,
    failed: verdict === 'fail',
    checks: results.map(({ check, verdict: concluded, message }) => ({
      check,
      text: `${looks[concluded].label.toLowerCase()}${message === '' ? '' : `; ${cut(message, 600)}`}`,
    })),
    outcome: isKnown ? 'skipped' : look.outcome,
    why: `${skipped === undefined ? '' : `${skipped}: `}${whyOf(deciding)}`,
    entries: isKnown ? [] : verdict === 'fail' ? failedEntries(results) : deciding.map((result) => checkEntry(result)),
    output: results.map((result) => {
      const text = shortMessage(result)
      return `${result.check}: ${result.verdict}${text === '' ? '' : `, ${text}`}`
    }),
    weight: results.reduce((sum, { durationMs }) => sum + durationMs, 0),
  }
}

/** The failed checks among some results, those for one reason as one entry. */
function failedEntries(results: readonly CheckResult[]): readonly CheckEntry[] {
  return sameFailures(results).map(([first, ...others]) => checkEntry(first!, others))
}

/**
 * The reasons of a verdict, each once: for a failure the message of each, else the causes without their chains.
 */
function whyOf(results: readonly CheckResult[]): string {
  const failures = sameFailures(results)
  const told = failures.length > 0 ? failures.map(([failure]) => failure!) : results
  const texts = new Set(told.map(shortMessage))
  const more = texts.size - mostReasons
  return [...[...texts].slice(0, mostReasons), ...(more > 0 ? [`and ${more} more`] : [])].join(' | ')
}

/** The most reasons of one verdict. */
const mostReasons = 3

/** The message of a result. What waits for something else names that alone, as its reason stands there. */
function shortMessage({ message, cause, suspected }: CheckResult): string {
  if (suspected || !cause) return message
  if (cause.kind === 'credential' && cause.member !== undefined) return `${cause.member} is refused`
  const names = namedIn(cause)
  return names.length > 0 ? `waits for ${names.join(' and ')}` : message
}
