// The events of some worlds, in order.
import type { Emulator } from '../emulator.ts'
import { byFunction } from '../disturb/faults/faults.ts'
import { isStub } from '../disturb/faults/stub.ts'
import type { JournalDraft } from '../journal/journal-draft.ts'
import { isForm } from '../journal/journal-entry.ts'
import { usedCredential } from '../journal/used-credential.ts'
import type { CollectionName } from '../model/contract/stored-records.ts'
import type { StoredRecord } from '../model/contract/resource.ts'
import type { IdState } from '../model/resources/ids.ts'
import { changesBetween } from '../model/store/changes.ts'
import { checksum } from '../tools/checksum.ts'
import { collectionNames, untyped } from '../world/collections.ts'
import type { Kept, Recorded } from '../world/recording/recording.ts'
import type { World } from '../world/world.ts'
import { toChanges } from './case-changes.ts'
import type { CaseEvent, CaseRequest } from './case-file.ts'
import type { CaseTexts } from './case-texts.ts'
import { usualBase } from './usual-base.ts'

/** A world with what is told of it. */
export interface ToldWorld {
  readonly world: World
  readonly drafts: readonly JournalDraft[]
  readonly changes: readonly Kept[]
}

/** An event with its moment. */
type Happened =
  | { readonly moment: number; readonly world: World; readonly draft: JournalDraft; readonly isAnswer: boolean }
  | { readonly moment: number; readonly world: World; readonly change: Kept }

/** The events of some worlds, in order. */
export function eventsOf(
  worlds: readonly ToldWorld[],
  texts: CaseTexts,
  emulator: Pick<Emulator, 'basePath' | 'publicUrl'>,
): readonly CaseEvent[] {
  const happened = worlds.flatMap((told) => happenedIn(told))
  happened.sort((left, right) => left.moment - right.moment)
  return new Telling(worlds, texts, emulator).events(happened)
}

/**
 * The events of a world, in order. An answer is told where what comes next is not simply the next request: others
 * arrived before it, or something changed behind it.
 */
function happenedIn({ world, drafts, changes }: ToldWorld): readonly Happened[] {
  const all: Happened[] = [
    ...drafts.flatMap((draft): Happened[] => {
      const { arrived, answered } = draft
      const arrival = { moment: arrived, world, draft, isAnswer: false }
      return answered === undefined ? [arrival] : [arrival, { moment: answered, world, draft, isAnswer: true }]
    }),
    ...changes.map((change) => ({ moment: change.moment, world, change })),
  ].sort((left, right) => left.moment - right.moment)
  /** The latest request, while nobody else arrived. */
  let latest: JournalDraft | undefined
  return all.filter((each, place) => {
    if ('change' in each) return true
    if (!each.isAnswer) {
      latest = each.draft
      return true
    }
    const next = all[place + 1]
    return latest !== each.draft || (next !== undefined && 'change' in next)
  })
}

class Telling {
  readonly #texts: CaseTexts
  readonly #idsAfter: ReadonlyMap<Recorded, IdState>
  readonly #events: CaseEvent[] = []
  readonly #numbers = new Map<JournalDraft, number>()
  /** The changes of records since the last event. */
  #world: World | undefined
  #records = new Map<CollectionName, Map<string, StoredRecord | undefined>>()
  #ids: IdState | undefined
  #isBeginning = false

  readonly #emulator: Pick<Emulator, 'basePath' | 'publicUrl'>

  constructor(worlds: readonly ToldWorld[], texts: CaseTexts, emulator: Pick<Emulator, 'basePath' | 'publicUrl'>) {
    this.#emulator = emulator
    this.#texts = texts
    this.#idsAfter = new Map(worlds.flatMap(({ world, changes }) => idsAfter(world.state.ids, changes)))
  }

  events(happened: readonly Happened[]): readonly CaseEvent[] {
    for (const each of happened) {
      const { world } = each
      if ('change' in each && this.#isOfRecords(world, each.change)) continue
      this.#flush()
      if ('change' in each) this.#events.push(...this.#toEvent(world, each.change))
      else if (each.isAnswer) this.#events.push({ kind: 'answer', number: this.#numbers.get(each.draft)! })
      else this.#events.push(this.#request(world, each.draft))
    }
    this.#flush()
    return this.#events
  }

  /** Takes a change of records or ids. Returns whether it is one. */
  #isOfRecords(world: World, change: Kept): boolean {
    const { kind, isBeginning } = change
    if (kind !== 'record' && kind !== 'ids' && kind !== 'state') return false
    if (this.#world !== world || this.#isBeginning !== isBeginning) this.#flush()
    this.#world = world
    this.#isBeginning = isBeginning
    if (kind === 'record') this.#put(change.collection, change.id, change.after)
    else this.#ids = this.#idsAfter.get(change)!
    if (kind === 'state') {
      const { before, after } = change
      for (const name of collectionNames)
        for (const each of changesBetween(untyped(before.collections, name), untyped(after.collections, name)))
          if ('put' in each) this.#put(name, each.put.id, each.put)
          else this.#put(name, each.removed, undefined)
    }
    return true
  }

  #put(name: CollectionName, id: string, record: StoredRecord | undefined): void {
    let byId = this.#records.get(name)
    if (!byId) this.#records.set(name, (byId = new Map()))
    byId.set(id, record)
  }

  #flush(): void {
    if (!this.#world) return
    this.#events.push({
      kind: 'changes',
      world: this.#world.name,
      ...(this.#isBeginning ? { beginning: true } : {}),
      ...toChanges(this.#records, this.#ids, this.#texts),
    })
    this.#world = undefined
    this.#records = new Map()
    this.#ids = undefined
  }

  #toEvent({ name: world }: World, change: Recorded): readonly CaseEvent[] {
    const texts = this.#texts
    switch (change.kind) {
      case 'clock':
        return [{ kind: 'clock', world, time: change.time, frozen: change.frozen }]
      case 'scenarios':
        return [
          {
            kind: 'scenarios',
            world,
            names: change.names,
            ...(change.added === undefined ? {} : { added: change.added }),
          },
        ]
      case 'control':
        return [{ kind: 'control', world, operation: change.operation, detail: texts.sealer.text(change.detail) }]
      case 'conventions':
        return [{ kind: 'conventions', changes: texts.members(change.changes) }]
      case 'deviations':
        return [{ kind: 'deviations', names: change.names }]
      case 'faults': {
        const { step } = change
        if ('add' in step) return [{ kind: 'faults', world, add: texts.members(step.add) }]
        if ('set' in step) return [{ kind: 'faults', world, set: step.set.map((fault) => texts.members(fault)) }]
        return 'remove' in step
          ? [{ kind: 'faults', world, remove: step.remove }]
          : [{ kind: 'faults', world, reset: true }]
      }
      default:
        return []
    }
  }

  #request(world: World, draft: JournalDraft): CaseRequest {
    const number = this.#numbers.size + 1
    this.#numbers.set(draft, number)
    const { sealer } = this.#texts
    const { index, at, served, method, path, search, body, bodyLength, operation, status, answer, refusal, mcp } = draft
    const raw = draft.headers === '' ? [] : draft.headers.split('\n')
    const headers = raw.map((part, place) => (place % 2 === 0 ? part : this.#texts.header(raw[place - 1]!, part)))
    const { fault } = draft
    if (fault?.body === byFunction) this.#texts.functions++
    const { basePath, publicUrl } = this.#emulator
    const usual =
      draft.baseUrl === '' || publicUrl !== undefined
        ? draft.baseUrl
        : usualBase({ headers: raw, world: world.name }, basePath)
    return {
      kind: 'request',
      number,
      index,
      world: world.name,
      at,
      ...(served > at ? { servedAt: served } : {}),
      method,
      path: sealer.text(path),
      search: search === '' ? '' : `?${sealer.form(search.slice(1))}`,
      ...(draft.baseUrl === usual ? {} : { base: sealer.text(draft.baseUrl) }),
      headers,
      ...(body === undefined || body === '' ? {} : { body: isForm(draft) ? sealer.form(body) : sealer.json(body) }),
      bodyLength,
      operation: operation?.id ?? null,
      status: status === undefined || status === 0 ? null : status,
      ...(answer?.text === undefined ? {} : { answer: checksum(answer.text) }),
      ...(refusal
        ? {
            refusal: {
              code: refusal.code,
              requirement: refusal.requirement ?? null,
              message: sealer.text(refusal.message),
            },
          }
        : {}),
      ...(fault ? { fault: this.#texts.members({ ...fault, body: undefined }) } : {}),
      ...(fault && isStub(fault) ? { stub: true as const } : {}),
      ...(mcp
        ? {
            mcp: {
              method: sealer.text(mcp.method),
              ...(mcp.tool === undefined ? {} : { tool: sealer.text(mcp.tool) }),
              ...(mcp.error === undefined ? {} : { error: sealer.text(mcp.error) }),
            },
          }
        : {}),
      credential: usedCredential(draft, world.requests.issuedCredentials),
    }
  }
}

/** The ids after each change that has some. */
function idsAfter(now: IdState, changes: readonly Recorded[]): readonly (readonly [Recorded, IdState])[] {
  let after = now
  const found: (readonly [Recorded, IdState])[] = []
  for (const change of changes.toReversed()) {
    if (change.kind !== 'ids' && change.kind !== 'state') continue
    found.push([change, after])
    after = change.kind === 'ids' ? change.before : change.before.ids
  }
  return found
}
