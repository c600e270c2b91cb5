// The report of drift as a document without a format.
import { kit } from '../catalogue/kit.ts'
import { type RequirementId, findRequirement } from '../catalogue/requirements.ts'
import type {
  Finding,
  FindingLine,
  LinesSection,
  ReasonsSection,
  ReportDocument,
  RequirementRow,
} from '../report/document.ts'
import { counted, seconds } from '../report/text.ts'
import { valueText } from './difference-text.ts'
import { type Drift, hasMoved, isFailing, nameOf } from './drift.ts'
import { answerText, driftLine, driftVerdictText, recordingLine, unaskedText, unseenText } from './learned-text.ts'

/** The subject of a report of drift. */
export interface DriftSubject {
  /** The service, or the twin that another twin is compared with. */
  readonly name: string
  /** Milliseconds since 1970. */
  readonly startedAt: number
  readonly durationMs: number
  /** The requests to a service; missing if two twins are compared. */
  readonly effort?: DriftEffort | undefined
  /** False if only something in front of the service answered. */
  readonly isCompared: boolean
}

/** The requests of a check for drift. */
export interface DriftEffort {
  readonly requests: number
  readonly mostRequests: number
  /** The stated requirements that these requests did not check. */
  readonly unasked: readonly RequirementId[]
}

/** The class of a difference in reports. An answer of another form belongs to the dialect. */
type ClassName = Exclude<Drift['class'], 'answer' | 'notMeasured'> | 'not measured'

function classOf(drift: Drift): ClassName {
  if (drift.class === 'answer') return 'dialect'
  return drift.class === 'notMeasured' ? 'not measured' : drift.class
}

/** The differences as a report, whose entries are differences instead of requirements. */
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
  const unasked = effort ? effort.unasked.map((id) => unaskedRow(id, effort)) : []
  const entries = [...drifts.map(rowOf), ...unasked]
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
    // Most differences belong to no clause.
    clauses: [],
    sections: [
      informationSection(drifts),
      notMeasuredSection(drifts, effort),
      {
        kind: 'findings',
        anchor: 'failed',
        title: 'Moved',
        tone: 'bad',
        counts: 'difference',
        findings: moved.map(findingOf),
      },
      recordingSection(moved),
    ],
    requirements: entries.length === 0 ? [nothingMoved] : entries,
    rowWords: { row: 'difference', clause: 'Class' },
    footer: `${kit.name} ${kit.version}. Values of records are not shown.`,
    suite: { name: `Platform Data API drift of ${name}`, group: 'drift' },
  }
}

/** The effort without the requirements that are reported as not measured. */
function withoutTold(effort: DriftEffort, drifts: readonly Drift[]): DriftEffort {
  const told = new Set(drifts.flatMap((drift) => (drift.class === 'notMeasured' ? [drift.what] : [])))
  return { ...effort, unasked: effort.unasked.filter((id) => !told.has(id)) }
}

function findingOf(drift: Drift): Finding {
  const name = nameOf(drift)
  const clause = 'clause' in drift ? `, clause ${drift.clause}` : ''
  return {
    id: name,
    requirement: name,
    statement: statementOf(drift),
    note: `${classOf(drift)}${clause}`,
    place: '',
    message: changeOf(drift).message,
    lines: changeLines(drift),
    also: [],
    evidence: [],
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

function changeLines(drift: Drift): readonly FindingLine[] {
  const { message, expected, got } = changeOf(drift)
  const advice = isFailing(drift) ? findRequirement(drift.requirement)?.advice : undefined
  const remedy: readonly FindingLine[] = advice ? [{ label: 'to do', text: advice.remedy }] : []
  if (expected === undefined || got === undefined) return [{ label: 'message', text: message }, ...remedy]
  return [{ label: 'expected', text: expected }, { label: 'got', text: got }, ...remedy]
}

/** A change in one line, and as before and after if possible. */
function changeOf(drift: Drift): { readonly message: string; readonly expected?: string; readonly got?: string } {
  switch (drift.class) {
    case 'breaks':
      return { message: 'it held, and fails now' }
    case 'fails':
      return { message: 'it fails; its twin keeps it, and it was not looked at before' }
    case 'dialect': {
      const [expected, got] = [valueText(drift.before ?? 'not told'), valueText(drift.after ?? 'not told')]
      return { message: `it was ${expected}, and is ${got}`, expected, got }
    }
    case 'answer':
      return { message: answerText(drift.differences) }
    case 'records':
      return {
        message: driftLine(drift),
        expected: drift.before.join(' or '),
        got: drift.after.join(' or ') || 'no member',
      }
    default:
      return { message: driftLine(drift) }
  }
}

/** The new members, which are not drift. */
function informationSection(drifts: readonly Drift[]): LinesSection {
  const title = 'For information'
  const lines = drifts.filter((drift) => !hasMoved(drift) && drift.class !== 'notMeasured').map(driftLine)
  return { kind: 'lines', anchor: 'information', title, tone: 'none', lines }
}

/** The reasons why something was not measured or not asked. */
function notMeasuredSection(drifts: readonly Drift[], effort: DriftEffort | undefined): ReasonsSection {
  const open = drifts.filter((drift) => drift.class === 'notMeasured')
  const byCause = Map.groupBy(open, ({ cause }) => JSON.stringify(cause))
  const toName = (name: string) => ({ name, requirement: name })
  const title = 'Not measured'
  return {
    kind: 'reasons',
    anchor: 'not-measured',
    title,
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
  return { kind: 'lines', anchor: 'limits', title, tone: 'none', lines }
}

function rowOf(drift: Drift): RequirementRow {
  const entry = { ...passedRow, id: nameOf(drift), clause: classOf(drift), label: classOf(drift) }
  const described = { ...entry, statement: statementOf(drift) }
  if (drift.class === 'notMeasured')
    return { ...described, tone: 'open', outcome: 'skipped', why: unseenText(drift.cause) }
  if (!hasMoved(drift)) return described
  return {
    ...described,
    tone: 'bad',
    outcome: 'failure',
    why: driftLine(drift),
  }
}

function unaskedRow(id: RequirementId, effort: DriftEffort): RequirementRow {
  const label = 'not asked'
  const { statement } = findRequirement(id)!
  return {
    ...passedRow,
    id,
    statement,
    clause: label,
    label,
    tone: 'open',
    outcome: 'skipped',
    why: unaskedText(effort),
  }
}

const passedRow = {
  level: '',
  tone: 'good',
  checks: [],
  outcome: 'passed',
  why: '',
  weight: 0,
} as const satisfies Partial<RequirementRow>

/** Test runners treat a report without entries as a failure. */
const nothingMoved: RequirementRow = {
  ...passedRow,
  id: 'unchanged',
  statement: 'The service answers as when it was learned.',
  clause: 'unchanged',
  label: 'unchanged',
}
