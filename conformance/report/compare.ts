import { terminalLine, terminalLines } from '../wording/escaping/terminal.ts'
import { compareClauses } from '../catalogue/clauses.ts'
import { type Verdict, verdicts } from '../conclusions/conclusion.ts'
import { KitError } from '../kit-error.ts'
import { cutBody, verdictWords } from './text.ts'

/** The part of a JSON report that `compare` reads. The rest may differ between versions of the kit. */
export interface ComparedReport {
  /** The kit that wrote it. */
  readonly kit: { readonly version?: string; readonly digest?: string }
  /** The service that was checked. */
  readonly baseUrl: string | undefined
  /** The profile of its claim. */
  readonly profile: string | undefined
  /** The results of its checks. */
  readonly results: readonly ComparedResult[]
}

interface ComparedResult {
  readonly check: string
  readonly requirement: string
  readonly clause: string
  /** One of `verdicts`, or a name from another version of the kit. */
  readonly verdict: string
  readonly message: string
  /** For a failure, the kind of its fact. */
  readonly fact?: string | undefined
  /** For a failure, the documented operations where it was seen. */
  readonly places?: readonly string[] | undefined
  /** For an open check, its cause. */
  readonly cause?: ComparedCause | undefined
}

/** A cause, with the values of its kind. */
type ComparedCause = Readonly<Record<string, unknown>> & { readonly kind: string }

/** A check in two reports. One side is absent if only the other report has the check. */
export interface Change {
  /** How the check has changed. */
  readonly kind: ChangeKind
  /** The id of the check. */
  readonly check: string
  /** The requirement of the check. */
  readonly requirement: string
  /** The clause of the requirement. */
  readonly clause: string
  /** The verdict in the older report, if it has the check. */
  readonly before?: string
  /** The verdict in the newer report, if it has the check. */
  readonly after?: string
  /** The message of the newer report, or of the only report that has the check. */
  readonly message: string
  /** If the verdict is the same, the facts or the causes that differ. */
  readonly reasons?: readonly [before: string, after: string]
}

/** The titles of the kinds of changes, in the order of the text. */
const titles = {
  /** Checks that passed before and fail now: the service changed. */
  broken: 'Broken',
  /** Checks that now pass or fail and could not be judged before. */
  judged: 'Newly decided',
  /** Checks that still fail, but with another fact or at other operations. */
  otherFact: 'Fails differently',
  /** Checks that failed before and pass now. */
  fixed: 'Fixed',
  /** Checks that can no longer be judged, or that are open with another verdict. */
  changed: 'Changed',
  /** Checks that are still open, but for another reason. */
  otherCause: 'Undecided for another reason',
  /** Checks that only the newer report has. */
  added: 'Added',
  /** Checks that only the older report has. */
  removed: 'Removed',
} as const

type ChangeKind = keyof typeof titles

const kinds = Object.keys(titles) as readonly ChangeKind[]

/** The changes from one report to another, by kind. */
export interface Comparison extends Readonly<Record<ChangeKind, readonly Change[]>> {
  /** Other differences between the two runs. */
  readonly remarks: readonly string[]
  /** The exit code: 1 if a check broke or a former pass is no longer proven. */
  readonly exitCode: 0 | 1
}

/** Reads a JSON report of this or another version of the kit. @throws KitError `invalid_report` */
export function parseReport(source: string, name: string): ComparedReport {
  let value: unknown
  try {
    value = JSON.parse(source)
  } catch (error) {
    throw new KitError(
      'invalid_report',
      `${name} is not JSON (${(error as Error).message}); write it with --report json=FILE`,
    )
  }
  const { kit, target, profile, results } = (value ?? {}) as {
    kit?: ComparedReport['kit']
    target?: { baseUrl?: string }
    profile?: string
    results?: unknown
  }
  if (!Array.isArray(results))
    throw new KitError(
      'invalid_report',
      `${name}: expected a JSON report with results; got ${source.trim().slice(0, 60)}; write it with --report json=FILE`,
    )
  return {
    kit: kit ?? {},
    baseUrl: target?.baseUrl,
    profile,
    results: results.map((result, index) => parseComparedResult(result, `${name}: results[${index}]`)),
  }
}

/** Compares the verdicts of each check in two reports. */
export function compareReports(before: ComparedReport, after: ComparedReport): Comparison {
  const [old, now] = [before, after].map(({ results }) => new Map(results.map((result) => [result.check, result])))
  const changes = [...new Map([...now!, ...old!]).keys()].flatMap((check) => changeOf(old!.get(check), now!.get(check)))
  const byKind = kinds.map((kind) => [kind, sortChanges(changes.filter((change) => change.kind === kind))] as const)
  const isWorse = ({ kind, before: was, after: is }: Change) =>
    (is === 'fail' && was !== undefined && was !== is) || (kind === 'changed' && was === 'pass')
  return {
    ...(Object.fromEntries(byKind) as Record<ChangeKind, readonly Change[]>),
    remarks: comparisonRemarks(before, after),
    exitCode: changes.some(isWorse) ? 1 : 0,
  }
}

/** The change of a check; empty if it has the same verdict with the same fact or cause. */
function changeOf(before: ComparedResult | undefined, after: ComparedResult | undefined): readonly Change[] {
  const { check, requirement, clause, message } = (after ?? before)!
  const change = { check, requirement, clause, message }
  if (!before) return [{ ...change, kind: 'added', after: after!.verdict }]
  if (!after) return [{ ...change, kind: 'removed', before: before.verdict }]
  const both = { ...change, before: before.verdict, after: after.verdict }
  if (before.verdict !== after.verdict) return [{ ...both, kind: changeKind(before.verdict, after.verdict) }]
  const [was, is] = [before, after].map(reasonText)
  if (was === undefined || is === undefined || was === is) return []
  return [{ ...both, kind: after.fact === undefined ? 'otherCause' : 'otherFact', reasons: [was, is] }]
}

function changeKind(before: string, after: string): ChangeKind {
  if (before === 'fail' && after === 'pass') return 'fixed'
  if (before === 'pass' && after === 'fail') return 'broken'
  return !isDecided(before) && isDecided(after) ? 'judged' : 'changed'
}

const isDecided = (verdict: string): boolean => verdict === 'pass' || verdict === 'fail'

/**
 * The kind of a fact with its operations, as addresses differ from run to run; or the kind of a cause with its values,
 * without the check that happened to meet a lock-out first.
 */
function reasonText({ fact, places = [], cause }: ComparedResult): string | undefined {
  if (fact !== undefined) return places.length === 0 ? fact : `${fact} at ${[...new Set(places)].sort().join(', ')}`
  if (!cause) return undefined
  const { kind, namedBy: _namedBy, isAll: _isAll, ...values } = cause
  const texts = Object.values(values).map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
  return [kind, ...texts].join(' ')
}

/** The text of a comparison. */
export function comparisonText(comparison: Comparison): string {
  const { remarks, exitCode } = comparison
  const found = kinds.filter((kind) => comparison[kind].length > 0)
  const blocks = [
    ...(remarks.length > 0 ? [remarks.join('\n')] : []),
    ...found.map((kind) =>
      [`${titles[kind]}: ${comparison[kind].length}`, ...comparison[kind].map(changeLine)].join('\n'),
    ),
    found.length === 0 ? 'No verdict changed.' : exitCode === 1 ? 'Something got worse.' : 'Nothing got worse.',
  ]
  return `${blocks.map(terminalLines).join('\n\n')}\n`
}

function changeLine({ check, clause, before, after, message, reasons }: Change): string {
  const words = [before, after].flatMap((each) => (each === undefined ? [] : verdictInWords(each)))
  const verdict = [...new Set(words)].join(' -> ')
  const text = terminalLine(cutBody(message, 300))
  const why = reasons ? ` (${terminalLine(reasons.join(' -> '))})` : ''
  return `  ${check} (${clause}): ${verdict}${why}${text === '' || after === undefined ? '' : `\n      ${text}`}`
}

/** A verdict in words. A verdict that only another version of the kit has is returned unchanged. */
const verdictInWords = (verdict: string): string => verdictWords[verdict as Verdict] ?? verdict

function sortChanges(changes: readonly Change[]): readonly Change[] {
  return [...changes].sort(
    (left, right) => compareClauses(left.clause, right.clause) || (left.check < right.check ? -1 : 1),
  )
}

function comparisonRemarks(before: ComparedReport, after: ComparedReport): readonly string[] {
  const differ = (what: string, left: string | undefined, right: string | undefined) =>
    left === right ? [] : [`The ${what} differ: ${left ?? 'unknown'} and ${right ?? 'unknown'}.`]
  const unknown = [...new Set([...before.results, ...after.results].map(({ verdict }) => verdict))].filter(
    (verdict) => !verdicts.includes(verdict as Verdict),
  )
  return [
    ...differ('targets', before.baseUrl, after.baseUrl),
    ...differ('profiles', before.profile, after.profile),
    ...differ('versions of the kit', before.kit.version, after.kit.version),
    ...(before.kit.digest === after.kit.digest
      ? []
      : ['The catalogues of requirements differ: what was added or removed may be due to the kit.']),
    ...(unknown.length > 0 ? [`This version of the kit does not know the verdict ${unknown.join(', ')}.`] : []),
  ]
}

function parseComparedResult(value: unknown, at: string): ComparedResult {
  const { check, requirement, clause, verdict, message, fact, places, cause } = (value ?? {}) as Partial<
    Record<keyof ComparedResult, unknown>
  >
  if (typeof check !== 'string' || typeof verdict !== 'string')
    throw new KitError(
      'invalid_report',
      `${at}: expected a check and its verdict; got ${(JSON.stringify(value) ?? 'nothing').slice(0, 80)}`,
    )
  const text = (member: unknown) => (typeof member === 'string' ? member : '')
  return {
    check,
    verdict,
    requirement: text(requirement),
    clause: text(clause),
    message: text(message),
    fact: resultKind(fact),
    places: Array.isArray(places) ? places.flatMap(placeOperation) : undefined,
    cause: resultKind(cause) === undefined ? undefined : (cause as ComparedCause),
  }
}

function resultKind(value: unknown): string | undefined {
  const { kind } = (value ?? {}) as { readonly kind?: unknown }
  return typeof kind === 'string' ? kind : undefined
}

function placeOperation(place: unknown): readonly string[] {
  const { operation } = (place ?? {}) as { readonly operation?: unknown }
  return typeof operation === 'string' ? [operation] : []
}
