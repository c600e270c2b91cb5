// The events of worlds in the form of a case.
import { byFunction } from '../disturb/faults/faults.ts'
import type { WorldEvent } from '../journal/event-log.ts'
import type { JournalDraft } from '../journal/journal-draft.ts'
import type { CollectionName } from '../model/contract/stored-records.ts'
import { type ChangedRecord, differences } from '../world/changed-records.ts'
import { recordWeight } from '../world/world-memory.ts'
import type { CaseEvent, CaseRecord, CaseRequest } from './case-file.ts'
import type { CaseTexts, MadeSecret } from './case-texts.ts'

/** An event of a world, the records that it changed, and its approximate memory in a case. */
export interface CaseHappening {
  readonly world: string
  readonly event: WorldEvent
  readonly changed: readonly ChangedRecord[]
  readonly size: number
}

/** The memory of an event without its texts. */
const overhead = 200

/** Weighs the events of a world, in steps. */
export function* weighEvents(world: string, events: readonly WorldEvent[]): Generator<void, readonly CaseHappening[]> {
  const happened: CaseHappening[] = []
  for (const event of events) {
    const changed: ChangedRecord[] = []
    let size = weightOfTexts(event)
    for (const each of eventChanges(event)) {
      if (each) changed.push(each)
      size += each ? weightOfChange(each) : 0
      yield
    }
    happened.push({ world, event, changed, size })
    yield
  }
  return happened
}

function* eventChanges(event: WorldEvent): Generator<ChangedRecord | undefined, void> {
  if (event.kind === 'record') yield [event.collection, event.id, event.after]
  if (event.kind === 'records') yield* differences(event.before, event.after)
}

export function weightOfChange([, , record]: ChangedRecord): number {
  return record ? recordWeight(record) : overhead
}

function weightOfTexts(event: WorldEvent): number {
  if (event.kind === 'request') return event.draft.size
  const hasTexts = event.kind === 'faults' || event.kind === 'conventions' || event.kind === 'scenarios'
  return overhead + (hasTexts ? 2 * JSON.stringify(event).length : 0)
}

/** The secrets that were made, in order. */
export function caseSecrets(happened: readonly CaseHappening[]): readonly MadeSecret[] {
  return happened.flatMap(({ world, event }) => (event.kind === 'secret' ? [{ world, random: event.random }] : []))
}

/** Makes the events of a case, in steps. */
export function* toCaseEvents(
  happened: readonly CaseHappening[],
  texts: CaseTexts,
): Generator<void, readonly CaseEvent[]> {
  const events: CaseEvent[] = []
  const numbers = new Map<JournalDraft, number>()
  for (const { world, event, changed } of happened) {
    if (event.kind === 'request') numbers.set(event.draft, numbers.size + 1)
    for (const each of changed) {
      events.push({ kind: 'record', world, ...toCaseRecord(each, texts) })
      yield
    }
    const made = toEvent(world, event, texts, numbers)
    if (made) events.push(made)
    yield
  }
  return events
}

/** Collections whose records contain no text from clients: their ids are hashes of secrets. */
const ofHashes: ReadonlySet<CollectionName> = new Set(['credentials', 'connect_codes'])

export function toCaseRecord([collection, id, record]: ChangedRecord, texts: CaseTexts): CaseRecord {
  if (!record) return { collection, removed: id }
  return { collection, put: ofHashes.has(collection) ? { ...record } : texts.members(record) }
}

function toEvent(
  world: string,
  event: WorldEvent,
  texts: CaseTexts,
  numbers: ReadonlyMap<JournalDraft, number>,
): CaseEvent | undefined {
  switch (event.kind) {
    case 'request':
      return toCaseRequest(world, event.draft, texts)
    case 'answer': {
      const number = numbers.get(event.draft)
      return number === undefined ? undefined : { kind: 'answer', number }
    }
    case 'record':
    case 'records':
      return undefined
    case 'ids':
      return { kind: 'ids', world, ids: { last: event.ids.last, random: event.ids.random } }
    case 'secret':
      return { kind: 'secret', world, random: event.random }
    case 'clock':
      return { kind: 'clock', world, at: event.at, frozen: event.frozen }
    case 'faults': {
      const { step } = event
      if ('add' in step) return { kind: 'faults', world, add: texts.members(step.add) }
      return { kind: 'faults', world, set: step.set.map((fault) => texts.members(fault)) }
    }
    case 'scenarios':
      return { kind: 'scenarios', world, names: event.names }
    case 'conventions':
      return { kind: 'conventions', changes: { ...event.changes } }
    case 'deviations':
      return { kind: 'deviations', names: event.names }
  }
}

/** Returns true if a function of the test answered, which a file cannot hold. */
export function isByFunction({ fault }: JournalDraft): boolean {
  return fault?.body === byFunction
}

function toCaseRequest(world: string, draft: JournalDraft, texts: CaseTexts): CaseRequest {
  const { at, served, method, path, search, body, bodyLength, operation, status, refusal, fault, mcp } = draft
  const raw = draft.headers === '' ? [] : draft.headers.split('\n')
  return {
    kind: 'request',
    world,
    at: Math.max(at, served),
    method,
    path: texts.text(path),
    search: texts.text(search),
    headers: raw.map((text, place) => (place % 2 === 0 ? text : texts.header(raw[place - 1]!, text))),
    ...(body === undefined || body === '' ? {} : { body: texts.body(body) }),
    bodyLength,
    operation: operation?.id ?? null,
    status: status === undefined || status === 0 ? null : status,
    ...(refusal && {
      refusal: {
        code: refusal.code,
        requirement: refusal.requirement ?? null,
        message: texts.text(refusal.message),
      },
    }),
    ...(fault && { fault: texts.members({ ...fault, ...(fault.body === undefined ? {} : { body: '(left out)' }) }) }),
    ...(mcp && { mcp: texts.members(mcp) as unknown as CaseRequest['mcp'] & object }),
  }
}
