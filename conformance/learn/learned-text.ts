// Lines about learned conventions and about drift, for a terminal and for a log.
import { findOperation, type OperationId } from '../catalogue/operations.ts'
import { findRequirement } from '../catalogue/requirements.ts'
import { because } from '../conclusions/cause.ts'
import { counted } from '../report/text.ts'
import { terminalLine } from '../wording/escaping/terminal.ts'
import { beforeAndNow, differenceText, serviceAndTwin, valueText } from './difference-text.ts'
import { hasMoved } from './drift.ts'
import type { Drift } from './drift-report-schema.ts'
import { countStates, type LearnedConvention, type LearnedDocument, type TwinDifference } from './learned-document.ts'
import { conventionNames, type UnseenCause } from './observation.ts'
import { isObserver, observers } from './observers/observers.ts'

/** The reason why something could not be seen, in a few words. */
export function unseenText(cause: UnseenCause): string {
  switch (cause.kind) {
    case 'declaration':
      return `declare ${cause.members.map((either) => either.join(' or ')).join(', ')} in the target file`
    case 'writes':
      return 'needs --allow-writes'
    case 'data':
      return 'the data of the service cannot show it'
    case 'gateway':
      return 'something in front of the service answered'
    case 'outage':
      return 'no complete answer arrived'
    case 'quota':
      return 'the service answered only 429'
    case 'limit':
      return 'a limit of this run was reached'
    case 'refused':
      return 'the service refused it'
    case 'absent':
      return 'the answer does not show it'
    case 'credential':
      return 'the service does not accept the credential'
    case 'changed':
      return 'it was not the same twice'
    case 'ended':
      return 'the run was ended'
    case 'gentle':
      return '--gentle leaves it out'
    case 'recording':
      return 'the recorded traffic does not show it'
    case 'harm':
      return 'no question can show it without harm'
    default:
      return 'it could not be seen'
  }
}

const nearestText = (nearest: unknown): string =>
  nearest === undefined ? '' : `; the nearest is ${valueText(nearest)}`

function conventionText(convention: LearnedConvention, name: (typeof conventionNames)[number]): string {
  switch (convention.state) {
    case 'learned':
      return `${name} = ${valueText(convention.value)}`
    case 'assumed':
      return `${name}: assumed to be the default; no answer contradicts it`
    case 'bound':
      return `${name}: at least ${convention.atLeast}`
    case 'conflict':
      return `${name}: the answers contradict each other (${convention.values.map(valueText).join(', ')})`
    case 'unobservable': {
      const observer = observers[name]
      const why = isObserver(observer) ? unseenText(convention.cause) : observer.unobservable
      return `${name}: ${why}${nearestText(convention.nearest)}`
    }
    case 'unrepresentable':
      return `${name}: no value represents ${convention.differs.map(valueText).join(', ')}${nearestText(convention.nearest)}`
  }
}

/** The most questions that a difference names. */
const mostQuestions = 3

/** The differences without duplicates, each with its questions. */
function twinTexts(differences: readonly TwinDifference[]): readonly string[] {
  const told = differences.flatMap(({ question, differences: its }) =>
    its.map((difference) => ({ question, text: differenceText(difference, serviceAndTwin) })),
  )
  return [...Map.groupBy(told, ({ text }) => text)].map(([text, same]) => {
    const questions = [...new Set(same.map(({ question }) => question))]
    const more = questions.length - mostQuestions
    const named = questions.slice(0, mostQuestions).join(', ')
    return `  ${named}${more > 0 ? ` and ${more} more` : ''}: ${text}`
  })
}

/** The last line: `39 of 43 learned, 2 assumed, 1 bound; 61 of 61 answers alike, 1 operation assumed`. */
function countText(document: Pick<LearnedDocument, 'conventions' | 'twin' | 'assumed'>): string {
  const { learned, assumed, bound, conflict, unobservable, unrepresentable } = countStates(document)
  const others = [
    [assumed, 'assumed'],
    [bound, 'bound'],
    [conflict, 'in conflict'],
    [unobservable, 'not observable'],
    [unrepresentable, 'not representable'],
  ] as const
  const { asked = 0, differences = [] } = document.twin ?? {}
  const conventions = [
    `${learned} of ${conventionNames.length} learned`,
    ...others.flatMap(([count, word]) => (count > 0 ? [`${count} ${word}`] : [])),
  ].join(', ')
  const count = document.assumed.length
  const operations = count > 0 ? `, ${counted(count, 'operation')} assumed` : ''
  return document.twin
    ? `${conventions}; ${asked - differences.length} of ${asked} answers alike${operations}`
    : conventions
}

function operationText(id: OperationId): string {
  const { method, path } = findOperation(id)
  return `${method} ${path}`
}

/** The document as lines for a terminal. @param notes Lines before the last one. */
export function learnedText(document: LearnedDocument, notes: readonly string[]): string {
  const { conventions, missing, twin, verdicts, assumed } = document
  const leftOut = Object.values(missing).filter(({ kind }) => kind === 'limit').length
  const failed = Object.entries(verdicts).filter(([, verdict]) => verdict === 'fail')
  const lines = [
    `The conventions of ${terminalLine(document.baseUrl)}, by ${document.requests} requests:`,
    ...conventionNames.map((name) => `  ${conventionText(conventions[name], name)}`),
    ...(failed.length === 0
      ? []
      : [
          '',
          'Stated requirements that it breaks (`emulator conformance` shows how):',
          ...failed.map(([id]) => `  ${id}`),
        ]),
    ...(twin === undefined
      ? []
      : twin.differences.length === 0
        ? ['', `The twin gave the same answer to all ${twin.asked} questions.`]
        : [
            '',
            `The twin answers ${twin.asked - twin.differences.length} of ${twin.asked} questions in the same way. Not represented:`,
            ...twinTexts(twin.differences),
          ]),
    ...(twin !== undefined && assumed.length > 0
      ? ['', `Assumed, as no successful answer was seen: ${assumed.map(operationText).join(', ')}.`]
      : []),
    ...(leftOut > 0 ? ['', `Not asked, as ${unseenText(because.limit)}: ${counted(leftOut, 'question')}.`] : []),
    ...notes.flatMap((line) => ['', line]),
    '',
    countText(document),
  ]
  return `${lines.join('\n')}\n`
}

/** The words about a difference. */
interface DriftText {
  /** The difference, in one line. */
  readonly line: string
  /** The difference beside its name. Default: the line. */
  readonly change?: string
  readonly statement: string
  /** The learned and the current value, if both can be shown. */
  readonly values?: readonly [before: string, now: string]
}

/** Describes a difference: all reports use these words. */
export function driftText(drift: Drift): DriftText {
  switch (drift.class) {
    case 'breaks':
    case 'fails': {
      const change =
        drift.class === 'breaks' ? 'held, and fails now' : 'fails; its twin does not, and it was not checked before'
      const { statement } = findRequirement(drift.requirement)!
      return { line: `${drift.requirement} (clause ${drift.clause}) ${change}`, change, statement }
    }
    case 'dialect': {
      const [before, now] = [valueText(drift.before ?? 'unknown'), valueText(drift.after ?? 'unknown')]
      const change = `was ${before}, and is ${now}`
      const line = `${drift.convention} (clause ${drift.clause}) ${change}`
      return { line, change, statement: 'The convention has another value.', values: [before, now] }
    }
    case 'answer': {
      const change = drift.differences.map((difference) => differenceText(difference, beforeAndNow)).join('; ')
      const line = `${drift.request} (${drift.question}): ${change}`
      return { line, change, statement: `The answer to ${drift.request} has another form.` }
    }
    case 'records': {
      const [before, now] = [drift.before.join(' or '), drift.after.join(' or ')]
      const [change, statement] = {
        removed: ['is gone', 'The member is gone.'],
        added: ['is new (for information)', 'The member is new.'],
        retyped: [`was ${before}, and is ${now}`, 'The member has another type.'],
      }[drift.change] as [string, string]
      const line = `${drift.collection}: ${valueText(drift.path)} ${change}`
      return { line, statement, values: [before, now || 'no member'] }
    }
    case 'scopes': {
      const scopes = `${drift.names.length === 1 ? 'the scope' : 'the scopes'} ${drift.names.map(valueText).join(', ')}`
      const isGone = drift.change === 'removed'
      const line =
        drift.of === 'tokens'
          ? `${isGone ? 'no token in the list has' : 'a token in the list has'} ${scopes} now (for information)`
          : isGone
            ? `the client no longer has ${scopes}`
            : `the client has ${scopes} now (for information)`
      return { line, statement: isGone ? 'A scope is gone.' : 'A scope is new.' }
    }
    case 'notMeasured':
      return { line: `${drift.what}: ${unseenText(drift.cause)}`, statement: 'It could not be measured.' }
  }
}

/** A difference, in one line. */
export function driftLine(drift: Drift): string {
  return driftText(drift).line
}

/** The conclusion from the differences, as a part of a sentence. */
export function driftVerdictText(drifts: readonly Drift[]): string {
  const moved = drifts.filter(hasMoved).length
  if (moved > 0) return `the service has changed in ${moved} ${moved === 1 ? 'place' : 'places'}`
  const open = drifts.filter((drift) => drift.class === 'notMeasured').length
  if (open === 0) return 'the service has not changed'
  return `the service has not changed where it was measured; ${open} ${open === 1 ? 'thing that was learned was' : 'things that were learned were'} not`
}

/** The line that explains how to record the state of requirements that were not checked before. */
export const recordingLine: string =
  'Requirements of class "fails" were never seen to hold. --check DIR --accept records them as they are; later checks compare with that.'

/** The line about broken requirements if the service was learned with fewer requests than it was checked with. */
export function widerCheckLine(learnedBy: number, checkedBy: number): string {
  return `The service was learned with ${learnedBy} requests and checked with ${checkedBy}: a requirement of class "breaks" may have failed before, in a place that was not asked. --check DIR --accept records it; --max-requests 500 lets learning ask as much.`
}

/** The reason why requirements were not checked. */
export function unaskedText({ mostRequests }: { readonly mostRequests: number }): string {
  return `not checked within ${mostRequests} requests; raise --max-requests`
}
