import { adapterDigests } from '../../../emulator/case/adapter-digests.ts'
import type { CaseChanges, CaseEvent, CaseFile, CaseRequest, CaseWorld } from '../../../emulator/case/case-file.ts'
import { madeSecret, secretsOf, withSecrets } from '../../../emulator/case/case-secrets.ts'
import { credentialsOf } from '../../../emulator/api/auth/credentials.ts'
import { endpoints } from '../../../emulator/api/endpoints/endpoints.ts'
import type { DeviationName } from '../../../emulator/disturb/deviations/deviation-groups.ts'
import type { Fault } from '../../../emulator/disturb/faults/fault.ts'
import type { Faults } from '../../../emulator/disturb/faults/faults.ts'
import type { ScenarioName } from '../../../emulator/disturb/scenarios/scenarios.ts'
import type { Emulator } from '../../../emulator/emulator.ts'
import { type FixturePack, seedOf } from '../../../emulator/fixtures.ts'
import { JournalDraft } from '../../../emulator/journal/journal-draft.ts'
import { factsOf } from '../../../emulator/journal/operation-facts.ts'
import type { Adapter } from '../../../emulator/model/contract/adapter.ts'
import type { Conventions } from '../../../emulator/model/contract/conventions.ts'
import { operationIds } from '../../../emulator/model/contract/operation-ids.ts'
import type { StoredRecord } from '../../../emulator/model/contract/resource.ts'
import type { CollectionName } from '../../../emulator/model/contract/stored-records.ts'
import { openEmulator, type OpenOptions } from '../../../emulator/open-emulator.ts'
import { registryOf } from '../../../emulator/options.ts'
import { EmulatorError } from '../../../emulator/tools/emulator-error.ts'
import { shortJson } from '../../../emulator/tools/short-text.ts'
import { parseTime } from '../../../emulator/tools/time.ts'
import { collectionNames, toCollections } from '../../../emulator/world/collections.ts'
import { readMembersOption, readRecords, type Records } from '../../../emulator/world/read-records.ts'
import { withRecords } from '../../../emulator/world/recording/state-at.ts'
import type { Samples, Seed } from '../../../emulator/world/seed.ts'
import { WorldSnapshot } from '../../../emulator/world/snapshot.ts'
import type { World } from '../../../emulator/world/world.ts'
import type { WorldState } from '../../../emulator/world/world-state.ts'

/** The parts that a case cannot hold, and how it is served. */
export interface OpenCaseOptions {
  /** The adapters of the user that the emulator had. */
  readonly adapters?: readonly Adapter[]
}

/** An event of a world, and its place in the case. */
type Placed = readonly [place: number, event: CaseEvent]

/** An opened case: its requests, and the worlds as they were at each of them. */
export class OpenedCase {
  readonly file: CaseFile
  /** Every request, in the order of arrival. Secrets are names. */
  readonly requests: readonly CaseRequest[]
  readonly #options: OpenCaseOptions
  readonly #seed: Seed
  readonly #start: WorldState
  readonly #secrets: ReadonlyMap<string, string>
  /** The events of each world. */
  readonly #events = new Map<string, Placed[]>()
  /** The places at which requests arrived and were answered, by their numbers. */
  readonly #arrivals: number[] = [0]
  readonly #answers: number[] = []

  /**
   * @throws EmulatorError `case_incomplete` when an adapter is missing, or differs from that of the case; `invalid_seed`
   * for a record that no world can have.
   */
  constructor(file: CaseFile, options: OpenCaseOptions = {}) {
    assertAdapters(file, options.adapters ?? [])
    this.file = file
    this.#options = options
    this.#secrets = secretsIn(file)
    const openMembers = readMembersOption(file.members)
    for (const { put = {} } of changesIn(file)) readRecords(put, openMembers)
    this.requests = file.events.filter((event) => event.kind === 'request')
    for (const { name } of file.worlds) this.#events.set(name, [])
    for (const [place, event] of file.events.entries()) {
      if (event.kind === 'request') this.#arrivals[event.number] = place
      if (event.kind === 'answer') this.#answers[event.number] = place
      if ('world' in event) this.#events.get(event.world)!.push([place, event])
    }
    const seed = packOf(file)
    const start = { collections: toCollections(seed.records), ids: seed.ids, openMembers }
    this.#start = stateWith(start, [file.start])
    this.#seed = seed
  }

  /**
   * The number of a request: a number, the last request before a time, or the first that was refused.
   * @throws EmulatorError `invalid_option`.
   */
  numberOf(at: string): number {
    const { length } = this.requests
    if (at === 'first-4xx') {
      const found = this.requests.find(({ status }) => status !== null && status >= 400 && status < 500)
      if (found) return found.number
      throw new EmulatorError('invalid_option', 'No request of the case was answered with 4xx. Give the number of one.')
    }
    if (/^\d+$/.test(at)) {
      const number = Number(at)
      if (number <= length) return number
      throw new EmulatorError('invalid_option', `The case has ${length} requests; got ${at.slice(0, 20)}.`)
    }
    const time = timeOf(at)
    return this.requests.findLast((request) => request.at <= time)?.number ?? 0
  }

  /**
   * An emulator whose worlds are as they were after a request; 0 stands for before the first. Its journals have all
   * requests of the case. What scenarios, rate limits and deviations have counted begins anew.
   */
  emulatorAt(number: number): Emulator {
    // Before the first request, what a test arranged is there.
    const end = number === 0 ? (this.#arrivals[1] ?? this.file.events.length) : this.#untilAnswer(number)
    const emulator = this.#emulatorWith(end)
    const asked = Map.groupBy(this.requests, ({ world }) => world)
    for (const then of this.file.worlds) {
      const world = emulator.worlds.use(then.name)
      this.#restore(world, then, end)
      world.adopt(journalOf(asked.get(then.name) ?? [], this.#secrets), {
        until: 2 * this.requests.length,
        stateAt: (moment) => {
          const request = Math.ceil(moment / 2)
          const place = moment % 2 === 0 ? this.#untilAnswer(request) : (this.#arrivals[request] ?? 0)
          const { collections, ids, openMembers = false, clock } = this.#stateOf(then, place)
          return new WorldSnapshot({ collections, ids, openMembers }, clock)
        },
      })
    }
    return emulator
  }

  /** An emulator as it was when the case begins, to run the test again. Worlds that were made later are not there. */
  emulatorAnew(observer: NonNullable<OpenOptions['observer']>): Emulator {
    const emulator = this.#emulatorWith(0, { observer })
    for (const then of this.file.worlds) {
      // A world that was made since is made again.
      const isMadeSince = this.#events.get(then.name)!.some(([, event]) => event.kind === 'changes' && event.beginning)
      if (!isMadeSince) this.#restore(emulator.worlds.use(then.name), then, 0)
    }
    return emulator
  }

  /** Returns true for the id of a record that a world has from the start. */
  isOfStart(id: string): boolean {
    return Object.values(this.#start.collections).some((collection) => collection.get(id) !== undefined)
  }

  #untilAnswer(number: number): number {
    return (this.#answers[number] ?? this.#arrivals[number] ?? 0) + 1
  }

  #emulatorWith(end: number, additions: Pick<OpenOptions, 'observer'> = {}): Emulator {
    const { file } = this
    const { adapters = [] } = this.#options
    const before = file.events.slice(0, end)
    const conventions = before.flatMap((event) => (event.kind === 'conventions' ? [event.changes] : []))
    const deviations = before.findLast((event) => event.kind === 'deviations')?.names ?? file.deviations
    return openEmulator(this.#seed, {
      adapters,
      basePath: file.basePath,
      ...(file.publicUrl === undefined ? {} : { publicUrl: file.publicUrl }),
      clock: file.clock,
      conventions: Object.assign({}, file.conventions, ...conventions) as Partial<Conventions>,
      deviations: deviations as readonly DeviationName[],
      faults: this.#faults(file.faults),
      scenarios: file.scenarios as readonly ScenarioName[],
      ...additions,
    })
  }

  /** The events of a world before a place. */
  #eventsOf(name: string, end: number): readonly CaseEvent[] {
    return this.#events.get(name)!.flatMap(([place, event]) => (place < end ? [event] : []))
  }

  #stateOf(
    { name, at, frozen, changes }: CaseWorld,
    end: number,
  ): WorldState & { readonly clock: { readonly start: number; readonly frozen: boolean } } {
    const events = this.#eventsOf(name, end)
    const steps = events.filter((event) => event.kind === 'changes')
    const clock = events.findLast((event) => event.kind === 'clock')
    const start = Math.max(events.findLast((event) => event.kind === 'request')?.at ?? at, clock?.time ?? 0)
    return { ...stateWith(this.#start, [changes, ...steps]), clock: { start, frozen: clock?.frozen ?? frozen } }
  }

  #restore(world: World, then: CaseWorld, end: number): void {
    const events = this.#eventsOf(then.name, end)
    const names = events.findLast((event) => event.kind === 'scenarios')?.names ?? then.scenarios
    world.revert(this.#stateOf(then, end))
    world.requests.issuedCredentials.clear()
    this.#playFaults(world.faults, this.#faults(then.faults), events)
    if (names.join() !== world.scenarios.names.join()) world.scenarios.set(names as readonly ScenarioName[])
  }

  /** Brings the faults of a world to where they were: each change is made again, and each request counted. */
  #playFaults(faults: Faults<World>, initial: readonly Fault[], events: readonly CaseEvent[]): void {
    const removers = new Map<number, () => void>()
    faults.reset()
    if (JSON.stringify(faults.initial) !== JSON.stringify(initial)) faults.set(initial)
    let added = faults.pending.length
    for (const event of events) {
      const operation = event.kind === 'request' && operationIds.find((id) => id === event.operation)
      if (operation) faults.take(operation)
      if (event.kind !== 'faults') continue
      const { add, remove, set, reset } = event
      if (add) removers.set(added++, faults.add(this.#faults([add])[0]!))
      if (remove !== undefined) removers.get(remove)?.()
      if (set) faults.set(this.#faults(set))
      if (reset) faults.reset()
      added = set ? added + set.length : reset ? faults.pending.length : added
    }
  }

  #faults(faults: readonly object[]): readonly Fault[] {
    const withEach = (_name: string, value: unknown) =>
      typeof value === 'string' ? withSecrets(value, this.#secrets) : value
    return faults.map((fault) => JSON.parse(JSON.stringify(fault), withEach) as Fault)
  }
}

function assertAdapters({ adapters }: CaseFile, served: readonly Adapter[]): void {
  const digests = new Map(adapterDigests(registryOf(served)).map(({ name, digest }) => [name, digest]))
  for (const { name, digest } of adapters) {
    if (digests.get(name) === digest) continue
    const got = digests.has(name) ? 'another one of this name' : 'none'
    throw new EmulatorError(
      'case_incomplete',
      `The case needs the adapter ${shortJson(name)} with the digest ${digest.slice(0, 19)}…, as it was when the test failed; got ${got}. Name its file with --adapter FILE.`,
    )
  }
}

/** @throws EmulatorError `invalid_option` for what is no place in a case. */
function timeOf(at: string): number {
  try {
    return parseTime(at)
  } catch {
    throw new EmulatorError(
      'invalid_option',
      `--at takes the number of a request, first-4xx, or a time such as 2026-01-31T12:00:00Z; got ${shortJson(at)}.`,
    )
  }
}

/** The secrets of a case: they follow from its seed. */
function secretsIn({ seed, secrets, samples }: CaseFile): ReadonlyMap<string, string> {
  const made = new Map(secretsOf(credentialsOf(seed, samples as Samples)))
  for (const [name, { world, random }] of Object.entries(secrets)) made.set(name, madeSecret(world, random))
  return made
}

/** The data that a new world begins with, apart from the changes. @throws EmulatorError `invalid_case`. */
function packOf({ fixtures: { pack, scale }, seed, samples, start }: CaseFile): Seed {
  if (pack === null)
    return { seed, records: {}, ids: start.ids ?? { last: '0'.repeat(27), random: seed }, samples: samples as Samples }
  // A name of a stranger: only those that there are have records.
  if (pack === 'default' || pack === 'empty' || pack === 'edge')
    return seedOf(pack satisfies FixturePack, { seed, scale })
  throw new EmulatorError('invalid_case', `The case names the fixture pack ${shortJson(pack)}, which does not exist.`)
}

/** All changes of a case. */
function changesIn({ start, worlds, events }: CaseFile): readonly CaseChanges[] {
  return [start, ...worlds.map(({ changes }) => changes), ...events.filter((event) => event.kind === 'changes')]
}

/** A state after some changes. All are put together first, so that it takes as long as the records that differ. */
function stateWith(state: WorldState, steps: readonly CaseChanges[]): WorldState {
  const changed = new Map<CollectionName, Map<string, StoredRecord | undefined>>()
  const changedIn = (name: CollectionName) => {
    if (!changed.has(name)) changed.set(name, new Map())
    return changed.get(name)!
  }
  let { ids } = state
  for (const step of steps) {
    for (const [name, list] of Object.entries((step.put ?? {}) as Records) as [
      CollectionName,
      readonly StoredRecord[],
    ][])
      for (const record of list) changedIn(name).set(record.id, record)
    for (const name of collectionNames) for (const id of step.removed?.[name] ?? []) changedIn(name).set(id, undefined)
    ids = step.ids ?? ids
  }
  return { ...state, collections: withRecords(state.collections, changed), ids }
}

/** The requests of a world as its journal had them. Their answers are not kept. */
function journalOf(requests: readonly CaseRequest[], secrets: ReadonlyMap<string, string>): readonly JournalDraft[] {
  const byId = new Map(endpoints.map((endpoint) => [endpoint.id as string, endpoint]))
  return requests.map(({ number, index, at, method, bodyLength, status, refusal, fault, mcp, operation, ...texts }) => {
    const [path, search] = [withSecrets(texts.path, secrets), withSecrets(texts.search, secrets)]
    const body = texts.body === undefined ? undefined : withSecrets(texts.body, secrets)
    const draft = new JournalDraft({
      index,
      at,
      begun: 0,
      method,
      path,
      search,
      headers: texts.headers.map((text) => withSecrets(text, secrets)).join('\n'),
      arrived: 2 * number - 1,
      connection: undefined,
      baseUrl: '',
      size: 512 + 2 * (path.length + search.length + (body?.length ?? 0)),
    })
    const endpoint = byId.get(operation ?? '')
    draft.operation = endpoint && factsOf(endpoint)
    draft.body = body
    draft.bodyLength = bodyLength
    draft.served = at
    draft.status = status ?? 0
    draft.answered = 2 * number
    draft.fault = fault as Fault | undefined
    draft.mcp = mcp && { method: mcp.method, tool: mcp.tool, error: mcp.error }
    if (refusal)
      draft.refusal = {
        kind: refusal.code === 'unauthenticated' ? 'unauthenticated' : 'refused',
        code: refusal.code,
        requirement: (refusal.requirement ?? undefined) as NonNullable<JournalDraft['refusal']>['requirement'],
        message: refusal.message,
      }
    return draft
  })
}
