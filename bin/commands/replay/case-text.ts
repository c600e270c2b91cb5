// The text of a case in the terminal: what failed, then what was asked and arranged, in order.
import { terminalExact, terminalLines } from '../../../conformance/wording/escaping/terminal.ts'
import { isStub } from '../../../emulator/disturb/faults/stub.ts'
import type { CaseEvent, CaseFile, CaseRequest } from '../../../emulator/case/case-file.ts'
import { cut } from '../../../emulator/tools/short-text.ts'
import { toIso } from '../../../emulator/tools/time.ts'
import { type LineLook, toLine } from '../../serving/log/request-line.ts'

/** The number of latest moments that are printed. */
const mostMoments = 30

/** The longest message and body that are printed, in characters. */
const longest = { message: 1000, body: 300 }

/** Writes a case as text. */
export function caseText(file: CaseFile, look: LineLook): string {
  const moments = momentsIn(file.events)
  const told = moments.slice(-mostMoments)
  const requests = file.events.filter(({ kind }) => kind === 'request').length
  const lines = told.map((event) => (event.kind === 'request' ? requestText(event, look) : arrangedText(event)))
  const left = moments.length - told.length
  return [headText(file, requests), ...(left > 0 ? [`${left} earlier ones are in the console.`] : []), ...lines]
    .map((line) => `${line}\n`)
    .join('')
}

/** The events that a reader wants to see: requests, and what somebody arranged, once. */
function momentsIn(events: readonly CaseEvent[]): readonly CaseEvent[] {
  /** What comes behind the changes that somebody arranged in a row. */
  let behind: CaseEvent | undefined
  const isTold = events
    .toReversed()
    .map((event) => {
      if (!isArranged(event)) {
        if (!isBeginning(event)) behind = event
        return event.kind === 'request' || event.kind === 'control'
      }
      // A call of the control API makes several changes, and is told behind them.
      return behind?.kind !== 'control'
    })
    .toReversed()
  // A reset sets the clock, then the faults and then the scenarios.
  return events.filter(
    ({ kind }, place) =>
      isTold[place] &&
      !(kind === 'clock' && isReset(events[place + 1])) &&
      !(kind === 'scenarios' && isReset(events[place - 1])),
  )
}

const isArranged = ({ kind }: CaseEvent): boolean => !['request', 'control', 'changes', 'answer'].includes(kind)
const isBeginning = (event: CaseEvent): boolean => event.kind === 'changes' && event.beginning === true
const isReset = (event: CaseEvent | undefined): boolean => event?.kind === 'faults' && event.reset === true

function headText({ failure = {}, version, seed, worlds, dropped }: CaseFile, requests: number): string {
  const { test, message, command, exitCode } = failure
  const left = Object.entries(dropped).flatMap(([what, count]) =>
    count > 0 ? [`${count} ${what === 'functions' ? 'answers by functions of the test' : what}`] : [],
  )
  return [
    ...(test === undefined ? [] : [`Failed: ${test}`]),
    ...(message === undefined ? [] : [cut(message, longest.message)]),
    ...(command === undefined
      ? []
      : [`Command: ${command.join(' ')}${exitCode === undefined ? '' : ` (exit code ${exitCode})`}`]),
    `Emulator ${version}, seed ${seed}; requests: ${requests}; worlds: ${worlds.map(({ name }) => name).join(', ')}`,
    ...(left.length === 0 ? [] : [`The case does not hold ${left.join(', ')}.`]),
  ]
    .map(terminalLines)
    .join('\n')
}

/** Changes that a test arranged, by the control API or in process. */
function arrangedText(event: CaseEvent): string {
  const where = 'world' in event && event.world !== 'default' ? `in ${event.world}: ` : ''
  return terminalExact(`   ${where}${arrangedWords(event)}`.slice(0, longest.body))
}

function arrangedWords(event: CaseEvent): string {
  switch (event.kind) {
    case 'clock':
      return `the clock ${event.frozen ? 'was set to' : 'runs from'} ${toIso(event.time)}`
    case 'faults': {
      const { add, remove, set = [], reset } = event
      if (add) return `a ${isStub(add) ? 'stub' : 'fault'} was added: ${JSON.stringify(add)}`
      if (remove !== undefined) return 'a fault was removed'
      if (reset) return 'the world was reset'
      return set.length === 0 ? 'all faults were removed' : `the faults were set: ${JSON.stringify(set)}`
    }
    case 'scenarios':
      return event.names.length === 0 ? 'all scenarios were ended' : `the scenarios were set: ${event.names.join(', ')}`
    case 'conventions':
      return `conventions were set: ${JSON.stringify(event.changes)}`
    case 'deviations':
      return event.names.length === 0
        ? 'all deviations were ended'
        : `the deviations were set: ${event.names.join(', ')}`
    case 'control':
      return event.operation === 'reset' ? 'the world was reset' : `${event.operation} ${event.detail}`
    case 'changes':
    case 'answer':
    case 'request':
      return event.kind
  }
}

function requestText(request: CaseRequest, look: LineLook): string {
  const { number, world, method, path, search, status, credential, fault, refusal, mcp, body, at } = request
  const notes = [
    ...(world === 'default' ? [] : [`in ${world}`]),
    ...(credential === null ? [] : [`by ${credential}`]),
    ...(mcp ? [[mcp.method, mcp.tool].filter(Boolean).join(' ')] : []),
    ...(fault === undefined ? [] : [isStub(fault) ? 'by a stub' : 'by a fault']),
    ...(refusal === undefined ? [] : [refusal.message]),
    ...(mcp?.error === undefined ? [] : [mcp.error]),
  ]
  const line = toLine(`#${number} ${toIso(at)}`, { method, target: `${path}${search}`, status, notes }, look)
  return body === undefined || body === '' ? line : `${line}\n   > ${terminalExact(body.slice(0, longest.body))}`
}
