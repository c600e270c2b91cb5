// Finds the first request of a run that differs from the one of a case.
import type { CaseEvent, CaseRequest } from '../../../emulator/case/case-file.ts'

/** One part of a request that differs. */
export interface DifferingPart {
  readonly part: string
  readonly recorded: string | null
  readonly sent: string | null
}

/** The first request that differs. */
export interface RequestDifference {
  readonly world: string
  /** How many requests before it are the same. */
  readonly same: number
  /** Undefined when the case has no such request: this one came in addition. */
  readonly recorded: CaseRequest | undefined
  /** Undefined when it did not come. */
  readonly sent: CaseRequest | undefined
  readonly parts: readonly DifferingPart[]
}

/** What a world received until it was reset or ended, and the changes beside it. */
export interface WorldRun {
  readonly world: string
  readonly events: readonly CaseEvent[]
}

/**
 * Compares what was sent with a case, world by world. A world that was reset, or ended with a test that passed, has had
 * several runs, and a name may be another in each run: the one that is nearest to the case counts. Undefined when the
 * requests are the same.
 * @param isOfStart Returns true for the id of a record that the worlds have from the start.
 */
export function firstDifference(
  recorded: readonly CaseEvent[],
  runs: readonly WorldRun[],
  isOfStart: (id: string) => boolean,
): RequestDifference | undefined {
  const worlds = Map.groupBy(
    recorded.filter((event) => 'world' in event),
    ({ world }) => world,
  )
  const found = [...worlds].flatMap(([world, events]) => {
    if (!events.some(({ kind }) => kind === 'request')) return []
    const before = comparable(events, isOfStart)
    const ofName = runs.filter((run) => run.world === world)
    const candidates = ofName.length > 0 ? ofName : runs.filter((run) => !worlds.has(run.world))
    const differences = (candidates.length > 0 ? candidates : [{ world, events: [] }]).map((run) =>
      differenceIn(world, before, comparable(run.events, isOfStart)),
    )
    if (differences.includes(undefined)) return []
    // Of equals, the latest: a test may reset its world first.
    return differences
      .toReversed()
      .sort((left, right) => right!.same - left!.same)
      .slice(0, 1)
  })
  return found.toSorted((left, right) => numberOf(left!) - numberOf(right!))[0]
}

const numberOf = ({ recorded, sent }: RequestDifference): number => recorded?.number ?? sent?.number ?? 0

/** A request with what it is compared by. */
interface Comparable {
  readonly request: CaseRequest
  readonly parts: ReadonlyMap<string, string>
}

function differenceIn(
  world: string,
  before: readonly Comparable[],
  after: readonly Comparable[],
): RequestDifference | undefined {
  for (let place = 0; place < Math.max(before.length, after.length); place++) {
    const [old, fresh] = [before[place], after[place]]
    const parts = differingParts(old, fresh)
    if (parts.length > 0) return { world, same: place, recorded: old?.request, sent: fresh?.request, parts }
  }
  return undefined
}

function differingParts(old: Comparable | undefined, fresh: Comparable | undefined): readonly DifferingPart[] {
  if (!old || !fresh)
    return [{ part: 'request', recorded: old ? lineOf(old.request) : null, sent: fresh ? lineOf(fresh.request) : null }]
  return [...new Set([...old.parts.keys(), ...fresh.parts.keys()])].flatMap((part) => {
    const [recorded, sent] = [old.parts.get(part) ?? null, fresh.parts.get(part) ?? null]
    return recorded === sent ? [] : [{ part, recorded, sent }]
  })
}

/** Headers that say nothing of what a client asks for. */
const passing = new Set(
  `host connection content-length transfer-encoding keep-alive date user-agent accept-encoding accept-language
  sec-fetch-mode priority x-emulator-world referer origin`.split(/\s+/),
)

/** An id that the emulator may have given. */
const anyId = /(?<![0-9A-Za-z])[0-9A-Za-z]{27}(?![0-9A-Za-z])/g

/** The requests among some events. Ids and secrets that the emulator gave are told by the order in which it did. */
function comparable(events: readonly CaseEvent[], isOfStart: (id: string) => boolean): readonly Comparable[] {
  const orderOf = new Map<string, number>()
  for (const event of events) {
    if (event.kind !== 'changes') continue
    // The world was made, or reset.
    if (event.beginning) orderOf.clear()
    else
      for (const { id } of Object.values(event.put ?? {}).flat())
        if (typeof id === 'string' && !orderOf.has(id) && !isOfStart(id)) orderOf.set(id, orderOf.size + 1)
  }
  const plain = (text: string) =>
    text
      .replaceAll(/\u2039[\w.-]+:(\d+)\u203A/g, '<secret $1>')
      .replaceAll(anyId, (id) => (orderOf.has(id) ? `<id ${orderOf.get(id)}>` : id))
  return events.flatMap((event) => {
    if (event.kind !== 'request') return []
    const { method, path, search, headers, body } = event
    const parts = new Map([
      ['method', method],
      ['path', plain(path)],
      ['query', plain(search)],
    ])
    for (let place = 0; place + 1 < headers.length; place += 2) {
      const name = headers[place]!.toLowerCase()
      if (passing.has(name)) continue
      const before = parts.get(name)
      parts.set(name, `${before === undefined ? '' : `${before}, `}${plain(headers[place + 1]!)}`)
    }
    if (body !== undefined) parts.set('body', plain(body))
    return [{ request: event, parts }]
  })
}

/** A request in a line. */
export function lineOf({ method, path, search }: CaseRequest): string {
  return `${method} ${path}${search}`
}
