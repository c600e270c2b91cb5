// The text of a case in the terminal: what failed, then what was asked and arranged, in order.
import { terminalExact, terminalLines } from '../../../conformance/wording/escaping/terminal.ts'
import { isStub } from '../../../emulator/disturb/faults/stub.ts'
import type { CaseEvent, CaseFile, CaseRequest } from '../../../emulator/case/case-file.ts'
import { type OpenedCase, toRequest } from './play/open-case.ts'
import { cut } from '../../../emulator/tools/short-text.ts'
import { toIso } from '../../../emulator/tools/time.ts'
import { listNote } from './list-note.ts'
import { elsewhereHints, spellingHints } from './data-hints.ts'
import { type LineLook, toLine } from '../../serving/log/request-line.ts'
import { unreadNotes } from '../../serving/log/request-log.ts'

/** The number of latest moments that are printed. */
const mostMoments = 30

/** The longest message and body that are printed, in characters. */
const longest = { message: 1000, body: 300 }

/** The time that asking again may take, in milliseconds. */
const longestAsking = 1500

/**
 * Writes a case as text. The latest requests are asked again, of the worlds as they were, for what their answers held.
 */
export async function caseText(opened: OpenedCase, look: LineLook): Promise<string> {
  const { file } = opened
  const moments = file.events.filter((_event, place) => isToldAlone(file.events, place))
  const told = moments.slice(-mostMoments)
  const requests = file.events.filter((event) => event.kind === 'request')
  const answers = await answersOf(opened, told)
  const lines = told.map((event) =>
    event.kind === 'request'
      ? requestText(event, requests, answers.get(event.number) ?? { hints: [] }, look)
      : arrangedText(event),
  )
  const left = moments.length - told.length
  return [headText(file, requests.length), ...(left > 0 ? [`${left} earlier ones are in the console.`] : []), ...lines]
    .map((line) => `${line}\n`)
    .join('')
}

/** Returns true for an event that a reader wants to see: a request, or what somebody arranged, once. */
function isToldAlone(events: readonly CaseEvent[], place: number): boolean {
  const event = events[place]!
  if (!isArranged(event)) return event.kind === 'request' || event.kind === 'control'
  let end = place + 1
  while (end < events.length && (isArranged(events[end]!) || isBeginning(events[end]!))) end++
  // A call of the control API makes several changes, and is told behind them.
  if (events[end]?.kind === 'control') return false
  // A reset sets the clock, then the faults and then the scenarios.
  return (
    !(event.kind === 'clock' && isReset(events[place + 1])) &&
    !(event.kind === 'scenarios' && isReset(events[place - 1]))
  )
}

const isArranged = ({ kind }: CaseEvent): boolean => !['request', 'control', 'changes', 'answer'].includes(kind)
const isBeginning = (event: CaseEvent): boolean => event.kind === 'changes' && event.beginning === true
const isReset = (event: CaseEvent | undefined): boolean => event?.kind === 'faults' && 'reset' in event

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
    case 'faults':
      if ('add' in event) return `a ${isStub(event.add) ? 'stub' : 'fault'} was added: ${JSON.stringify(event.add)}`
      if ('remove' in event) return 'a fault was removed'
      if ('reset' in event) return 'the world was reset'
      return event.set.length === 0 ? 'all faults were removed' : `the faults were set: ${JSON.stringify(event.set)}`
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

function requestText(
  request: CaseRequest,
  all: readonly CaseRequest[],
  { answer, hints }: AnswerFacts,
  look: LineLook,
): string {
  const { number, world, method, path, search, status, credential, fault, stub, refusal, mcp, body, at } = request
  const same = all.find((other) => other.number < number && isSame(other, request))
  const notes = [
    ...(world === 'default' ? [] : [`in ${world}`]),
    ...(credential === null ? [] : [`by ${credential}`]),
    ...(mcp ? [[mcp.method, mcp.tool].filter(Boolean).join(' ')] : []),
    ...(answer === undefined ? [] : [answer]),
    ...(same ? [`the same answer as #${same.number}`] : []),
    ...(fault === undefined ? [] : [stub ? 'by a stub' : 'by a fault']),
    ...(refusal === undefined ? [] : [refusal.message]),
    ...(mcp?.error === undefined ? [] : [mcp.error]),
    ...hints,
  ]
  const line = toLine(`#${number} ${toIso(at)}`, { method, target: `${path}${search}`, status, notes }, look)
  return body === undefined || body === '' ? line : `${line}\n   > ${terminalExact(body.slice(0, longest.body))}`
}

/** Returns true for two answered reads of one path whose answers were alike, although their queries were not. */
function isSame(left: CaseRequest, right: CaseRequest): boolean {
  return (
    left.answer !== undefined &&
    left.answer === right.answer &&
    left.method === 'GET' &&
    right.method === 'GET' &&
    left.path === right.path &&
    left.world === right.world &&
    left.search !== right.search
  )
}

/** The facts about an answer. */
interface AnswerFacts {
  /** The records in it; undefined where it is no list. */
  readonly answer?: string | undefined
  /** The parts of the request that nothing read, and what the data say. */
  readonly hints: readonly string[]
}

/** Asks requests again, the latest first, while there is time. */
async function answersOf(opened: OpenedCase, events: readonly CaseEvent[]): Promise<ReadonlyMap<number, AnswerFacts>> {
  const answers = new Map<number, AnswerFacts>()
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<undefined>((resolve) => (timer = setTimeout(() => resolve(undefined), longestAsking)))
  for (const event of events.toReversed()) {
    if (event.kind !== 'request') continue
    // Some wait for seconds, as then; others come without a wait, and would let no time pass.
    const answer = await Promise.race([askedAgain(opened, event), over])
    if (!answer) break
    answers.set(event.number, answer)
    await new Promise((resolve) => setTimeout(resolve))
  }
  clearTimeout(timer)
  return answers
}

/** Asks a request of a case again, of the worlds as they were. */
async function askedAgain(opened: OpenedCase, request: CaseRequest): Promise<AnswerFacts> {
  try {
    const emulator = opened.emulatorAt(request.number - 1)
    const response = await emulator.fetch(toRequest(opened.requests[request.number - 1]!, opened.file))
    const held = await listNote(response)
    const { requests } = emulator.worlds.use(request.world)
    const draft = requests.draftAt(requests.latest)
    const unread = draft ? unreadNotes(draft, requests.redactor) : []
    return { answer: held?.text, hints: [...unread, ...dataHints(opened, request, response.status, held?.records)] }
  } catch {
    // A fault may drop the connection, or break off the body.
    return { hints: [] }
  }
}

function dataHints(
  opened: OpenedCase,
  request: CaseRequest,
  status: number,
  records: number | undefined,
): readonly string[] {
  if (records !== 0 && status !== 404) return []
  const emulator = opened.emulatorAt(request.number - 1)
  const world = emulator.worlds.peek(request.world)
  return status === 404 ? elsewhereHints(emulator, request) : world ? spellingHints(world, request) : []
}
