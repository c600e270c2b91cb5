// Finds the first request of a run that differs from the case.
import { scopeNames } from '../../../emulator/api/auth/scopes.ts'
import { caseSecrets, toCaseEvents, weighEvents } from '../../../emulator/case/case-events.ts'
import type { CaseEvent, CaseRequest } from '../../../emulator/case/case-file.ts'
import { CaseTexts, secretNames } from '../../../emulator/case/case-texts.ts'
import type { Emulator } from '../../../emulator/create-emulator.ts'
import { type ChangeEvent, type EventLog, inOrder } from '../../../emulator/journal/event-log.ts'
import type { JournalDraft } from '../../../emulator/journal/journal-draft.ts'
import type { RequestObserver } from '../../../emulator/journal/journal-options.ts'
import { differences } from '../../../emulator/world/changed-records.ts'
import type { OpenedCase } from './open-case.ts'
import { cutText } from '../../../emulator/tools/short-text.ts'

/** The requests and events of a world until it was reset or ended. */
export interface WorldRun {
  readonly world: string
  /** The initial records that other worlds lack. */
  readonly records: readonly { readonly put?: { readonly id?: unknown } }[]
  readonly events: readonly CaseEvent[]
}

/** The changes of a world and its requests, until it was reset or ended. */
interface WorldHistory {
  readonly world: string
  readonly changes: ChangeEvent[]
  readonly drafts: JournalDraft[]
}

/** Records the requests to all worlds, including those that a test resets or ends. */
export class RunRecorder implements RequestObserver {
  /** By the log of their world. A reset starts a new log. */
  readonly #received = new Map<EventLog, WorldHistory>()
  /** Set before the first request. */
  emulator: Emulator | undefined

  readonly onBegin: NonNullable<RequestObserver['onBegin']> = ({ world, draft }) => {
    const log = this.emulator?.worlds.peek(world)?.log
    if (!log) return
    const received = this.#received.get(log) ?? { world, changes: [...log.changes], drafts: [] }
    if (!this.#received.has(log)) log.follow((change) => received.changes.push(change))
    this.#received.set(log, received)
    received.drafts.push(draft)
  }

  /** The received requests, in the form of a case. */
  get runs(): readonly WorldRun[] {
    return [...this.#received].map(([log, { world, changes, drafts }]) => {
      const { credentials, conventions, worlds } = this.emulator!
      const changed = [...differences(worlds.beginning.state.collections, log.beginning.collections)]
      const records = changed.flatMap((each) => (each?.[2] ? [{ put: each[2] }] : []))
      const happened = runGenerator(weighEvents(world, inOrder(changes, drafts)))
      const texts = new CaseTexts(credentials, secretNames(credentials, caseSecrets(happened)), scopeNames(conventions))
      return { world, records, events: runGenerator(toCaseEvents(happened, texts)) }
    })
  }
}

/** Runs a generator to its end and returns its result. */
function runGenerator<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** The first request that differs. */
export interface RequestDifference {
  readonly world: string
  /** The number of earlier requests of the world that are the same. */
  readonly same: number
  /** Its number in the case. */
  readonly number: number
  /** Undefined for an additional request, which the case lacks. */
  readonly recorded: CaseRequest | undefined
  /** Undefined if it was not sent. */
  readonly sent: CaseRequest | undefined
  /** The parts that differ. A missing part is null. */
  readonly parts: readonly { readonly part: string; readonly recorded: string | null; readonly sent: string | null }[]
}

/**
 * Compares the sent requests with a case, world by world. A world that was reset, or ended with a test that passed, has
 * several runs, and its name may change from run to run: the run closest to the case counts. Returns undefined if the
 * requests are the same.
 */
export function firstDifference(opened: OpenedCase, runs: readonly WorldRun[]): RequestDifference | undefined {
  const { worlds, events } = opened.file
  const isOfStart = (id: string) => opened.isOfStart(id)
  const known = new Set(worlds.map(({ name }) => name))
  const begun = worlds.map(({ name: world, records }) => ({ world, records }))
  const ofCase = Map.groupBy(comparableRequests(begun, events, isOfStart), ({ request }) => request.world)
  const found = [...ofCase].flatMap(([world, before]) => {
    const ofName = runs.filter((run) => run.world === world)
    const candidates = ofName.length > 0 ? ofName : runs.filter((run) => !known.has(run.world))
    const differences = (candidates.length > 0 ? candidates : [{ world, records: [], events: [] }]).map((run) =>
      worldDifference(world, before, comparableRequests([run], run.events, isOfStart)),
    )
    if (differences.includes(undefined)) return []
    // Among equals, the latest run counts: a test may reset its world first.
    return differences
      .toReversed()
      .sort((left, right) => right!.same - left!.same)
      .slice(0, 1)
  })
  return found.toSorted((left, right) => left!.number - right!.number)[0]
}

/** A request in comparable form. */
interface Comparable {
  readonly request: CaseRequest
  readonly number: number
  readonly parts: ReadonlyMap<string, string>
}

function worldDifference(
  world: string,
  before: readonly Comparable[],
  after: readonly Comparable[],
): RequestDifference | undefined {
  for (let same = 0; same < Math.max(before.length, after.length); same++) {
    const [old, fresh] = [before[same], after[same]]
    const names = new Set([...(old?.parts.keys() ?? []), ...(fresh?.parts.keys() ?? [])])
    const parts = [...names].flatMap((part) => {
      const [recorded, sent] = [old?.parts.get(part) ?? null, fresh?.parts.get(part) ?? null]
      return recorded === sent ? [] : [{ part, recorded, sent }]
    })
    const number = old?.number ?? Number.POSITIVE_INFINITY
    if (parts.length > 0) return { world, same, number, recorded: old?.request, sent: fresh?.request, parts }
  }
  return undefined
}

/** Headers that do not affect what a client asks for. */
const passing = new Set(
  `host connection content-length transfer-encoding keep-alive date user-agent accept-encoding accept-language
  sec-fetch-mode priority x-emulator-world referer origin`.split(/\s+/),
)

/** An id that the emulator may have generated. */
const anyId = /(?<![0-9A-Za-z])[0-9A-Za-z]{27}(?![0-9A-Za-z])/g

/** The requests among some events. Generated ids and secrets are replaced by their order of creation. */
function comparableRequests(
  begun: readonly Pick<WorldRun, 'world' | 'records'>[],
  events: readonly CaseEvent[],
  isOfStart: (id: string) => boolean,
): readonly Comparable[] {
  const orders = new Map(begun.map(({ world }) => [world, new Map<string, number>()]))
  const give = (world: string, record: { readonly id?: unknown } = {}) => {
    const { id } = record
    const orderOf = orders.get(world)!
    if (typeof id === 'string' && !orderOf.has(id) && !isOfStart(id)) orderOf.set(id, orderOf.size + 1)
  }
  for (const { world, records } of begun) for (const { put } of records) give(world, put)
  let number = 0
  return events.flatMap((event) => {
    if (event.kind !== 'record' && event.kind !== 'request') return []
    if (event.kind === 'record') {
      give(event.world, event.put)
      return []
    }
    const orderOf = orders.get(event.world)!
    const plain = (text: string) =>
      text
        .replaceAll(/\u2039[\w.-]+:(\d+)\u203A/g, '<secret $1>')
        .replaceAll(anyId, (id) => (orderOf.has(id) ? `<id ${orderOf.get(id)}>` : id))
    const { method, path, search, headers, body } = event
    const parts = new Map([
      ['method', method],
      ['path', plain(path)],
      ['query', plain(search)],
    ])
    for (let place = 0; place + 1 < headers.length; place += 2) {
      const name = headers[place]!.toLowerCase()
      const before = parts.get(name)
      const value = plain(headers[place + 1]!)
      if (!passing.has(name)) parts.set(name, before === undefined ? value : `${before}, ${value}`)
    }
    if (body !== undefined) parts.set('body', plain(body))
    return [{ request: event, number: ++number, parts }]
  })
}

/** A request in a line. */
export function caseRequestLine({ method, path, search }: CaseRequest): string {
  return `${method} ${path}${search}`
}

/** The first request that differs, as a sentence and a diff. The cause is unknown, so none is given. */
export function requestDifferenceText({ world, number, recorded, sent, parts }: RequestDifference): string {
  const where = world === 'default' ? '' : ` of the world ${world}`
  const sentence = !sent
    ? `Request ${number}${where} did not come: in the case it was ${caseRequestLine(recorded!)}.`
    : !recorded
      ? `A request came in addition${where}: ${caseRequestLine(sent)}.`
      : `Request ${number}${where} differs in ${parts.map(({ part }) => part).join(', ')}.`
  const diff = parts.flatMap(({ part, recorded: old, sent: fresh }) => [
    ...(old === null ? [] : [`- ${part}: ${cutText(old, 500)}`]),
    ...(fresh === null ? [] : [`+ ${part}: ${cutText(fresh, 500)}`]),
  ])
  return [sentence, '  (- in the case, + now)', ...diff.map((line) => `  ${line}`)].join('\n')
}
