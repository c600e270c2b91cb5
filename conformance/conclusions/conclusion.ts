import type { Cause } from './cause.ts'
import type { Exchange } from './exchange.ts'
import type { Fact } from './fact.ts'
import { andList, answerPhrase, type Phrase, phrase } from './phrase.ts'

/** All verdicts, as reports count them. */
export const verdicts = [
  'pass',
  'fail',
  'notApplicable',
  'blocked',
  'insufficientEvidence',
  'observed',
  'error',
] as const

/**
 * The verdict of a check. `blocked` and `insufficientEvidence` never count as passed: the first means that a
 * prerequisite failed, the second that the target's data could not show it.
 */
export type Verdict = (typeof verdicts)[number]

/** The parts of a failure. */
export interface Failure<ItsFact = Fact> {
  /** The result that is expected by the specification. */
  readonly expected: Phrase
  /** The actual result. */
  readonly got: Phrase
  /** The fact that proves it. */
  readonly fact: ItsFact
  /** Similar requests that are answered as they should be, which narrow the mistake down: "without limit". */
  readonly beside?: Phrase | undefined
  /** Similar requests with the same mistake. */
  readonly alike?: Phrase | undefined
  /** The mistake in a few words, if they say more than the fact: "the first page again". */
  readonly symptom?: Phrase | undefined
  /** The parameters and the place at which the mistake shows: "with limit=12 and a filter". */
  readonly condition?: Phrase | undefined
  /** The remedy, if the condition says more than the requirement. */
  readonly remedy?: Phrase | undefined
}

type Optional<Whole> = { readonly [Name in keyof Whole]?: Whole[Name] | undefined }

/** The outcome of a check as data, of any judge: a failure, or a remark, with the cause of what was not decided. */
export interface Statement<ItsFact = Fact, ItsCause = Cause> extends Optional<Failure<ItsFact>> {
  /** For any other outcome, a remark. */
  readonly remark?: Phrase | undefined
  /** For an undecided check, its cause. */
  readonly cause?: ItsCause | undefined
  /**
   * For any outcome other than a failure, the exchanges that decided it, the deciding one last. A failure has a fact
   * instead.
   */
  readonly at?: readonly Exchange[] | undefined
  /** For a check that was left open although it seemed to fail, the suspected failure. */
  readonly suspected?: Failure<ItsFact> | undefined
  /** The chain of checks that passed it on, each building on the next. */
  readonly via?: readonly string[] | undefined
}

/** The outcome of a check that does not simply pass. It is thrown to end the check. */
export class Conclusion extends Error {
  override readonly name = 'Conclusion'
  /** The verdict of the check. */
  readonly verdict: Verdict
  /** The words of the outcome, with its fact or cause. */
  readonly statement: Statement
  /** The cause in its statement. */
  override readonly cause: Cause | undefined

  constructor(verdict: Verdict, statement: Statement) {
    super(verdict)
    this.verdict = verdict
    this.statement = statement
    this.cause = statement.cause
  }
}

/**
 * The result of further requests about a known failure; undefined if one of them ends in a conclusion, such
 * as at the limit of the run.
 */
export async function unlessConcluded<T>(asking: Promise<T>): Promise<T | undefined> {
  try {
    return await asking
  } catch (error) {
    if (error instanceof Conclusion) return undefined
    throw error
  }
}

/**
 * Ends the check: the target breaks the requirement.
 *
 * @param failure The actual result is the answer that the fact is about, unless the check describes it.
 */
export function fail({
  expected,
  fact,
  got = factAnswerPhrase(fact),
  ...similar
}: Omit<Failure, 'got'> & Optional<Failure>): never {
  throw new Conclusion('fail', { expected, got, fact, ...similar })
}

/** The most members of a body that is quoted, and the most that are named. */
const mostShort = 2
const mostMembers = 12

/** The names of the members of an object, and of the objects in it. */
function memberNames(json: unknown): readonly string[] {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return []
  return Object.entries(json).flatMap(([name, value]: [string, unknown]) => {
    const inner = memberNames(value)
    return inner.length === 0 ? [name] : inner.map((member) => `${name}.${member}`)
  })
}

/** The answer that a fact is about, with its request if a check sends a credential to several addresses. */
export function factAnswerPhrase({ kind, at }: Fact): Phrase {
  if (kind === 'alike') return phrase`the same: ${answerPhrase(at)}`
  const names = memberNames(at.response.json)
  if (kind === 'body' && names.length > mostShort)
    return phrase`${at.response.status} with the members ${andList(names, mostMembers)}`
  if (kind !== 'credential') return answerPhrase(at)
  return phrase`${at.request.method} ${new URL(at.request.url).pathname} answers ${answerPhrase(at)}`
}

/**
 * Ends the check: there is nothing to judge, because it is optional and absent, or not declared. The remark says what
 * to declare.
 *
 * @param at The exchange that decided; of several the last.
 */
export function notApplicable(cause: Cause, remark: Phrase, ...at: readonly (Exchange | undefined)[]): never {
  throw new Conclusion('notApplicable', { cause, remark, ...decidingExchanges(at) })
}

/**
 * Ends the check: the target's data or a limit of this run could not show it. The remark says what would.
 *
 * @param at The exchange that decided; of several the last.
 */
export function insufficient(cause: Cause, remark: Phrase, ...at: readonly (Exchange | undefined)[]): never {
  throw new Conclusion('insufficientEvidence', { cause, remark, ...decidingExchanges(at) })
}

/**
 * Ends the check: something that it builds on does not work. The remark names it.
 *
 * @param at The exchange that decided; of several the last.
 */
export function blocked(cause: Cause, remark: Phrase, ...at: readonly (Exchange | undefined)[]): never {
  throw new Conclusion('blocked', { cause, remark, ...decidingExchanges(at) })
}

/**
 * Ends a check of an `example`: reports an observation without judging it.
 *
 * @param at The exchange that decided; of several the last.
 */
export function observed(remark: Phrase, ...at: readonly (Exchange | undefined)[]): never {
  throw new Conclusion('observed', { remark, ...decidingExchanges(at) })
}

function decidingExchanges(exchanges: readonly (Exchange | undefined)[]): Pick<Statement, 'at'> {
  const at = exchanges.filter((exchange) => exchange !== undefined)
  return at.length > 0 ? { at } : {}
}
