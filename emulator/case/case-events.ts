// What happened in worlds, in order, as a case tells it.
import { byFunction } from '../disturb/faults/faults.ts'
import type { JournalDraft } from '../journal/journal-draft.ts'
import { usedCredential } from '../journal/used-credential.ts'
import type { StoredRecord } from '../model/contract/resource.ts'
import type { CollectionName } from '../model/contract/stored-records.ts'
import type { IdState } from '../model/resources/ids.ts'
import { changesBetween } from '../model/store/changes.ts'
import { collectionNames, type Collections, untyped } from '../world/collections.ts'
import type { Kept, Recorded } from '../world/recording/recording.ts'
import type { World } from '../world/world.ts'
import { weightOf } from '../world/world-memory.ts'
import type { CaseChanges, CaseEvent, CaseRequest } from './case-file.ts'
import type { CaseTexts } from './case-secrets.ts'

/** Records by collection and id; undefined for one that was removed. */
type ChangedRecords = Map<CollectionName, Map<string, StoredRecord | undefined>>

/** Something that happened in a world. */
export type Happened = { readonly world: World; readonly moment: number; readonly size: number } & (
  | { readonly kind: 'arrival'; readonly draft: JournalDraft }
  | { readonly kind: 'answer'; readonly draft: JournalDraft }
  | {
      readonly kind: 'records'
      readonly records: ChangedRecords
      readonly ids?: IdState
      readonly isBeginning: boolean
    }
  | { readonly kind: 'other'; readonly change: Kept }
)

/** The memory of an event without its texts. */
const overhead = 200

/** What happened in a world, one step at a time: the oldest first, each with about the memory that it takes. */
export function* happenedIn(
  world: World,
  drafts: readonly JournalDraft[],
  changes: readonly Kept[],
): Generator<void, readonly Happened[]> {
  const happened: Happened[] = []
  for (const draft of drafts) {
    const { arrived, answered, size } = draft
    happened.push({ kind: 'arrival', world, moment: arrived, size, draft })
    if (answered !== undefined) happened.push({ kind: 'answer', world, moment: answered, size: overhead, draft })
  }
  const idsAfter = idsAfterEach(world.state.ids, changes)
  for (const change of changes) {
    const { moment, isBeginning, kind } = change
    const ids = idsAfter.get(change)
    if (kind === 'record' || kind === 'ids' || kind === 'state') {
      const records: ChangedRecords = new Map()
      let size = overhead
      for (const changed of changedBy(change)) {
        if (changed) size += put(records, changed)
        yield
      }
      happened.push({ kind: 'records', world, moment, size, records, isBeginning, ...(ids ? { ids } : {}) })
    } else happened.push({ kind: 'other', world, moment, size: overhead + sizeOf(change), change })
    yield
  }
  return happened.sort((left, right) => left.moment - right.moment)
}

const sizeOf = (change: Kept): number => 2 * JSON.stringify(change).length

/** The ids after each change that has some. */
function idsAfterEach(now: IdState, changes: readonly Recorded[]): ReadonlyMap<Recorded, IdState> {
  const found = new Map<Recorded, IdState>()
  let after = now
  for (const change of changes.toReversed()) {
    if (change.kind !== 'ids' && change.kind !== 'state') continue
    found.set(change, after)
    after = change.kind === 'ids' ? change.before : change.before.ids
  }
  return found
}

type ChangedRecord = readonly [name: CollectionName, id: string, record: StoredRecord | undefined]

/** The records that a change left otherwise. A snapshot that is loaded again is made of other objects, and changes none. */
function* changedBy(change: Recorded): Generator<ChangedRecord | undefined> {
  if (change.kind === 'record') yield [change.collection, change.id, change.after]
  if (change.kind === 'state') yield* differences(change.before.collections, change.after.collections)
}

/** The records that differ between two states; undefined for each that was compared and is the same. */
function* differences(from: Collections, to: Collections): Generator<ChangedRecord | undefined> {
  for (const name of collectionNames)
    for (const change of changesBetween(untyped(from, name), untyped(to, name)))
      if ('removed' in change) yield [name, change.removed, undefined]
      else
        yield isSame(untyped(from, name).get(change.put.id), change.put) ? undefined : [name, change.put.id, change.put]
}

function isSame(left: StoredRecord | undefined, right: StoredRecord): boolean {
  return left !== undefined && JSON.stringify(left) === JSON.stringify(right)
}

/** Adds a record. @returns about the memory that it takes. */
function put(records: ChangedRecords, [name, id, record]: ChangedRecord): number {
  let byId = records.get(name)
  if (!byId) records.set(name, (byId = new Map()))
  byId.set(id, record)
  return record ? weightOf(record) : 30
}

/** The changes from some collections to others, one step at a time, and about the memory that they take. */
export function* changesFrom(
  from: Collections,
  to: Collections,
  ids: IdState,
  texts: CaseTexts,
): Generator<void, { readonly changes: CaseChanges; readonly size: number }> {
  const records: ChangedRecords = new Map()
  let size = overhead
  for (const changed of differences(from, to)) {
    if (changed) size += put(records, changed)
    yield
  }
  return { changes: yield* toChanges(records, ids, texts), size }
}

/** Collections whose records hold no text of a client: their ids are hashes of secrets. */
const ofHashes: ReadonlySet<CollectionName> = new Set(['credentials', 'connect_codes'])

function* toChanges(records: ChangedRecords, ids: IdState | undefined, texts: CaseTexts): Generator<void, CaseChanges> {
  const added: Record<string, Readonly<Record<string, unknown>>[]> = {}
  const removed: Record<string, string[]> = {}
  for (const [name, byId] of records)
    for (const [id, record] of byId) {
      if (!record) (removed[name] ??= []).push(id)
      else (added[name] ??= []).push(ofHashes.has(name) ? { ...record } : texts.members(record))
      yield
    }
  return {
    ...(Object.keys(added).length > 0 ? { put: added } : {}),
    ...(Object.keys(removed).length > 0 ? { removed } : {}),
    ...(ids ? { ids: { last: ids.last, random: ids.random } } : {}),
  }
}

/** Tells what happened, one step at a time. Changes of records in a row are one event. */
export function* eventsOf(happened: readonly Happened[], texts: CaseTexts): Generator<void, readonly CaseEvent[]> {
  const events: CaseEvent[] = []
  const numbers = new Map<JournalDraft, number>()
  for (let place = 0; place < happened.length; place++) {
    const each = happened[place]!
    const { world } = each
    yield
    if (each.kind === 'other') events.push(...toEvents(world, each.change, texts))
    else if (each.kind === 'answer') {
      const number = numbers.get(each.draft)
      if (number !== undefined) events.push({ kind: 'answer', number })
    } else if (each.kind === 'arrival') {
      numbers.set(each.draft, numbers.size + 1)
      events.push(toRequest(world, each.draft, numbers.size, texts))
    } else {
      const records: ChangedRecords = new Map()
      const { isBeginning } = each
      let ids: IdState | undefined
      for (; ; place++) {
        const next = happened[place]
        if (next?.kind !== 'records' || next.world !== world || next.isBeginning !== isBeginning) break
        for (const [name, byId] of next.records) for (const [id, record] of byId) put(records, [name, id, record])
        ids = next.ids ?? ids
        yield
      }
      place--
      const changes = yield* toChanges(records, ids, texts)
      events.push({ kind: 'changes', world: world.name, ...(isBeginning ? { beginning: true } : {}), ...changes })
    }
  }
  return events
}

function toEvents({ name: world }: World, change: Recorded, texts: CaseTexts): readonly CaseEvent[] {
  switch (change.kind) {
    case 'clock':
      return [{ kind: 'clock', world, time: change.time, frozen: change.frozen }]
    case 'scenarios':
      return [{ kind: 'scenarios', world, names: change.names }]
    case 'control':
      return [{ kind: 'control', world, operation: change.operation, detail: texts.text(change.detail) }]
    case 'conventions':
      return [{ kind: 'conventions', changes: { ...change.changes } }]
    case 'deviations':
      return [{ kind: 'deviations', names: change.names }]
    case 'faults': {
      const { step } = change
      if ('add' in step) return [{ kind: 'faults', world, add: texts.members(step.add) }]
      if ('set' in step) return [{ kind: 'faults', world, set: step.set.map((fault) => texts.members(fault)) }]
      return [{ kind: 'faults', world, ...('remove' in step ? { remove: step.remove } : { reset: true }) }]
    }
    default:
      return []
  }
}

/** Returns true if a function of the test answered: no file can hold it. */
export function isByFunction({ fault }: JournalDraft): boolean {
  return fault?.body === byFunction
}

function toRequest(world: World, draft: JournalDraft, number: number, texts: CaseTexts): CaseRequest {
  const { index, at, served, method, path, search, body, bodyLength, operation, status, refusal, fault, mcp } = draft
  const raw = draft.headers === '' ? [] : draft.headers.split('\n')
  return {
    kind: 'request',
    number,
    index,
    world: world.name,
    at: Math.max(at, served),
    method,
    path: texts.text(path),
    search: texts.text(search),
    headers: raw.map((text, place) => (place % 2 === 0 ? text : texts.header(raw[place - 1]!, text))),
    ...(body === undefined || body === '' ? {} : { body: texts.body(body) }),
    bodyLength,
    operation: operation?.id ?? null,
    status: status === undefined || status === 0 ? null : status,
    ...(refusal
      ? {
          refusal: {
            code: refusal.code,
            requirement: refusal.requirement ?? null,
            message: texts.text(refusal.message),
          },
        }
      : {}),
    ...(fault
      ? { fault: texts.members({ ...fault, ...(fault.body === undefined ? {} : { body: '(left out)' }) }) }
      : {}),
    ...(mcp
      ? {
          mcp: {
            method: texts.text(mcp.method),
            ...(mcp.tool === undefined ? {} : { tool: texts.text(mcp.tool) }),
            ...(mcp.error === undefined ? {} : { error: texts.text(mcp.error) }),
          },
        }
      : {}),
    credential: usedCredential(draft, world.requests.issuedCredentials),
  }
}
