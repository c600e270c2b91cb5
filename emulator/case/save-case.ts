import type { CaseOptions, Emulator } from '../emulator.ts'
import { defaultConventions } from '../api/dialect/conventions.ts'
import type { JournalDraft } from '../journal/journal-draft.ts'
import { assertMembers } from '../tools/assert-members.ts'
import { EmulatorError } from '../tools/emulator-error.ts'
import { version } from '../tools/version.ts'
import type { World } from '../world/world.ts'
import { stateAt } from '../world/recording/state-at.ts'
import { toCollections } from '../world/collections.ts'
import { adapterDigests } from './adapter-digests.ts'
import { caseFormat, type CaseFile } from './case-file.ts'
import { changesOf } from './case-changes.ts'
import { CaseTexts } from './case-texts.ts'
import { eventsOf } from './case-events.ts'
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

function caseOf(emulator: Emulator, worlds: readonly World[], { failure }: CaseOptions, mostOfBytes: number): CaseFile {
  const least = leastMoment(worlds, mostOfBytes)
  const begun = worlds.map((world) => {
    const begin = beginOf(world, least)
    const drafts = world.requests.drafts().filter(({ arrived }) => arrived > begin)
    const changes = world.recording!.changes.filter(({ moment }) => moment > begin)
    return { world, begin, drafts, changes }
  })
  const texts = new CaseTexts(emulator, worlds)
  const { beginning } = emulator.worlds
  const { pack } = emulator
  const empty = toCollections({})
  const [first] = begun[0]!.changes.filter((change) => change.kind === 'conventions')
  const [firstDeviations] = begun[0]!.changes.filter((change) => change.kind === 'deviations')
  const events = eventsOf(begun, texts, emulator)
  const isFirst = (world: World) => world.recording!.dropped === 0 && world.requests.dropped === 0
  const dropped = {
    requests: begun.reduce(
      (sum, { world: { requests }, drafts }) => sum + requests.size + requests.dropped - drafts.length,
      0,
    ),
    changes: begun.reduce((sum, { world, changes }) => sum + lost(world, changes.length), 0),
    bodies: begun.reduce((sum, { drafts }) => sum + drafts.filter(isBodyLost).length, 0),
    functions: texts.functions,
  }
  const openMembers = beginning.state.openMembers ?? false
  return {
    format: caseFormat,
    version,
    ...(failure === undefined ? {} : { failure: texts.failure(failure) }),
    seed: emulator.seed,
    fixtures: pack ? { pack: pack.name, ...(pack.scale === undefined ? {} : { scale: pack.scale }) } : { pack: null },
    samples: { ...emulator.samples },
    start: changesOf(pack ? emulator.seedCollections : empty, beginning.state, texts),
    ...(openMembers ? { openMembers } : {}),
    clock: {
      ...(beginning.clock?.start === undefined ? {} : { start: beginning.clock.start }),
      ...(beginning.clock?.frozen === undefined ? {} : { frozen: beginning.clock.frozen }),
    },
    faults: (beginning.faults ?? []).map((fault) => texts.members(fault)),
    scenarios: [...(beginning.scenarios ?? [])],
    basePath: emulator.basePath,
    ...(emulator.publicUrl === undefined ? {} : { publicUrl: emulator.publicUrl }),
    conventions: changedConventions(first?.kind === 'conventions' ? first.before : emulator.conventions),
    deviations: [...(firstDeviations?.kind === 'deviations' ? firstDeviations.before : emulator.deviations.names)],
    adapters: adapterDigests(emulator.adapters),
    worlds: begun.map(({ world, begin, drafts, changes }) => {
      const { recording, scenarios, faults } = world
      const state = stateAt(begin, recording!.changes, world.state)
      const clock = recording!.changes.find((change) => change.kind === 'clock' && change.moment > begin)
      const earlier = recording!.changes.findLast((change) => change.kind === 'clock' && change.moment <= begin)
      const wasFrozen = earlier?.kind === 'clock' ? earlier.frozen : clock ? world.startsFrozen : world.clock.frozen
      return {
        name: world.name,
        at: Math.min(changes[0]?.at ?? drafts[0]?.at ?? world.clock.now(), drafts[0]?.at ?? Number.POSITIVE_INFINITY),
        frozen: wasFrozen,
        changes: changesOf(beginning.state.collections, state, texts),
        faults: (isFirst(world) ? faults.initial : faults.pending).map((fault) => texts.members(fault)),
        scenarios: [...(isFirst(world) ? scenarios.initial : scenarios.names)],
      }
    }),
    events,
    secrets: texts.secrets,
    dropped,
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
