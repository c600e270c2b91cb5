// The report of drift as a document without a format.
import { type RequirementId, findRequirement } from '../catalogue/requirements.ts'
import {
  type Finding,
  type FindingLine,
  type Reason,
  type ReportDocument,
  type RequirementRow,
  toRow,
  toSections,
} from '../report/document.ts'
import { groupByCause } from '../report/open.ts'
import { hasMoved, isFailing, driftName } from './drift.ts'
import type { Drift } from './drift-report-schema.ts'
import { driftLine, driftText, driftVerdictText, recordingLine, unaskedText, unseenText } from './learned-text.ts'
import type { CommonFormat } from '../report/format-list.ts'
import { writeFormat } from '../report/formats.ts'
import type { TerminalOptions } from '../report/formats/terminal.ts'
import { toJson } from '../wording/escaping/json.ts'

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

function driftClass(drift: Drift): ClassName {
  if (drift.class === 'answer') return 'dialect'
  return drift.class === 'notMeasured' ? 'not measured' : drift.class
}

/** The differences as a report, whose entries are differences instead of requirements. */
function driftDocument(drifts: readonly Drift[], subject: DriftSubject): ReportDocument {
  const { name, startedAt, durationMs, isCompared } = subject
  const effort = subject.effort && unreportedEffort(subject.effort, drifts)
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
  const entries = [...drifts.map(driftRow), ...unasked]
  return {
    title: 'Platform Data API drift',
    subject: name,
    subjectName: effort ? 'Service' : 'Twin',
    verdict,
    startedAt,
    durationMs,
    requests: effort?.requests ?? 0,
    summary: {
      score: {
        passed: 0,
        failed: moved.length,
        undecided: drifts.filter((drift) => drift.class === 'notMeasured').length,
        notLookedAt: unasked.length,
      },
      // Most differences belong to no clause.
      clauses: [],
    },
    sections: toSections({
      failed: { title: 'Changed', counts: 'difference', findings: moved.map(driftFinding) },
      undecided: {
        title: 'Not measured',
        counts: 'thing',
        columns: ['Why', 'What'],
        reasons: notMeasured(drifts, effort),
      },
      information: {
        lines: drifts.filter((drift) => !hasMoved(drift) && drift.class !== 'notMeasured').map(driftLine),
      },
      limits: {
        title: 'To do',
        lines: moved.some((drift) => drift.class === 'fails') ? [recordingLine] : [],
      },
    }),
    requirements: entries.length === 0 ? [nothingMoved] : entries,
    rowWords: { row: 'difference', clause: 'Class' },
    catalogue: 'values of records are not shown',
    suite: { name: `Platform Data API drift of ${name}`, group: 'drift' },
  }
}

/** The effort without the requirements that are reported as not measured. */
function unreportedEffort(effort: DriftEffort, drifts: readonly Drift[]): DriftEffort {
  const told = new Set(drifts.flatMap((drift) => (drift.class === 'notMeasured' ? [drift.what] : [])))
  return { ...effort, unasked: effort.unasked.filter((id) => !told.has(id)) }
}

function driftFinding(drift: Drift): Finding {
  const name = driftName(drift)
  const { line, change = line, statement } = driftText(drift)
  const clause = 'clause' in drift ? `, clause ${drift.clause}` : ''
  return {
    id: name,
    requirement: name,
    statement,
    note: `${driftClass(drift)}${clause}`,
    place: '',
    message: change,
    lines: changeLines(drift),
    also: [],
    evidence: [],
  }
}

/** The values before and now, or the change in one line, and the remedy if one is known. */
function changeLines(drift: Drift): readonly FindingLine[] {
  const { line, change = line, values } = driftText(drift)
  const advice = isFailing(drift) ? findRequirement(drift.requirement)?.advice : undefined
  return [
    ...(values
      ? ([
          { label: 'expected', text: values[0] },
          { label: 'got', text: values[1] },
        ] as const)
      : ([{ label: 'message', text: change }] as const)),
    ...(advice ? ([{ label: 'to do', text: advice.remedy }] as const) : []),
  ]
}

/** The reasons why something was not measured or not asked. */
function notMeasured(drifts: readonly Drift[], effort: DriftEffort | undefined): readonly Reason[] {
  const open = drifts.filter((drift) => drift.class === 'notMeasured')
  const toName = (name: string) => ({ name, requirement: name })
  return [
    ...groupByCause(open, ({ cause }) => JSON.stringify(cause)).map((all) => ({
      text: unseenText(all[0]!.cause),
      names: all.map(({ what }) => toName(what)),
    })),
    ...(effort && effort.unasked.length > 0 ? [{ text: unaskedText(effort), names: effort.unasked.map(toName) }] : []),
  ]
}

function driftRow(drift: Drift): RequirementRow {
  const { line, statement } = driftText(drift)
  const entry = { id: driftName(drift), clause: driftClass(drift), statement }
  if (drift.class === 'notMeasured') return requirementDriftRow(entry, 'insufficientEvidence', unseenText(drift.cause))
  return hasMoved(drift) ? requirementDriftRow(entry, 'fail', line) : requirementDriftRow(entry, 'pass', '')
}

function unaskedRow(id: RequirementId, effort: DriftEffort): RequirementRow {
  const { statement } = findRequirement(id)!
  return requirementDriftRow({ id, clause: 'not asked', statement }, 'insufficientEvidence', unaskedText(effort))
}

type Entry = Pick<RequirementRow, 'id' | 'clause' | 'statement'>

/** An entry in the list of requirements. Its class replaces the clause and the verdict in words. */
function requirementDriftRow(
  entry: Entry,
  verdict: 'pass' | 'fail' | 'insufficientEvidence',
  reason: string,
): RequirementRow {
  const results = [{ check: entry.id, requirement: entry.id, verdict }]
  return toRow(
    { requirement: entry, verdict, results },
    { known: new Set(), reason, words: entry.clause, level: '', checks: [] },
  )
}

/** Test runners treat a report without entries as a failure. */
const nothingMoved: RequirementRow = requirementDriftRow(
  { id: 'unchanged', clause: 'unchanged', statement: 'The service answers as when it was learned.' },
  'pass',
  '',
)

/** The text of a report of drift. */
export function writeDriftReport(
  format: CommonFormat,
  drifts: readonly Drift[],
  subject: DriftSubject,
  look: TerminalOptions,
): string {
  const { name, effort, isCompared } = subject
  const value = { subject: name, compared: isCompared, moved: drifts.some(hasMoved), ...effort, drifts }
  const contents = { document: () => driftDocument(drifts, subject), json: () => `${toJson(value)}\n` }
  return writeFormat(format, contents, look)
}
