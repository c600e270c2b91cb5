// What happened in worlds, in order, as a case tells it.
import { byFunction } from '../disturb/faults/faults.ts'
import type { JournalDraft } from '../journal/journal-draft.ts'
import type { CollectionName } from '../model/contract/stored-records.ts'
import { type ChangedRecord, differences } from '../world/events/changed-records.ts'
import type { LoggedEvent } from '../world/events/event-log.ts'
import { weightOf } from '../world/world-memory.ts'
import type { CaseEvent, CaseRecord, CaseRequest } from './case-file.ts'
import type { CaseTexts, MadeSecret } from './case-texts.ts'

/** Something that happened in a world, and about the memory that it takes in a case. */
export type Happened = {
  readonly world: string
  readonly moment: number
  readonly at: number
  readonly size: number
} & (
  | { readonly kind: 'arrival'; readonly draft: JournalDraft }
  | { readonly kind: 'answer'; readonly draft: JournalDraft }
  | { readonly kind: 'record'; readonly changed: ChangedRecord }
  | { readonly kind: 'event'; readonly event: LoggedEvent }
)

/** The memory of an event without its texts. */
const overhead = 200

/** What happened in a world, the oldest first. It comes in steps. */
export function* happenedIn(
  world: string,
  drafts: readonly JournalDraft[],
  events: readonly LoggedEvent[],
): Generator<void, readonly Happened[]> {
  const happened: Happened[] = []
  for (const draft of drafts) {
    const { arrived, answered, at, size } = draft
    happened.push({ kind: 'arrival', world, moment: arrived, at, size, draft })
    if (answered !== undefined) happened.push({ kind: 'answer', world, moment: answered, at, size: overhead, draft })
  }
  for (const event of events) {
    const { moment, at } = event
    for (const changed of changedBy(event)) {
      if (changed) happened.push({ kind: 'record', world, moment, at, size: weightOfChange(changed), changed })
      yield
    }
    happened.push({ kind: 'event', world, moment, at, size: overhead + weightOfTexts(event), event })
    yield
  }
  return happened.sort((left, right) => left.moment - right.moment)
}

function* changedBy(event: LoggedEvent): Generator<ChangedRecord | undefined, void> {
  if (event.kind === 'record') yield [event.collection, event.id, event.after]
  if (event.kind === 'state') yield* differences(event.before, event.after)
}

export function weightOfChange([, , record]: ChangedRecord): number {
  return record ? weightOf(record) : overhead
}

function weightOfTexts(event: LoggedEvent): number {
  const hasTexts = event.kind === 'faults' || event.kind === 'conventions' || event.kind === 'scenarios'
  return hasTexts ? 2 * JSON.stringify(event).length : 0
}

/** The secrets that were made, in order. */
export function secretsIn(happened: readonly Happened[]): readonly MadeSecret[] {
  return happened.flatMap((each) =>
    each.kind === 'event' && each.event.kind === 'secret' ? [{ world: each.world, random: each.event.random }] : [],
  )
}

/** Tells what happened, one step at a time. */
export function* eventsOf(happened: readonly Happened[], texts: CaseTexts): Generator<void, readonly CaseEvent[]> {
  const events: CaseEvent[] = []
  const numbers = new Map<JournalDraft, number>()
  for (const each of happened) {
    const { world } = each
    if (each.kind === 'arrival') {
      numbers.set(each.draft, numbers.size + 1)
      events.push(toRequest(world, each.draft, texts))
    } else if (each.kind === 'answer') {
      const number = numbers.get(each.draft)
      if (number !== undefined) events.push({ kind: 'answer', number })
    } else if (each.kind === 'record') events.push({ kind: 'record', world, ...toRecord(each.changed, texts) })
    else events.push(...toEvents(world, each.event, texts))
    yield
  }
  return events
}

/** Collections whose records hold no text of a client: their ids are hashes of secrets. */
const ofHashes: ReadonlySet<CollectionName> = new Set(['credentials', 'connect_codes'])

export function toRecord([collection, id, record]: ChangedRecord, texts: CaseTexts): CaseRecord {
  if (!record) return { collection, removed: id }
  return { collection, put: ofHashes.has(collection) ? { ...record } : texts.members(record) }
}

function toEvents(world: string, event: LoggedEvent, texts: CaseTexts): readonly CaseEvent[] {
  switch (event.kind) {
    case 'record':
    case 'state':
      return event.ids ? [{ kind: 'ids', world, ids: { last: event.ids.last, random: event.ids.random } }] : []
    case 'secret':
      return [{ kind: 'secret', world, random: event.random }]
    case 'clock':
      return [{ kind: 'clock', world, at: event.at, frozen: event.frozen }]
    case 'faults': {
      const { step } = event
      if ('add' in step) return [{ kind: 'faults', world, add: texts.members(step.add) }]
      if ('set' in step) return [{ kind: 'faults', world, set: step.set.map((fault) => texts.members(fault)) }]
      return [{ kind: 'faults', world, ...step }]
    }
    case 'scenarios':
      return [{ kind: 'scenarios', world, names: event.names }]
    case 'conventions':
      return [{ kind: 'conventions', changes: { ...event.changes } }]
    case 'deviations':
      return [{ kind: 'deviations', names: event.names }]
  }
}

/** Returns true if a function of the test answered: no file can hold it. */
export function isByFunction({ fault }: JournalDraft): boolean {
  return fault?.body === byFunction
}

function toRequest(world: string, draft: JournalDraft, texts: CaseTexts): CaseRequest {
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
