import { adapterDigests } from '../../../../emulator/case/adapter-digests.ts'
import type { CaseEvent, CaseFile, CaseRequest, CaseWorld } from '../../../../emulator/case/case-file.ts'
import { usualBase } from '../../../../emulator/case/usual-base.ts'
import { madeSecret, secretsOf } from '../../../../emulator/case/secret-names.ts'
import { unsealed } from '../../../../emulator/case/seal.ts'
import { allParts } from '../../../../emulator/all-parts.ts'
import { credentialsOf } from '../../../../emulator/api/auth/credentials.ts'
import { defaultWorldName } from '../../../../emulator/api/auth/world-suffix.ts'
import type { Conventions } from '../../../../emulator/model/contract/conventions.ts'
import type { DeviationName } from '../../../../emulator/disturb/deviations/deviation-groups.ts'
import type { Emulator } from '../../../../emulator/emulator.ts'
import type { Fault } from '../../../../emulator/disturb/faults/fault.ts'
import { seedOf } from '../../../../emulator/fixtures.ts'
import type { FixturePack } from '../../../../emulator/fixtures.ts'
import { type EmulatorParts, openEmulator, type OpenOptions } from '../../../../emulator/open-emulator.ts'
import { registryOf } from '../../../../emulator/options.ts'
import type { Adapter } from '../../../../emulator/model/contract/adapter.ts'
import type { ScenarioName } from '../../../../emulator/disturb/scenarios/scenarios.ts'
import type { Samples, Seed } from '../../../../emulator/world/seed.ts'
import { EmulatorError } from '../../../../emulator/tools/emulator-error.ts'
import { parseTime, toIso } from '../../../../emulator/tools/time.ts'
import { shortJson } from '../../../../emulator/tools/short-text.ts'
import { toCollections } from '../../../../emulator/world/collections.ts'
import type { TimeSource } from '../../../../emulator/world/clock.ts'
import { WorldSnapshot } from '../../../../emulator/world/snapshot.ts'
import type { World } from '../../../../emulator/world/world.ts'
import type { RequestObserver } from '../../../../emulator/journal/journal-limits.ts'
import type { WorldState } from '../../../../emulator/world/world-state.ts'
import { faultsAt } from './faults-at.ts'
import { journalOf } from './journal-of.ts'
import { type History, historyOf } from './history.ts'
import { mostPlayed, type PlayedWorld, playWorld } from './play-world.ts'
import { stateWith } from './state-with.ts'

/** The parts that a case cannot hold, and how it is served. */
export interface OpenCaseOptions {
  /** The adapters of the user that the emulator had. */
  readonly adapters?: readonly Adapter[]
  /** The parts of the emulators. Default: all of them. */
  readonly parts?: EmulatorParts
}

/**
 * Opens a case.
 * @throws EmulatorError `case_incomplete` when an adapter is missing, or differs from that of the case.
 */
export function openCase(file: CaseFile, options: OpenCaseOptions = {}): OpenedCase {
  assertAdapters(file, options.adapters ?? [])
  return new OpenedCase(file, options)
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

/** Real time, as a replay tells it. */
export interface TimedReplay {
  readonly timeSource: TimeSource
  /** Called when a request has arrived, before it is served. */
  readonly onBegin: NonNullable<RequestObserver['onBegin']>
}

/** Additions to an emulator. */
type Additions = Pick<OpenOptions, 'moreControl' | 'requests'>

interface Replayed {
  readonly additions?: Additions
  /** How many events it has behind it. */
  readonly end: number
  /** The requests in its journals. */
  readonly journal: readonly CaseRequest[]
  readonly timed?: TimedReplay
  /** The virtual time, where it is not that of the last event. */
  readonly time?: number
}

interface ClockMoment {
  readonly start: number
  readonly frozen: boolean
}

/** An opened case: its requests, and the worlds as they were at each of them. */
export class OpenedCase {
  readonly file: CaseFile
  /** Every request, in the order of arrival. Secrets are in place. */
  readonly requests: readonly CaseRequest[]
  readonly #options: OpenCaseOptions
  readonly #seed: Seed
  readonly #start: WorldState
  readonly #history: History
  readonly #secrets: ReadonlyMap<string, string>

  /** @internal */
  constructor(file: CaseFile, options: OpenCaseOptions) {
    this.file = file
    this.#options = options
    this.#secrets = madeSecrets(file)
    this.#history = historyOf(file.events)
    this.requests = this.#history.requests.map((request) => withSecrets(request, this.#secrets))
    const seed = packOf(file)
    const start = { collections: toCollections(seed.records), ids: seed.ids, openMembers: file.openMembers ?? false }
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

  /** The world of a request, and the time of its end, for people. */
  lineOf({ number, method, path, search, status, world, at }: CaseRequest): string {
    const where = world === defaultWorldName ? '' : ` in the world ${world}`
    return `#${number} ${method} ${path}${search}${where} at ${toIso(at)}: ${status ?? 'no answer'}`
  }

  /**
   * An emulator whose worlds are as they were after a request; 0 stands for before the first. Its journals have all
   * requests of the case. Scenarios, rate limits and the memory of deviations begin anew.
   */
  emulatorAt(number: number, additions: Additions = {}): Emulator {
    const end = this.#history.untilAnswer(number)
    const emulator = this.#emulatorBehind({ end, journal: this.requests, additions })
    // Each world tells where in the case it stands, in the place of the changes that brought it there.
    const place = this.#placeOf(number, emulator)
    for (const { name } of this.file.worlds) emulator.worlds.peek(name)?.recording?.control('replay', place, 0)
    return emulator
  }

  /** A text about a request, without the secrets of its world. */
  #placeOf(number: number, { worlds }: Emulator): string {
    const request = this.requests[number - 1]
    if (!request) return 'before request 1'
    const line = worlds.use(request.world).requests.redactor.text(this.lineOf(request))
    return `after request ${number} of ${this.requests.length}: ${[line, ...this.anewAt(number)].join('. ')}`
  }

  /** What begins anew after a request, as no case holds it and it is not played again: a sentence for each. */
  anewAt(number: number): readonly string[] {
    const end = this.#history.untilAnswer(number)
    const { deviations } = this.#formAt(this.file.events.slice(0, end))
    const worlds = this.file.worlds.filter((world) => this.#isPlaying(world, end) && !this.isPlayed(world.name, number))
    return number === 0
      ? []
      : [
          ...worlds.map(
            ({ name }) =>
              `The counts of scenarios and of the rate limit begin anew in the world ${name}, which had more than ${mostPlayed} requests by then`,
          ),
          ...(deviations.length === 0 ? [] : [`The memory of deviations begins anew: ${deviations.join(', ')}`]),
        ]
  }

  /**
   * The same, with what scenarios and rate limits have counted: the requests of worlds that have some are asked again
   * from the beginning, which takes as long as they do. Worlds with too many requests begin anew, as `anewAt` tells.
   */
  async playedAt(number: number, additions: Additions = {}): Promise<Emulator> {
    const emulator = this.emulatorAt(number, additions)
    const end = this.#history.untilAnswer(number)
    for (const then of this.file.worlds) {
      const world = emulator.worlds.peek(then.name)
      if (!world || !this.#isPlaying(then, end) || !this.isPlayed(then.name, number)) continue
      const played = this.#playing(then, end)
      await playWorld(played)
      emulator.adoptCounts(world, played.emulator, played.emulator.worlds.use(then.name))
    }
    return emulator
  }

  /** Returns true if what a world has counted until a request can be told: it has not too many requests. */
  isPlayed(world: string, number: number): boolean {
    return this.requests.filter((request) => request.world === world && request.number <= number).length <= mostPlayed
  }

  /** Returns true if an answer follows from what was counted or remembered before it. */
  #isCounted(world: CaseWorld, end: number): boolean {
    return this.#isPlaying(world, end) || this.#formAt(this.file.events.slice(0, end)).deviations.length > 0
  }

  /** Returns true for a world that plays scenarios or limits the rate. */
  #isPlaying({ name, scenarios }: CaseWorld, end: number): boolean {
    const playing = this.#eventsOf(name, end).findLast((event) => event.kind === 'scenarios')?.names ?? scenarios
    return playing.length > 0 || 'rateLimit' in this.#formAt(this.file.events.slice(0, end)).conventions
  }

  #playing(then: CaseWorld, end: number): PlayedWorld {
    let time = Number.NEGATIVE_INFINITY
    const setTime = (to: number) => void (time = Math.max(time, to))
    setTime(Math.min(then.at, this.requests.find(({ world }) => world === then.name)?.at ?? then.at))
    let asked: CaseRequest | undefined
    return {
      // A request that waited for its body was served later than it arrived.
      emulator: this.#created(0, {}, { timeSource: () => time, onBegin: () => setTime(asked?.servedAt ?? 0) }),
      world: then,
      events: this.file.events.slice(0, end),
      start: this.#start,
      faults: this.#faults(then.faults),
      toFault: (fault) => this.#faults([fault])[0]!,
      toRequest: ({ number }, signal) => toRequest((asked = this.requests[number - 1]!), this.file, signal),
      setTime,
    }
  }

  /** An emulator as it was when it was created, at a time that the caller tells. Its journals are empty. */
  emulatorAnew(timed: TimedReplay): Emulator {
    return this.#emulatorBehind({ end: 0, journal: [], timed })
  }

  #emulatorBehind({ end, journal, timed, time, additions = {} }: Replayed): Emulator {
    const { file } = this
    const emulator = this.#created(end, additions, timed)
    for (const world of file.worlds) {
      // A world begins with its first request, or with what a test arranged before it.
      const isYetToCome = end === 0 && world.name !== defaultWorldName && this.#isMadeWithin(world.name)
      if (isYetToCome) continue
      const until = end === 0 ? 0 : Math.max(end, this.#history.beforeFirstOf(world.name))
      this.#restore(emulator.worlds.use(world.name), world, until, time)
      const asked = journal.filter((request) => request.world === world.name)
      emulator.worlds.use(world.name).adopt(journalOf(asked), {
        until: 2 * this.requests.length,
        stateAt: (moment) => {
          const number = Math.ceil(moment / 2)
          const isAnswered = moment % 2 === 0
          const place = isAnswered ? this.#history.untilAnswer(number) : this.#history.beforeArrival(number)
          const { collections, ids, openMembers, clock } = this.#stateOf(world, place)
          return new WorldSnapshot({ collections, ids, openMembers: openMembers ?? false }, clock)
        },
      })
    }
    return emulator
  }

  #created(end: number, additions: Additions, timed: TimedReplay | undefined): Emulator {
    const { file } = this
    const { conventions, deviations } = this.#formAt(file.events.slice(0, end))
    const { parts = allParts, adapters = [] } = this.#options
    return openEmulator(this.#seed, parts, {
      adapters,
      basePath: file.basePath,
      ...(file.publicUrl === undefined ? {} : { publicUrl: file.publicUrl }),
      clock: timed ? { ...file.clock, timeSource: timed.timeSource } : file.clock,
      conventions: conventions as Partial<Conventions>,
      deviations: deviations as readonly DeviationName[],
      faults: this.#faults(file.faults),
      scenarios: file.scenarios as readonly ScenarioName[],
      ...additions,
      ...(timed ? { observer: { onBegin: timed.onBegin } } : {}),
    })
  }

  /** Returns true if a world was made while the case was recorded. */
  #isMadeWithin(name: string): boolean {
    return this.file.events.some((event) => event.kind === 'changes' && event.beginning && event.world === name)
  }

  /** The events of a world before a place. At the very beginning, only those that made the world. */
  #eventsOf(name: string, end: number): readonly CaseEvent[] {
    if (end > 0) return this.file.events.slice(0, end).filter((event) => 'world' in event && event.world === name)
    const made = this.file.events.find((event) => event.kind === 'changes' && event.beginning && event.world === name)
    return made ? [made] : []
  }

  #stateOf({ name, at, frozen, changes }: CaseWorld, end: number): WorldState & { readonly clock: ClockMoment } {
    const events = this.#eventsOf(name, end)
    const steps = events.filter((event) => event.kind === 'changes')
    const clock = events.findLast((event) => event.kind === 'clock')
    const latest = events.findLast((event) => event.kind === 'request')
    const start = Math.max(latest ? (latest.servedAt ?? latest.at) : at, clock?.time ?? 0)
    return { ...stateWith(this.#start, [changes, ...steps]), clock: { start, frozen: clock?.frozen ?? frozen } }
  }

  #restore(world: World, then: CaseWorld, end: number, time: number | undefined): void {
    const events = this.#eventsOf(then.name, end)
    const names = events.findLast((event) => event.kind === 'scenarios')?.names ?? then.scenarios
    const state = this.#stateOf(then, end)
    world.revert(time === undefined ? state : { ...state, clock: { start: time, frozen: false } })
    world.requests.issuedCredentials.clear()
    faultsAt(world.faults, this.#faults(then.faults), events, (fault) => this.#faults([fault])[0]!)
    if (names.join() !== world.scenarios.names.join()) world.scenarios.set(names as readonly ScenarioName[])
  }

  #faults(faults: readonly object[]): readonly Fault[] {
    return faults.map((fault) => JSON.parse(unsealed(JSON.stringify(fault), this.#secrets)) as Fault)
  }

  #formAt(before: readonly CaseEvent[]): { readonly conventions: object; readonly deviations: readonly string[] } {
    const changes = before.flatMap((event) => (event.kind === 'conventions' ? [event.changes] : []))
    const deviations = before.findLast((event) => event.kind === 'deviations')?.names ?? this.file.deviations
    return { conventions: Object.assign({}, this.file.conventions, ...changes) as object, deviations }
  }

  /** The answer that a request gets from the world as it was before: as it was then, where nothing is left out. */
  async answerOf(number: number): Promise<Response> {
    const request = this.requests[number - 1]
    if (!request) throw new EmulatorError('invalid_option', `The case has no request ${number}.`)
    const { at, servedAt = at } = request
    const then = this.file.worlds.find(({ name }) => name === request.world)!
    const end = this.#history.untilAnswer(number)
    if (this.#isCounted(then, end) && this.isPlayed(then.name, number)) {
      const answer = await playWorld(this.#playing(then, end), number)
      if (answer) return answer
    }
    let time = at
    const emulator = this.#emulatorBehind({
      end: this.#history.beforeArrival(number),
      journal: this.requests.slice(0, number - 1),
      time: at,
      timed: {
        timeSource: () => time,
        // A request that waited for its body was served later than it arrived.
        onBegin: () => void (time = servedAt),
      },
    })
    return emulator.fetch(toRequest(request, this.file))
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

/** A request as it is sent again. @param signal Ends it early. */
export function toRequest(request: CaseRequest, { basePath }: CaseFile, signal?: AbortSignal): Request {
  const { method, path, search, headers, body } = request
  const sent = new Headers()
  for (let place = 0; place + 1 < headers.length; place += 2) {
    const name = headers[place]!
    if (!notSent.has(name.toLowerCase())) sent.append(name, headers[place + 1]!)
  }
  return new Request(`${request.base ?? usualBase(request, basePath)}${path}${search}`, {
    method,
    headers: sent,
    ...(signal ? { signal } : {}),
    ...(body === undefined || method === 'GET' || method === 'HEAD' ? {} : { body }),
  })
}

/** Headers of a connection. */
const notSent = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'expect', 'keep-alive'])

function withSecrets(request: CaseRequest, secrets: ReadonlyMap<string, string>): CaseRequest {
  const { path, search, base, headers, body } = request
  return {
    ...request,
    ...(base === undefined ? {} : { base: unsealed(base, secrets) }),
    path: unsealed(path, secrets),
    search: unsealed(search, secrets),
    headers: headers.map((part) => unsealed(part, secrets)),
    ...(body === undefined ? {} : { body: unsealed(body, secrets) }),
  }
}

/** The secrets of a case: they follow from its seed. */
function madeSecrets({ seed, secrets, samples }: CaseFile): ReadonlyMap<string, string> {
  const made = new Map(secretsOf(credentialsOf(seed, samples as Samples)))
  for (const [name, { world, random }] of Object.entries(secrets)) made.set(name, madeSecret(world, random))
  return made
}

/** The data that a new world begins with, apart from the changes. @throws EmulatorError `invalid_case`. */
function packOf({ fixtures, seed, samples, start }: CaseFile): Seed {
  if (fixtures.pack !== null) {
    const { pack, scale } = fixtures
    // A name of a stranger: only those that there are have records.
    if (pack === 'default' || pack === 'empty' || pack === 'edge')
      return seedOf(pack satisfies FixturePack, { seed, scale })
    throw new EmulatorError('invalid_case', `The case names the fixture pack ${shortJson(pack)}, which does not exist.`)
  }
  return { seed, records: {}, ids: start.ids ?? { last: '0'.repeat(27), random: seed }, samples: samples as Samples }
}
