import { KitError } from '../kit-error.ts'
import { isObject } from '../reading/find-list.ts'

/** A known failure. It does not count as a failure, but must be removed once the check passes. */
export interface BaselineEntry {
  /** The requirement that fails. */
  readonly requirement: string
  /** The check that fails. */
  readonly check: string
  /** The reason why it is tolerated. */
  readonly reason?: string
  /** True if it fails intermittently: neither a failure nor a pass counts. */
  readonly flaky?: boolean
}

/** The known failures, as in a baseline file. */
export interface Baseline {
  /** The version of the format. */
  readonly version: 1
  /** The known failures. */
  readonly entries: readonly BaselineEntry[]
}

/** The verdict of a check, of either judge. */
export interface JudgedCheck<Found extends string = string> {
  readonly requirement: string
  readonly check: string
  readonly verdict: Found
}

/** The verdicts of a run. */
export interface JudgedRun {
  /** Default: false. */
  readonly quick?: boolean
  readonly results: readonly JudgedCheck[]
}

/** A run compared with a baseline. */
export interface BaselineOutcome {
  /** Failures that the baseline names. */
  readonly known: readonly BaselineEntry[]
  /** Failures that it does not name. */
  readonly new: readonly BaselineEntry[]
  /** Flaky entries that passed. Those that failed are known. */
  readonly flaky: readonly BaselineEntry[]
  /** Entries that no longer fail, or that name an unknown check. They must be removed. */
  readonly stale: readonly BaselineEntry[]
}

/** The checks whose failures a baseline names. */
export function knownChecks(baseline: BaselineOutcome | undefined): ReadonlySet<string> {
  return new Set(baseline?.known.map(({ check }) => check))
}

const members: readonly string[] = ['requirement', 'check', 'reason', 'flaky']
const advice = 'replace it with --update-baseline'

/** Reads a baseline file. @throws KitError `invalid_baseline` */
export function parseBaseline(source: string, name = 'the baseline'): Baseline {
  let value: unknown
  try {
    value = JSON.parse(source)
  } catch (error) {
    throw new KitError('invalid_baseline', `${name} is not JSON (${(error as Error).message}); ${advice}`)
  }
  const { version, entries } = (value ?? {}) as { version?: unknown; entries?: unknown }
  if (!Array.isArray(entries))
    throw new KitError(
      'invalid_baseline',
      `${name}: expected {"version": 1, "entries": […]}; got ${source.trim().slice(0, 60)}; ${advice}`,
    )
  if (version !== 1)
    throw new KitError(
      'invalid_baseline',
      `${name}: expected version 1; got ${JSON.stringify(version) ?? 'none'}; ${advice}`,
    )
  return { version, entries: entries.map((entry, index) => parseBaselineEntry(entry, `${name}: entries[${index}]`)) }
}

/** The text of a baseline file, with one entry per line, so that changes are easy to review. */
export function baselineText({ version, entries }: Baseline): string {
  const lines = entries.map((entry) => `    ${JSON.stringify(entry)}`).join(',\n')
  return `{\n  "version": ${version},\n  "entries": [${lines === '' ? '' : `\n${lines}\n  `}]\n}\n`
}

/**
 * Compares the failures of a run with the known ones. An entry is stale only if its check was decided and did not fail.
 * A check that was skipped, was blocked or could not be decided may still fail, and so may a check that a quick run did
 * not do in full.
 *
 * @param checks The ids of all checks of the kit: an entry for any other check is also stale.
 */
export function applyBaseline(result: JudgedRun, baseline: Baseline, checks?: readonly string[]): BaselineOutcome {
  const verdicts = new Map(result.results.map(({ check, verdict }) => [check, verdict]))
  const entries = new Map(baseline.entries.map((entry) => [entry.check, entry]))
  const passed = ({ check }: BaselineEntry) => verdicts.get(check) === 'pass' || verdicts.get(check) === 'observed'
  const unknown = (check: string) => checks !== undefined && !checks.includes(check) && !verdicts.has(check)
  return {
    known: [...entries.values()].filter(({ check }) => verdicts.get(check) === 'fail'),
    new: listFailures(result).filter(({ check }) => !entries.has(check)),
    flaky: [...entries.values()].filter((entry) => entry.flaky && passed(entry)),
    stale: [...entries.values()].filter(
      (entry) => (!result.quick && !entry.flaky && passed(entry)) || unknown(entry.check),
    ),
  }
}

/** The baseline after a run: its failures, with the reasons given so far, and entries that it could not decide. */
export function updateBaseline(result: JudgedRun, baseline?: Baseline, checks?: readonly string[]): Baseline {
  const before = baseline ?? { version: 1, entries: [] }
  const { known, new: fresh, stale } = applyBaseline(result, before, checks)
  const gone = new Set(stale.map(({ check }) => check))
  const kept = before.entries.filter(({ check }) => !gone.has(check) && !known.some((entry) => entry.check === check))
  return {
    version: 1,
    entries: [...known, ...fresh, ...kept].sort((left, right) => (left.check < right.check ? -1 : 1)),
  }
}

function listFailures(result: JudgedRun): readonly BaselineEntry[] {
  return result.results
    .filter(({ verdict }) => verdict === 'fail')
    .map(({ requirement, check }) => ({ requirement, check }))
}

function parseBaselineEntry(value: unknown, at: string): BaselineEntry {
  if (!isObject(value))
    throw new KitError(
      'invalid_baseline',
      `${at}: expected an object with requirement and check; got ${JSON.stringify(value)}`,
    )
  for (const [name, member] of Object.entries(value)) {
    if (!members.includes(name))
      throw new KitError(
        'invalid_baseline',
        `${at} has an unknown member ${JSON.stringify(name)}; known: ${members.join(', ')}`,
      )
    const [type, noun] = name === 'flaky' ? ['boolean', 'true or false'] : ['string', 'a text']
    if (typeof member !== type)
      throw new KitError('invalid_baseline', `${at}.${name}: expected ${noun}; got ${JSON.stringify(member)}`)
  }
  const { requirement, check, reason, flaky } = value as Partial<BaselineEntry>
  if (requirement === undefined || check === undefined) {
    const missing = requirement === undefined ? 'requirement' : 'check'
    throw new KitError('invalid_baseline', `${at} has no ${missing}: expected both; remove the entry, or ${advice}`)
  }
  return { requirement, check, ...(reason === undefined ? {} : { reason }), ...(flaky ? { flaky } : {}) }
}
