import type { Collections } from '../model/contract/stored-records.ts'
import type { CaseOptions, Emulator } from '../emulator.ts'
import { scopeNames } from '../api/auth/scopes.ts'
import { defaultConventions } from '../api/dialect/conventions.ts'
import { exampleAdapters } from '../fixtures.ts'
import type { JournalDraft } from '../journal/journal-draft.ts'
import type { Adapter, AdapterRegistry } from '../model/contract/adapter.ts'
import { assertMembers } from '../tools/assert-members.ts'
import { EmulatorError } from '../tools/emulator-error.ts'
import { hashSecret } from '../tools/hash.ts'
import { runInTurns } from '../tools/in-turns.ts'
import { advanceBeginning, type WorldEvent } from '../journal/event-log.ts'
import { version } from '../tools/version.ts'
import { buildCollections } from '../world/collections.ts'
import { earlierCollections, differences } from '../world/changed-records.ts'
import { membersOption } from '../world/read-records.ts'
import type { World } from '../world/world.ts'
import { caseFormat, type CaseFile, most, mostBytes } from './case-file.ts'
import { CaseTexts, secretNames } from './case-texts.ts'
import {
  toCaseEvents,
  type CaseHappening,
  weighEvents,
  isByFunction,
  caseSecrets,
  toCaseRecord,
  weightOfChange,
} from './case-events.ts'

/** The approximate memory limit of a case, in bytes. Its escaped text then stays below the limit of readers. */
const mostMemory = mostBytes / 4

/**
 * Makes a case of what happened in an emulator. Drops the oldest events if there are too many. Other requests are
 * served meanwhile.
 * @throws EmulatorError `unknown_world`; `case_too_large` if the data of the worlds is too large.
 */
export async function saveCase(emulator: Emulator, options: CaseOptions): Promise<Uint8Array> {
  assertMembers('saveCase', options, { world: true, failure: true })
  const worlds = selectWorlds(emulator, options)
  return gzip(await runInTurns(writeJson(buildCase(emulator, worlds.map(captureWorld), options))))
}

function selectWorlds({ worlds }: Emulator, { world: name }: CaseOptions): readonly World[] {
  if (name === undefined) {
    const latestOf = ({ requests }: World) => requests.draftAt(requests.latest)?.arrived ?? 0
    const all = worlds.names.flatMap((each) => worlds.peek(each) ?? [])
    return all.length <= most.worlds
      ? all
      : all.sort((left, right) => latestOf(right) - latestOf(left)).slice(0, most.worlds)
  }
  const world = worlds.peek(name)
  if (!world) throw new EmulatorError('unknown_world', `There is no world ${JSON.stringify(name)} to make a case of.`)
  return [world]
}

/** The JSON of a case. */
function* writeJson(making: Generator<void, CaseFile>): Generator<void, string> {
  const { events, ...head } = yield* making
  const texts: string[] = []
  for (const event of events) {
    texts.push(JSON.stringify(event))
    yield
  }
  return `${JSON.stringify(head).slice(0, -1)},"events":[${texts.join(',')}]}`
}

/** A copy of the current state of a world, which continues to change while the case is made. */
type StateCopy = ReturnType<typeof captureWorld>

function captureWorld({ name, log, requests, faults, scenarios, state }: World) {
  const { begins, beginning } = log
  // A request that Node's parser refused cannot be sent again.
  const events = log.events.filter((event) => !('draft' in event && event.draft.refusal?.kind === 'unparsed'))
  return {
    name,
    collections: state.collections,
    events,
    beginning,
    begins,
    dropped: requests.dropped,
    initial: { faults: faults.initial, scenarios: scenarios.initial },
    latest: { faults: faults.pending, scenarios: scenarios.names },
  }
}

function* buildCase(
  emulator: Emulator,
  worlds: readonly StateCopy[],
  { failure }: CaseOptions,
): Generator<void, CaseFile> {
  const { state, clock = {}, faults = [], scenarios = [] } = emulator.worlds.beginning
  const { pack } = emulator
  const all: CaseHappening[] = []
  for (const { name, events } of worlds) all.push(...(yield* weighEvents(name, events)))
  all.sort((left, right) => left.event.moment - right.event.moment)
  const { begin, told: latest } = latestFitting(all)
  // If the first events of a world were dropped, its faults and scenarios are those of the end.
  const cut = new Set(worlds.flatMap(({ name, begins }) => (Math.max(begin, begins) > 0 ? [name] : [])))
  const told = latest.filter((each) => !(cut.has(each.world) && isArranged(each)))
  const firstAt = new Map(told.toReversed().map(({ world, event }) => [world, event.at]))
  const texts = new CaseTexts(
    emulator.credentials,
    secretNames(emulator.credentials, caseSecrets(told)),
    scopeNames(emulator.conventions),
  )
  let size = 0
  function* recordsOf(from: Collections, to: Collections): Generator<void, CaseFile['records']> {
    const records: CaseFile['records'][number][] = []
    for (const changed of differences(from, to)) {
      size += changed ? weightOfChange(changed) : 0
      if (size > mostMemory) throw tooLarge()
      if (changed) records.push(toCaseRecord(changed, texts))
      yield
    }
    return records
  }
  const seed = pack ? emulator.seedCollections : buildCollections({})
  const records = yield* recordsOf(seed, state.collections)
  const begun: CaseFile['worlds'][number][] = []
  for (const world of worlds) {
    const { name } = world
    const from = Math.max(begin, world.begins)
    const later = world.events.filter(({ moment }) => moment > from)
    const { ids, at, frozen } = world.events
      .filter(({ moment }) => moment <= from)
      .reduce(advanceBeginning, world.beginning)
    const { faults, scenarios } = cut.has(name) ? world.latest : world.initial
    begun.push({
      name,
      at: (cut.has(name) ? firstAt.get(name) : undefined) ?? at,
      frozen,
      records: yield* recordsOf(state.collections, earlierCollections(later, world.collections)),
      ids: { last: ids.last, random: ids.random },
      faults: faults.map((fault) => texts.members(fault)),
      scenarios: [...scenarios],
    })
  }
  const toldEvents = told.map(({ event }) => event)
  const conventions = toldEvents.find((event) => event.kind === 'conventions')
  const deviations = toldEvents.find((event) => event.kind === 'deviations')
  const drafts = eventRequests(toldEvents)
  return {
    format: caseFormat,
    version,
    ...(failure === undefined ? {} : { failure: texts.failure(failure) }),
    seed: emulator.seed,
    fixtures: { pack: pack?.name ?? null, ...(pack?.scale === undefined ? {} : { scale: pack.scale }) },
    samples: { ...emulator.samples },
    records,
    ids: { last: state.ids.last, random: state.ids.random },
    ...membersOption(state.openMembers ?? false),
    clock: {
      ...(clock.start === undefined ? {} : { start: clock.start }),
      ...(clock.frozen === undefined ? {} : { frozen: clock.frozen }),
    },
    faults: faults.map((fault) => texts.members(fault)),
    scenarios: [...scenarios],
    basePath: emulator.basePath,
    ...(emulator.publicUrl === undefined ? {} : { publicUrl: emulator.publicUrl }),
    conventions: changedConventions(conventions?.before ?? emulator.conventions),
    deviations: [...(deviations?.before ?? emulator.deviations.names)],
    adapters: adapterDigests(emulator.adapters),
    worlds: begun,
    events: yield* toCaseEvents(told, texts),
    dropped: {
      requests:
        worlds.reduce((sum, { events, dropped }) => sum + eventRequests(events).length + dropped, 0) - drafts.length,
      functions: drafts.filter(isByFunction).length,
    },
  }
}

function isArranged({ event }: CaseHappening): boolean {
  return event.kind === 'faults' || event.kind === 'scenarios'
}

function eventRequests(events: readonly WorldEvent[]): readonly JournalDraft[] {
  return events.flatMap((event) => (event.kind === 'request' ? [event.draft] : []))
}

/** The latest events that fit, and the moment after which they begin. */
function latestFitting(all: readonly CaseHappening[]): {
  readonly begin: number
  readonly told: readonly CaseHappening[]
} {
  let [size, requests, events] = [0, 0, 0]
  let place = all.length
  for (; place > 0; place--) {
    const each = all[place - 1]!
    size += each.size
    events += each.changed.length + 1
    if (each.event.kind === 'request') requests++
    if (size > mostMemory || requests > most.requests || events > most.events) break
  }
  return { begin: all[place - 1]?.event.moment ?? 0, told: all.slice(place) }
}

function tooLarge(): EmulatorError {
  return new EmulatorError(
    'case_too_large',
    `Expected worlds that differ from their fixtures by at most ${mostMemory / 1_048_576} MiB; they differ by more. Save a case of one world, by ?world=NAME or saveCase({ world }).`,
  )
}

function changedConventions(conventions: object): Readonly<Record<string, unknown>> {
  const usual: Readonly<Record<string, unknown>> = { ...defaultConventions }
  return Object.fromEntries(
    Object.entries(conventions).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(usual[name])),
  )
}

/** The user's adapters by name, each with a digest of its behaviour. The examples follow from the version. */
export function adapterDigests(adapters: AdapterRegistry): CaseFile['adapters'] {
  return [...adapters.values()]
    .filter((adapter) => !exampleAdapters.includes(adapter))
    .map((adapter) => ({ name: adapter.name, digest: adapterDigest(adapter) }))
}

function adapterDigest({ name, title, kind, commands }: Adapter): string {
  const parts = commands.map(({ handle, ...others }) => ({ ...others, handle: String(handle) }))
  return `sha256:${hashSecret(JSON.stringify({ name, title, kind, commands: parts }))}`
}

/** The part of `node:zlib` that is used. */
interface Zlib {
  readonly gzip: (text: string, done: (error: Error | null, result: Uint8Array) => void) => void
}

/** Compresses a text with Node, since jsdom hides the platform's streams, or with those streams outside Node. */
export async function gzip(text: string): Promise<Uint8Array<ArrayBuffer>> {
  // Not imported, because bundles for browsers cannot contain modules of Node.
  const { process } = globalThis as { process?: { getBuiltinModule?: (name: string) => Zlib | undefined } }
  const node = process?.getBuiltinModule?.('node:zlib')
  if (!node) {
    const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))
    return new Uint8Array(await new Response(stream).arrayBuffer())
  }
  return new Promise((resolve, reject) =>
    node.gzip(text, (error, result) => (error ? reject(error) : resolve(new Uint8Array(result)))),
  )
}
