import type { CaseOptions, Emulator } from '../emulator.ts'
import { defaultConventions } from '../api/dialect/conventions.ts'
import { assertMembers } from '../tools/assert-members.ts'
import { EmulatorError } from '../tools/emulator-error.ts'
import { inTurns } from '../tools/in-turns.ts'
import { version } from '../tools/version.ts'
import type { World } from '../world/world.ts'
import { membersOption } from '../world/read-records.ts'
import { stateAt } from '../world/recording/state-at.ts'
import { type Collections, toCollections } from '../world/collections.ts'
import { adapterDigests } from './adapter-digests.ts'
import { changesFrom, eventsOf, type Happened, happenedIn, isByFunction } from './case-events.ts'
import { caseFormat, type CaseFile, type CaseWorld, mostBytes, mostWorlds } from './case-file.ts'
import { CaseTexts } from './case-secrets.ts'
import { gzip } from './gzip.ts'

/** What a case holds takes at most about so many bytes of memory. Its text, escaped, is then below what a reader takes. */
const mostMemory = mostBytes / 4

/** The most requests and changes of a case. */
const most = { requests: 10_000, events: 60_000 }

/**
 * Makes a case of what happened in an emulator. What is too much is left out, oldest first, and counted. Others are
 * served meanwhile.
 * @throws EmulatorError `unknown_world`; `case_too_large` where the data of the worlds are too much.
 */
export async function saveCase(emulator: Emulator, options: CaseOptions): Promise<Uint8Array> {
  assertMembers('saveCase', options, { world: true, failure: true })
  const worlds = worldsOf(emulator, options)
  return gzip(await inTurns(textOf(caseOf(emulator, worlds.map(taken), options))))
}

function worldsOf({ worlds }: Emulator, { world: name }: CaseOptions): readonly World[] {
  if (name === undefined) {
    const latestOf = ({ requests }: World) => requests.draftAt(requests.latest)?.arrived ?? 0
    const all = worlds.names.flatMap((each) => worlds.peek(each) ?? [])
    return all.length <= mostWorlds
      ? all
      : all.sort((left, right) => latestOf(right) - latestOf(left)).slice(0, mostWorlds)
  }
  const world = worlds.peek(name)
  if (!world) throw new EmulatorError('unknown_world', `There is no world ${JSON.stringify(name)} to make a case of.`)
  return [world]
}

/** The JSON of a case. */
function* textOf(making: Generator<void, CaseFile>): Generator<void, string> {
  const { events, ...head } = yield* making
  const texts: string[] = []
  for (const event of events) {
    texts.push(JSON.stringify(event))
    yield
  }
  return `${JSON.stringify(head).slice(0, -1)},"events":[${texts.join(',')}]}`
}

/** A world as it is now, as others go on while the case is made. */
type Taken = ReturnType<typeof taken>

function taken(world: World) {
  const { recording, requests, faults, scenarios, clock, state, name } = world
  const { changes, dropped, begins, secrets } = recording!
  const isWhole = dropped === 0 && requests.dropped === 0
  const oldest = requests.oldestMoment
  return {
    world,
    name,
    state,
    dropped: { changes: dropped, requests: requests.dropped },
    /** The moment from which on all is kept. */
    begins: Math.max(begins, requests.dropped > 0 && oldest !== undefined ? oldest - 1 : 0),
    changes: [...changes],
    // What Node's parser refused cannot be sent again.
    drafts: requests.drafts().filter(({ refusal }) => refusal?.kind !== 'unparsed'),
    secrets: { name, from: secrets.from, made: [...secrets.made] },
    faults: isWhole ? faults.initial : faults.pending,
    scenarios: isWhole ? scenarios.initial : scenarios.names,
    now: clock.now(),
    frozen: clock.frozen,
  }
}

function* caseOf(emulator: Emulator, worlds: readonly Taken[], { failure }: CaseOptions): Generator<void, CaseFile> {
  const texts = new CaseTexts(
    emulator.credentials,
    worlds.map(({ secrets }) => secrets),
  )
  const { state, clock = {}, faults = [], scenarios = [] } = emulator.worlds.beginning
  const { pack } = emulator
  const all: Happened[] = []
  for (const { world, drafts, changes, begins } of worlds)
    for (const each of yield* happenedIn(world, drafts, changes)) if (each.moment > begins) all.push(each)
  all.sort((left, right) => left.moment - right.moment)
  const { begin, told } = latestOf(all)
  const seed = pack ? emulator.seedCollections : toCollections({})
  const start = yield* changesFrom(seed, state.collections, state.ids, texts)
  let size = start.size
  const begun: CaseWorld[] = []
  for (const each of worlds) {
    const found = yield* worldOf(each, Math.max(begin, each.begins), state.collections, texts)
    size += found.size
    if (size > mostMemory) throw tooLarge()
    begun.push(found.world)
  }
  const changes = told.flatMap((each) => (each.kind === 'other' ? [each.change] : []))
  const conventions = changes.find((change) => change.kind === 'conventions')
  const deviations = changes.find((change) => change.kind === 'deviations')
  const events = yield* eventsOf(told, texts)
  return {
    format: caseFormat,
    version,
    ...(failure === undefined ? {} : { failure: texts.failure(failure) }),
    seed: emulator.seed,
    fixtures: { pack: pack?.name ?? null, ...(pack?.scale === undefined ? {} : { scale: pack.scale }) },
    samples: { ...emulator.samples },
    start: start.changes,
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
    events,
    secrets: texts.secrets,
    dropped: droppedOf(worlds, told),
  }
}

/** The latest of what happened that is not too much, and the moment behind which it begins. */
function latestOf(all: readonly Happened[]): { readonly begin: number; readonly told: readonly Happened[] } {
  let [size, requests] = [0, 0]
  let place = all.length
  for (; place > 0; place--) {
    const each = all[place - 1]!
    size += each.size
    if (each.kind === 'arrival') requests++
    if (size > mostMemory || requests > most.requests || all.length - place >= most.events) break
  }
  return { begin: place === 0 ? 0 : all[place - 1]!.moment, told: all.slice(place) }
}

function tooLarge(): EmulatorError {
  return new EmulatorError(
    'case_too_large',
    `Expected worlds that differ from their fixtures by at most ${mostMemory / 1_048_576} MiB; they differ by more. Save a case of one world, by ?world=NAME or saveCase({ world }).`,
  )
}

/** A world as it was when it begins to be told. */
function* worldOf(
  { world, state, changes, drafts, now, frozen, ...taken }: Taken,
  begin: number,
  seed: Collections,
  texts: CaseTexts,
): Generator<void, { readonly world: CaseWorld; readonly size: number }> {
  const clocks = changes.filter((change) => change.kind === 'clock')
  const later = clocks.find(({ moment }) => moment > begin)
  const earlier = clocks.findLast(({ moment }) => moment <= begin)
  const at = drafts.find(({ arrived }) => arrived > begin)?.at
  const first = changes.find(({ moment }) => moment > begin)?.at
  const then = stateAt(begin, changes, state)
  const found = yield* changesFrom(seed, then.collections, then.ids, texts)
  return {
    size: found.size,
    world: {
      name: taken.name,
      at: Math.min(first ?? at ?? now, at ?? Number.POSITIVE_INFINITY),
      frozen: earlier?.frozen ?? (later ? world.startsFrozen : frozen),
      changes: found.changes,
      faults: taken.faults.map((fault) => texts.members(fault)),
      scenarios: [...taken.scenarios],
    },
  }
}

/** What happened in the worlds and is not told. */
function droppedOf(worlds: readonly Taken[], told: readonly Happened[]): CaseFile['dropped'] {
  const drafts = told.flatMap((each) => (each.kind === 'arrival' ? [each.draft] : []))
  const sum = (countOf: (world: Taken) => number) => worlds.reduce((total, world) => total + countOf(world), 0)
  const changes = told.filter(({ kind }) => kind === 'records' || kind === 'other').length
  return {
    requests: sum((world) => world.drafts.length + world.dropped.requests) - drafts.length,
    changes: sum((world) => world.changes.length + world.dropped.changes) - changes,
    bodies: drafts.filter(({ bodyLength, body }) => bodyLength > 0 && body === undefined).length,
    functions: drafts.filter(isByFunction).length,
  }
}

function changedConventions(conventions: object): Readonly<Record<string, unknown>> {
  const usual: Readonly<Record<string, unknown>> = { ...defaultConventions }
  return Object.fromEntries(
    Object.entries(conventions).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(usual[name])),
  )
}
