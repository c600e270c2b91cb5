import type { CaseOptions, Emulator } from '../emulator.ts'
import { defaultConventions } from '../api/dialect/conventions.ts'
import type { JournalDraft } from '../journal/journal-draft.ts'
import { assertMembers } from '../tools/assert-members.ts'
import { EmulatorError } from '../tools/emulator-error.ts'
import { version } from '../tools/version.ts'
import type { World } from '../world/world.ts'
import { stateAt } from '../world/recording/state-at.ts'
import { type Collections, toCollections } from '../world/collections.ts'
import { adapterDigests } from './adapter-digests.ts'
import { type CaseDropped, caseFormat, type CaseFile, type CaseWorld } from './case-file.ts'
import { changesOf } from './case-changes.ts'
import { CaseTexts } from './case-texts.ts'
import { eventsOf, type ToldWorld } from './case-events.ts'
import { gzip } from './gzip.ts'
import { mostBytes } from './read-case.ts'

/** The requests of a case take at most so many bytes in the journal. */
const mostJournalBytes = 16_777_216

/** The most requests of a case. */
const mostRequests = 10_000

/**
 * Makes a case of what happened in an emulator. What is too much is left out, oldest first, and counted.
 * @throws EmulatorError `unknown_world`.
 */
export async function saveCase(emulator: Emulator, options: CaseOptions): Promise<Uint8Array> {
  assertMembers('saveCase', options, { world: true, failure: true })
  const worlds = worldsOf(emulator, options)
  for (let most = mostJournalBytes; ; most /= 4) {
    const text = JSON.stringify(caseOf(emulator, worlds, options, most))
    // Half of what a reader takes: its characters may have several bytes.
    if (text.length <= mostBytes / 2 || most < 1) return gzip(text)
  }
}

function worldsOf({ worlds }: Emulator, { world: name }: CaseOptions): readonly World[] {
  if (name === undefined) return worlds.names.flatMap((each) => worlds.peek(each) ?? [])
  const world = worlds.peek(name)
  if (!world) throw new EmulatorError('unknown_world', `There is no world ${JSON.stringify(name)} to make a case of.`)
  return [world]
}

/** The moment from which on a world is told: that of its first kept request where earlier ones were dropped. */
function beginOf({ requests, recording }: World, least: number): number {
  const oldest = requests.oldestMoment
  const kept = recording?.begins ?? 0
  return Math.max(least, kept, requests.dropped > 0 && oldest !== undefined ? oldest - 1 : 0)
}

/** The moment before the oldest of the latest requests that are not too much. */
function leastMoment(worlds: readonly World[], mostOfBytes: number): number {
  const drafts = worlds.flatMap(({ requests }) => requests.drafts()).sort((left, right) => right.arrived - left.arrived)
  let bytes = 0
  const tooMuch = drafts.findIndex((draft, place) => (bytes += draft.size) > mostOfBytes || place >= mostRequests)
  return tooMuch < 0 ? 0 : (drafts[tooMuch]!.answered ?? drafts[tooMuch]!.arrived)
}

interface BegunWorld extends ToldWorld {
  /** The moment from which on it is told. */
  readonly begin: number
}

function toldFrom(world: World, least: number): BegunWorld {
  const begin = beginOf(world, least)
  return {
    world,
    begin,
    drafts: world.requests.drafts().filter(({ arrived, refusal }) => arrived > begin && refusal?.kind !== 'unparsed'),
    changes: world.recording!.changes.filter(({ moment }) => moment > begin),
  }
}

function caseOf(emulator: Emulator, worlds: readonly World[], { failure }: CaseOptions, mostOfBytes: number): CaseFile {
  const least = leastMoment(worlds, mostOfBytes)
  const told = worlds.map((world) => toldFrom(world, least))
  const texts = new CaseTexts(emulator, worlds)
  const { state, clock = {}, faults = [], scenarios = [] } = emulator.worlds.beginning
  const { pack } = emulator
  const conventions = told[0]!.changes.find((change) => change.kind === 'conventions')
  const deviations = told[0]!.changes.find((change) => change.kind === 'deviations')
  const events = eventsOf(told, texts, emulator)
  const dropped = droppedFrom(told, texts)
  return {
    format: caseFormat,
    version,
    ...(failure === undefined ? {} : { failure: texts.failure(failure) }),
    seed: emulator.seed,
    fixtures: pack ? { pack: pack.name, ...(pack.scale === undefined ? {} : { scale: pack.scale }) } : { pack: null },
    samples: { ...emulator.samples },
    start: changesOf(pack ? emulator.seedCollections : toCollections({}), state, texts),
    ...(state.openMembers ? { openMembers: true } : {}),
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
    worlds: told.map((world) => worldOf(world, state.collections, texts)),
    events,
    secrets: texts.secrets,
    dropped,
  }
}

/** A world as it was when it begins to be told. */
function worldOf({ world, begin, drafts, changes }: BegunWorld, seed: Collections, texts: CaseTexts): CaseWorld {
  const { recording, scenarios, faults, requests } = world
  const isWhole = recording!.dropped === 0 && requests.dropped === 0
  const clocks = recording!.changes.filter((change) => change.kind === 'clock')
  const later = clocks.find(({ moment }) => moment > begin)
  const earlier = clocks.findLast(({ moment }) => moment <= begin)
  const at = drafts[0]?.at
  return {
    name: world.name,
    at: Math.min(changes[0]?.at ?? at ?? world.clock.now(), at ?? Number.POSITIVE_INFINITY),
    frozen: earlier?.frozen ?? (later ? world.startsFrozen : world.clock.frozen),
    changes: changesOf(seed, stateAt(begin, recording!.changes, world.state), texts),
    faults: (isWhole ? faults.initial : faults.pending).map((fault) => texts.members(fault)),
    scenarios: [...(isWhole ? scenarios.initial : scenarios.names)],
  }
}

/** What happened in the worlds and is not told. */
function droppedFrom(worlds: readonly ToldWorld[], texts: CaseTexts): CaseDropped {
  const sum = (count: (world: ToldWorld) => number) => worlds.reduce((total, world) => total + count(world), 0)
  return {
    requests: sum(({ world: { requests }, drafts }) => requests.size + requests.dropped - drafts.length),
    changes: sum(({ world, changes }) => lost(world, changes.length)),
    bodies: sum(({ drafts }) => drafts.filter(isBodyLost).length),
    functions: texts.functions,
  }
}

function lost({ recording }: World, kept: number): number {
  return recording!.dropped + recording!.changes.length - kept
}

function isBodyLost({ bodyLength, body }: JournalDraft): boolean {
  return bodyLength > 0 && body === undefined
}

function changedConventions(conventions: object): Readonly<Record<string, unknown>> {
  const usual: Readonly<Record<string, unknown>> = { ...defaultConventions }
  return Object.fromEntries(
    Object.entries(conventions).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(usual[name])),
  )
}
