// The report of drift, before it has a format.
import { kit } from '../catalogue/kit.ts'
import { type RequirementId, findRequirement } from '../catalogue/requirements.ts'
import type {
  CheckEntry,
  FailedRequirement,
  LinesSection,
  ReasonsSection,
  ReportDocument,
  RequirementEntry,
} from '../report/document.ts'
import { counted, seconds } from '../report/text.ts'
import { valueText } from './difference-text.ts'
import { type Drift, hasMoved, isFailing, nameOf } from './drift.ts'
import { answerText, driftLine, driftVerdictText, recordingLine, unaskedText, unseenText } from './learned-text.ts'

/** The subject of a report of drift. */
export interface DriftSubject {
  /** The service, or the twin that another is compared with. */
  readonly name: string
  /** Milliseconds since 1970. */
  readonly startedAt: number
  readonly durationMs: number
  /** The requests to a service; missing where two twins are compared. */
  readonly effort?: DriftEffort | undefined
  /** False where nothing answered but something in front of the service. */
  readonly isCompared: boolean
}

/** The requests of a check for drift. */
export interface DriftEffort {
  readonly requests: number
  readonly mostRequests: number
  /** The stated requirements that were not looked at within them. */
  readonly unasked: readonly RequirementId[]
}

/** The class of a difference, as reports name it. An answer of another form is of the dialect. */
type ClassName = Exclude<Drift['class'], 'answer' | 'notMeasured'> | 'not measured'

function classOf(drift: Drift): ClassName {
  if (drift.class === 'answer') return 'dialect'
  return drift.class === 'notMeasured' ? 'not measured' : drift.class
}

/** The differences as a report: the entries are differences, in place of requirements. */
export function driftDocument(drifts: readonly Drift[], subject: DriftSubject): ReportDocument {
  const { name, startedAt, durationMs, isCompared } = subject
  const effort = subject.effort && withoutTold(subject.effort, drifts)
  const moved = drifts.filter(hasMoved)
  const isOpen = !isCompared || drifts.some((drift) => drift.class === 'notMeasured')
  const verdict: ReportDocument['verdict'] = isCompared
    ? {
        tone: moved.length > 0 ? 'bad' : isOpen ? 'open' : 'good',
        head: moved.length > 0 ? 'Drift' : 'No drift',
        rest: driftVerdictText(drifts),
      }
    : { tone: 'open', head: 'Not measured', rest: 'no answer could be compared with what was learned' }
  const unasked = effort ? effort.unasked.map((id) => unaskedEntry(id, effort)) : []
  const entries = [...drifts.map(entryOf), ...unasked]
  return {
    title: 'Platform Data API drift',
    subject: name,
    subjectName: effort ? 'Service' : 'Twin',
    verdict,
    effort: effort ? `${counted(effort.requests, 'request')} in ${seconds(durationMs)}` : 'nothing asked',
    startedAt,
    durationMs,
    kit,
    score: {
      passed: 0,
      failed: moved.length,
      undecided: drifts.filter((drift) => drift.class === 'notMeasured').length,
      notLookedAt: unasked.length,
    },
    // Most differences are of no clause.
    clauses: [],
    sections: [
      informationSection(drifts),
      notMeasuredSection(drifts, effort),
      {
        kind: 'failures',
        anchor: 'failed',
        title: 'Moved',
        heading: 'Moved',
        tone: 'bad',
        counts: 'difference',
        failures: moved.map(failureOf),
      },
      recordingSection(moved),
    ],
    requirements: entries.length === 0 ? [nothingMoved] : entries,
    entryWords: { entry: 'difference', clause: 'Class' },
    footer: `${kit.name} ${kit.version}. No value of a record is told.`,
    suite: { name: `Platform Data API drift of ${name}`, group: 'drift' },
  }
}

/** The effort without the requirements that are told as not measured. */
function withoutTold(effort: DriftEffort, drifts: readonly Drift[]): DriftEffort {
  const told = new Set(drifts.flatMap((drift) => (drift.class === 'notMeasured' ? [drift.what] : [])))
  return { ...effort, unasked: effort.unasked.filter((id) => !told.has(id)) }
}

function failureOf(drift: Drift): FailedRequirement {
  const name = nameOf(drift)
  const clause = 'clause' in drift ? `, clause ${drift.clause}` : ''
  return {
    id: name,
    requirement: name,
    statement: statementOf(drift),
    note: `${classOf(drift)}${clause}`,
    advice: isFailing(drift) ? findRequirement(drift.requirement)?.advice : undefined,
    checks: [checkEntryOf(drift)],
  }
}

function statementOf(drift: Drift): string {
  switch (drift.class) {
    case 'breaks':
    case 'fails':
      return findRequirement(drift.requirement)!.statement
    case 'dialect':
      return 'The convention has another value.'
    case 'answer':
      return `The answer to ${drift.request} has another form.`
    case 'records':
      return { removed: 'The member is gone.', retyped: 'The member has another type.', added: 'The member is new.' }[
        drift.change
      ]
    case 'scopes':
      return { removed: 'A scope is gone.', added: 'A scope is new.' }[drift.change]
    case 'notMeasured':
      return 'It could not be measured.'
  }
}

function checkEntryOf(drift: Drift): CheckEntry {
  const entry = { check: nameOf(drift), message: driftLine(drift), lines: [], evidence: [] }
  switch (drift.class) {
    case 'breaks':
      return { ...entry, message: 'it held, and fails now' }
    case 'fails':
      return { ...entry, message: 'it fails; its twin keeps it, and it was not looked at before' }
    case 'dialect': {
      const [expected, got] = [valueText(drift.before ?? 'not told'), valueText(drift.after ?? 'not told')]
      return { ...entry, message: `it was ${expected}, and is ${got}`, expected, got }
    }
    case 'answer':
      return { ...entry, message: answerText(drift.differences) }
    case 'records':
      return { ...entry, expected: drift.before.join(' or '), got: drift.after.join(' or ') || 'no member' }
    default:
      return entry
  }
}

/** The members that are new, which is no drift. */
function informationSection(drifts: readonly Drift[]): LinesSection {
  const title = 'For information'
  const lines = drifts.filter((drift) => !hasMoved(drift) && drift.class !== 'notMeasured').map(driftLine)
  return { kind: 'lines', anchor: 'information', title, heading: title, note: '', tone: 'none', lines }
}

/** Each reason why something was not measured or not asked. */
function notMeasuredSection(drifts: readonly Drift[], effort: DriftEffort | undefined): ReasonsSection {
  const open = drifts.filter((drift) => drift.class === 'notMeasured')
  const byCause = Map.groupBy(open, ({ cause }) => JSON.stringify(cause))
  const toName = (name: string) => ({ name, requirement: name })
  const title = 'Not measured'
  return {
    kind: 'reasons',
    anchor: 'not-measured',
    title,
    heading: title,
    counts: 'thing',
    columns: ['Why', 'What'],
    reasons: [
      ...[...byCause.values()].map((all) => ({
        text: unseenText(all[0]!.cause),
        names: all.map(({ what }) => toName(what)),
      })),
      ...(effort && effort.unasked.length > 0
        ? [{ text: unaskedText(effort), names: effort.unasked.map(toName) }]
        : []),
    ],
  }
}

function recordingSection(moved: readonly Drift[]): LinesSection {
  const title = 'What to do'
  const lines = moved.some((drift) => drift.class === 'fails') ? [recordingLine] : []
  return { kind: 'lines', anchor: 'limits', title, heading: title, note: '', tone: 'none', lines }
}

function entryOf(drift: Drift): RequirementEntry {
  const entry = { ...passedEntry, id: nameOf(drift), clause: classOf(drift), label: classOf(drift) }
  const described = { ...entry, statement: statementOf(drift) }
  if (drift.class === 'notMeasured')
    return { ...described, tone: 'open', outcome: 'skipped', why: unseenText(drift.cause) }
  if (!hasMoved(drift)) return described
  return {
    ...described,
    tone: 'bad',
    failed: true,
    outcome: 'failure',
    why: driftLine(drift),
    entries: [checkEntryOf(drift)],
  }
}

function unaskedEntry(id: RequirementId, effort: DriftEffort): RequirementEntry {
  const label = 'not asked'
  const { statement } = findRequirement(id)!
  return {
    ...passedEntry,
    id,
    statement,
    clause: label,
    label,
    tone: 'open',
    outcome: 'skipped',
    why: unaskedText(effort),
  }
}

const passedEntry = {
  level: '',
  tone: 'good',
  failed: false,
  checks: [],
  outcome: 'passed',
  why: '',
  entries: [],
  output: [],
  weight: 0,
} as const satisfies Partial<RequirementEntry>

/** Runners of tests take a report without an entry for a failure. */
const nothingMoved: RequirementEntry = {
  ...passedEntry,
  id: 'unchanged',
  statement: 'The service answers as it did when it was learned.',
  clause: 'unchanged',
  label: 'unchanged',
}
