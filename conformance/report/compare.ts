import { oneLine } from './text.ts'
import { compareClauses } from '../catalogue/clauses.ts'
import { type Verdict, verdicts } from '../conclusions/conclusion.ts'
import { KitError } from '../kit-error.ts'

/** The part of a JSON report that `compare` reads. The rest may differ between versions of the kit. */
export interface ComparedReport {
  /** The kit that wrote it. */
  readonly kit: { readonly version?: string; readonly digest?: string }
  /** The service that was checked. */
  readonly baseUrl: string | undefined
  /** The profile of its claim. Reports of earlier kits do not say. */
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
}

/** A check in two reports. One side is absent if only the other report has the check. */
export interface Change {
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
}

/** The changes from one report to another. */
export interface Comparison {
  /** Checks that failed before and pass now. */
  readonly fixed: readonly Change[]
  /** Checks that did not fail before and fail now. */
  readonly broken: readonly Change[]
  /** Checks with another verdict, neither fixed nor broken. */
  readonly changed: readonly Change[]
  /** Checks that only the newer report has. */
  readonly added: readonly Change[]
  /** Checks that only the older report has. */
  readonly removed: readonly Change[]
  /** Other differences between the two runs. */
  readonly remarks: readonly string[]
  /** The exit code: 1 when something got worse, that is, it broke, or a former pass is no longer proven. */
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
      `${name}: expected a JSON report with results; got ${source.trim().slice(0, 60)}; ` +
        'write it with --report json=FILE',
    )
  return {
    kit: kit ?? {},
    baseUrl: target?.baseUrl,
    profile,
    results: results.map((result, index) => toResult(result, `${name}: results[${index}]`)),
  }
}

/** Compares the verdicts of each check in two reports. */
export function compareReports(before: ComparedReport, after: ComparedReport): Comparison {
  const [old, now] = [
    new Map(before.results.map((result) => [result.check, result])),
    new Map(after.results.map((result) => [result.check, result])),
  ]
  const both = [...now.values()].flatMap((result) => {
    const previous = old.get(result.check)
    return previous && previous.verdict !== result.verdict ? [toChange(previous, result)] : []
  })
  const fixed = both.filter((change) => change.before === 'fail' && change.after === 'pass')
  const broken = both.filter((change) => change.after === 'fail')
  const changed = both.filter((change) => !fixed.includes(change) && !broken.includes(change))
  return {
    fixed: ordered(fixed),
    broken: ordered(broken),
    changed: ordered(changed),
    added: ordered(
      [...now.values()].filter(({ check }) => !old.has(check)).map((result) => toChange(undefined, result)),
    ),
    removed: ordered(
      [...old.values()].filter(({ check }) => !now.has(check)).map((result) => toChange(result, undefined)),
    ),
    remarks: remarksOn(before, after),
    exitCode: broken.length > 0 || changed.some(({ before: was }) => was === 'pass') ? 1 : 0,
  }
}

/** The text of a comparison. */
export function comparisonText(comparison: Comparison): string {
  const { fixed, broken, changed, added, removed, remarks, exitCode } = comparison
  const sections = (
    [
      ['Broken', broken],
      ['Fixed', fixed],
      ['Changed', changed],
      ['Added', added],
      ['Removed', removed],
    ] as const
  ).filter(([, changes]) => changes.length > 0)
  const blocks = [
    ...(remarks.length > 0 ? [remarks.join('\n')] : []),
    ...sections.map(([title, changes]) => [`${title}: ${changes.length}`, ...changes.map(changeLine)].join('\n')),
    sections.length === 0 ? 'No verdict changed.' : exitCode === 1 ? 'Something got worse.' : 'Nothing got worse.',
  ]
  return `${blocks.join('\n\n')}\n`
}

function changeLine({ check, clause, before, after, message }: Change): string {
  const verdict = before === undefined ? after : after === undefined ? before : `${before} -> ${after}`
  const text = oneLine(message)
  return `  ${check} (${clause}): ${verdict}${text === '' || after === undefined ? '' : `\n      ${text}`}`
}

function toChange(before: ComparedResult | undefined, after: ComparedResult | undefined): Change {
  const { check, requirement, clause, message } = (after ?? before)!
  return {
    check,
    requirement,
    clause,
    message,
    ...(before ? { before: before.verdict } : {}),
    ...(after ? { after: after.verdict } : {}),
  }
}

function ordered(changes: readonly Change[]): readonly Change[] {
  return [...changes].sort(
    (left, right) => compareClauses(left.clause, right.clause) || (left.check < right.check ? -1 : 1),
  )
}

function remarksOn(before: ComparedReport, after: ComparedReport): readonly string[] {
  const differ = (what: string, left: string | undefined, right: string | undefined) =>
    left === right ? [] : [`The ${what} differ: ${left ?? 'unknown'} and ${right ?? 'unknown'}.`]
  const unknown = [...new Set([...before.results, ...after.results].map(({ verdict }) => verdict))].filter(
    (verdict) => !verdicts.includes(verdict as Verdict),
  )
  return [
    ...differ('targets', before.baseUrl, after.baseUrl),
    ...(before.profile === undefined || after.profile === undefined
      ? []
      : differ('profiles', before.profile, after.profile)),
    ...differ('versions of the kit', before.kit.version, after.kit.version),
    ...(before.kit.digest === after.kit.digest
      ? []
      : ['The catalogues of requirements differ: what was added or removed may be due to the kit.']),
    ...(unknown.length > 0 ? [`This version of the kit does not know the verdict ${unknown.join(', ')}.`] : []),
  ]
}

function toResult(value: unknown, at: string): ComparedResult {
  const { check, requirement, clause, verdict, message } = (value ?? {}) as Partial<
    Record<keyof ComparedResult, unknown>
  >
  if (typeof check !== 'string' || typeof verdict !== 'string')
    throw new KitError(
      'invalid_report',
      `${at}: expected a check and its verdict; got ${(JSON.stringify(value) ?? 'nothing').slice(0, 80)}`,
    )
  const text = (member: unknown) => (typeof member === 'string' ? member : '')
  return { check, verdict, requirement: text(requirement), clause: text(clause), message: text(message) }
}
