import type { CaseFile, CaseRecord, CaseRequest } from '../../../emulator/case/case-file.ts'
import { adapterDigests } from '../../../emulator/case/save-case.ts'
import { secretNames, restoreSecrets } from '../../../emulator/case/case-texts.ts'
import { deriveCredentials } from '../../../emulator/api/auth/credentials.ts'
import { endpoints } from '../../../emulator/api/endpoints/endpoints.ts'
import type { DeviationName } from '../../../emulator/disturb/deviations/shipped.ts'
import type { Fault } from '../../../emulator/disturb/faults/fault.ts'
import type { ScenarioName } from '../../../emulator/disturb/scenarios/scenarios.ts'
import type { Emulator } from '../../../emulator/emulator.ts'
import { type FixturePack, packSeed } from '../../../emulator/fixtures.ts'
import { JournalDraft } from '../../../emulator/journal/journal-draft.ts'
import type { Adapter } from '../../../emulator/model/contract/adapter.ts'
import type { Conventions } from '../../../emulator/model/contract/conventions.ts'
import { operationIds } from '../../../emulator/model/contract/operation-ids.ts'
import type { StoredRecord } from '../../../emulator/model/contract/resource.ts'
import type { OpenMembers } from '../../../emulator/model/resources/resources.ts'
import type { CollectionName, Collections } from '../../../emulator/model/contract/stored-records.ts'
import { openEmulator, type OpenOptions } from '../../../emulator/open-emulator.ts'
import { buildAdapterRegistry } from '../../../emulator/options.ts'
import { EmulatorError } from '../../../emulator/tools/emulator-error.ts'
import { shortJson } from '../../../emulator/tools/short-text.ts'
import { collectionNames, buildCollections } from '../../../emulator/world/collections.ts'
import { type ChangedRecord, applyRecords } from '../../../emulator/world/changed-records.ts'
import { readMembersOption, readRecords } from '../../../emulator/world/read-records.ts'
import type { Samples, Seed } from '../../../emulator/world/seed.ts'

/** An opened case: its requests, and the worlds as they were at each of them. */
export class OpenedCase {
  /** The case as written, with names in place of secrets. */
  readonly file: CaseFile
  /** All requests in the order of arrival, with names in place of secrets. */
  readonly requests: readonly CaseRequest[]
  readonly #adapters: readonly Adapter[]
  readonly #seed: Seed
  readonly #openMembers: OpenMembers
  /** The initial records of a new world. */
  readonly #start: Collections
  /** The case with generated secrets in place of the names. */
  readonly #made: CaseFile
  /** The places of requests and answers among the events, by the numbers of the requests. */
  readonly #arrivals: number[] = []
  readonly #answers: number[] = []

  /**
   * @param adapters The user's adapters that the emulator had.
   * @throws EmulatorError `case_incomplete` when an adapter is missing, or differs from that of the case;
   * `invalid_seed` for a record that no world can have.
   */
  constructor(file: CaseFile, adapters: readonly Adapter[] = []) {
    assertAdapters(file, adapters)
    this.file = file
    this.#adapters = adapters
    this.requests = file.events.filter((event) => event.kind === 'request')
    let number = 0
    for (const [place, event] of file.events.entries()) {
      if (event.kind === 'request') this.#arrivals[++number] = place
      if (event.kind === 'answer') this.#answers[event.number] = place
    }
    const made = file.events.filter((event) => event.kind === 'secret')
    this.#made = restoreSecrets(file, secretNames(deriveCredentials(file.seed, file.samples as Samples), made))
    this.#openMembers = readMembersOption(file.members)
    const pack = caseSeed(this.#made)
    const changed = this.#changed(this.#made.records)
    this.#start = applyRecords(buildCollections(pack.records), changed)
    this.#seed = changed.length === 0 ? pack : this.#seedOf(this.#made)
  }

  /**
   * Returns an emulator with the worlds as they were after a request, or before the first for 0. Its journals have all
   * requests of the case.
   */
  emulatorAt(number: number): Emulator {
    // Number 0 includes what the test arranged before its first request.
    const emulator = this.#emulatorAfter(number === 0 ? (this.#arrivals[1] ?? Infinity) : this.#answerOf(number) + 1)
    let request = 0
    for (const event of this.#made.events) {
      if (event.kind !== 'request') continue
      const { requests } = emulator.worlds.use(event.world)
      const moments = { arrived: this.#arrivals[++request]! + 1, answered: this.#answerOf(request) + 1 }
      requests.adopt(toDraft(event, requests.latest + 1, moments))
    }
    return emulator
  }

  /** Returns an emulator in the state at the beginning of the case, to run the test again. */
  emulatorAnew(observer: NonNullable<OpenOptions['observer']>): Emulator {
    return this.#emulatorAfter(0, observer)
  }

  /** The position of the answer to a request, or of the request if it has no answer. */
  #answerOf(number: number): number {
    return this.#answers[number] ?? this.#arrivals[number] ?? 0
  }

  /** Returns true for the id of an initial record, which every world has. */
  isOfStart(id: string): boolean {
    return Object.values(this.#start).some((collection) => collection.get(id) !== undefined)
  }

  /** The initial data as a seed, so that new worlds begin with it, too. */
  #seedOf({ seed, ids, samples }: CaseFile): Seed {
    const records = Object.fromEntries(collectionNames.map((name) => [name, this.#start[name].all()]))
    return { seed, ids, samples: samples as Samples, records, openMembers: this.#openMembers }
  }

  #emulatorAfter(end: number, observer?: OpenOptions['observer']): Emulator {
    const { basePath, publicUrl, clock, conventions, deviations, faults, scenarios, worlds, events } = this.#made
    const emulator = openEmulator(this.#seed, {
      adapters: this.#adapters,
      basePath,
      ...(publicUrl === undefined ? {} : { publicUrl }),
      clock,
      conventions: conventions as Partial<Conventions>,
      deviations: deviations as readonly DeviationName[],
      faults: faults as readonly Fault[],
      scenarios: scenarios as readonly ScenarioName[],
      observer,
    })
    const states = new Map(
      worlds.map(({ name, records, faults: initial, ...beginning }) => {
        const world = emulator.worlds.use(name)
        if (JSON.stringify(world.faults.initial) !== JSON.stringify(initial))
          world.faults.set(initial as readonly Fault[])
        return [name, { world, ...beginning, changed: this.#changed(records) }]
      }),
    )
    for (const event of events.slice(0, end)) {
      if (event.kind === 'conventions') emulator.setConventions(event.changes as Partial<Conventions>)
      if (event.kind === 'deviations') emulator.deviations.set(event.names as readonly DeviationName[])
      if (!('world' in event)) continue
      const state = states.get(event.world)!
      if (event.kind === 'record') state.changed.push(...this.#changed([event]))
      if (event.kind === 'ids') state.ids = event.ids
      if (event.kind === 'scenarios') state.scenarios = event.names
      if (event.kind === 'clock') state.frozen = event.frozen
      if (event.kind === 'clock' || event.kind === 'request') state.at = Math.max(state.at, event.at)
      if (event.kind === 'faults' && event.add) state.world.faults.add(event.add as Fault)
      if (event.kind === 'faults' && event.set) state.world.faults.set(event.set as readonly Fault[])
      const operation = event.kind === 'request' && operationIds.find((id) => id === event.operation)
      // Faults count requests.
      if (operation) state.world.faults.take(operation)
    }
    for (const { world, at: start, frozen, ids, scenarios, changed } of states.values()) {
      const collections = applyRecords(this.#start, changed)
      world.revert({ collections, ids, openMembers: this.#openMembers, clock: { start, frozen } })
      world.requests.issuedCredentials.clear()
      if (scenarios.join() !== world.scenarios.names.join()) world.scenarios.set(scenarios as readonly ScenarioName[])
      world.beginLog()
    }
    return emulator
  }

  /** Reads untrusted records. @throws EmulatorError `invalid_seed` for one that no world can have. */
  #changed(records: readonly CaseRecord[]): ChangedRecord[] {
    return records.map(({ collection, put, removed }) => {
      readRecords({ [collection]: put ? [put] : [] }, this.#openMembers)
      const record = put as StoredRecord | undefined
      return [collection as CollectionName, record?.id ?? String(removed), record]
    })
  }
}

function assertAdapters({ adapters }: CaseFile, served: readonly Adapter[]): void {
  const digests = new Map(adapterDigests(buildAdapterRegistry(served)).map(({ name, digest }) => [name, digest]))
  for (const { name, digest } of adapters) {
    if (digests.get(name) === digest) continue
    const got = digests.has(name) ? 'another one of this name' : 'none'
    throw new EmulatorError(
      'case_incomplete',
      `The case needs the adapter ${shortJson(name)} with the digest ${digest.slice(0, 19)}…, as it was when the test failed; got ${got}. Name its file with --adapter FILE.`,
    )
  }
}

/** The initial data of a new world, without the changes. @throws EmulatorError `invalid_case`. */
function caseSeed({ fixtures: { pack, scale }, seed, samples, ids }: CaseFile): Seed {
  if (pack === null) return { seed, records: {}, ids, samples: samples as Samples }
  // The name is untrusted and may be unknown.
  if (pack === 'default' || pack === 'empty' || pack === 'edge')
    return packSeed(pack satisfies FixturePack, { seed, scale })
  throw new EmulatorError('invalid_case', `The case names the fixture pack ${shortJson(pack)}, which does not exist.`)
}

/** A request as in the journal of its world, without its answer. */
function toDraft(
  request: CaseRequest,
  index: number,
  { arrived, answered }: { readonly arrived: number; readonly answered: number },
): JournalDraft {
  const { at, method, path, search, headers, body, bodyLength, status, refusal, fault, mcp, operation } = request
  const draft = new JournalDraft({
    index,
    at,
    begun: 0,
    method,
    path,
    search,
    headers: headers.join('\n'),
    connection: undefined,
    baseUrl: '',
    size: 512 + 2 * (path.length + search.length + (body?.length ?? 0)),
  })
  draft.operation = endpoints.find(({ id }) => id === operation)
  draft.body = body
  draft.bodyLength = bodyLength
  draft.served = at
  draft.status = status ?? 0
  draft.arrived = arrived
  draft.answered = answered
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
}
