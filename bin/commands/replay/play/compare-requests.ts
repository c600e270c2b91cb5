// Finds the first request of a run that differs from the one of a case.
import type { CaseFile, CaseRequest } from '../../../../emulator/case/case-file.ts'

/** The likely cause of a request that differs. */
export type DifferenceCause =
  /** The request came at another place. */
  | { readonly kind: 'order'; readonly place: number }
  /** The two differ in what looks like times. */
  | { readonly kind: 'time' }
  /** The two differ in what looks like random values. */
  | { readonly kind: 'random' }
  /** An earlier answer was another one. */
  | { readonly kind: 'answer'; readonly number: number }
  /** Something else was asked of the control API before it. */
  | { readonly kind: 'control' }
  /** Nothing of the emulator: the client itself sent another request. */
  | { readonly kind: 'client' }

/** One part of a request that differs. */
export interface DifferingPart {
  readonly part: string
  readonly recorded: string | null
  readonly sent: string | null
}

/** The first request that differs. */
export interface RequestDifference {
  readonly world: string
  /** Undefined when the case has no such request: this one came in addition. */
  readonly recorded: CaseRequest | undefined
  /** Undefined when it did not come. */
  readonly sent: CaseRequest | undefined
  readonly parts: readonly DifferingPart[]
  readonly cause: DifferenceCause
}

/** Compares a run with a case, world by world. Undefined when both have the same requests. */
export function firstDifference(recorded: CaseFile, sent: CaseFile): RequestDifference | undefined {
  const [before, after] = [byWorld(recorded), byWorld(sent)]
  const found = [...new Set([...before.keys(), ...after.keys()])].flatMap(
    (world) => differenceIn(world, before.get(world) ?? [], after.get(world) ?? []) ?? [],
  )
  found.sort((left, right) => numberOf(left) - numberOf(right))
  const [first] = found
  if (!first) return undefined
  return first.cause.kind === 'client' && !sameControl(recorded, sent, first)
    ? { ...first, cause: { kind: 'control' } }
    : first
}

const numberOf = ({ recorded, sent }: RequestDifference) => recorded?.number ?? sent?.number ?? 0

function byWorld({ events }: CaseFile): ReadonlyMap<string, readonly CaseRequest[]> {
  const found = new Map<string, CaseRequest[]>()
  for (const event of events)
    if (event.kind === 'request') found.set(event.world, [...(found.get(event.world) ?? []), event])
  return found
}

/** How far away a request is looked for when the order changed. */
const reach = 20

function differenceIn(
  world: string,
  before: readonly CaseRequest[],
  after: readonly CaseRequest[],
): RequestDifference | undefined {
  for (let place = 0; place < Math.max(before.length, after.length); place++) {
    const [recorded, sent] = [before[place], after[place]]
    const parts = differingParts(recorded, sent)
    if (parts.length === 0) continue
    return { world, recorded, sent, parts, cause: causeOf({ before, after, place, parts }) }
  }
  return undefined
}

interface Differing {
  readonly before: readonly CaseRequest[]
  readonly after: readonly CaseRequest[]
  readonly place: number
  readonly parts: readonly DifferingPart[]
}

function causeOf({ before, after, place, parts }: Differing): DifferenceCause {
  const [recorded, sent] = [before[place], after[place]]
  const earlier = before.slice(0, place).findIndex((request, at) => {
    const other = after[at]!
    return request.status !== other.status || (request.answer !== undefined && request.answer !== other.answer)
  })
  if (earlier >= 0) return { kind: 'answer', number: before[earlier]!.number }
  if (sent) {
    const from = Math.max(0, place - reach)
    const elsewhere = before
      .slice(from, place + reach)
      .findIndex((request, at) => from + at !== place && differingParts(request, sent).length === 0)
    const isLater =
      recorded && after.slice(place, place + reach).some((request) => differingParts(recorded, request).length === 0)
    if (elsewhere >= 0 && isLater) return { kind: 'order', place: before[from + elsewhere]!.number }
  }
  const texts = parts.map(({ recorded: old, sent: fresh }) => [old ?? '', fresh ?? ''] as const)
  if (texts.every((pair) => sameWithout(pair, times))) return { kind: 'time' }
  if (texts.every((pair) => sameWithout(pair, randoms))) return { kind: 'random' }
  return { kind: 'client' }
}

/** Texts that look like a time: of RFC 3339, of HTTP, or seconds or milliseconds since 1970. */
const times = new RegExp(
  [
    String.raw`\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?`,
    String.raw`\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT`,
    String.raw`\b1\d{9}(?:\d{3})?(?:\.\d+)?\b`,
  ].join('|'),
  'g',
)

/** Texts that look like a random value: a UUID, or a long word with digits. */
const randoms = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}|(?=[\w-]*\d)[\w-]{8,}|0?\.\d{6,}/gi

function sameWithout([left, right]: readonly [string, string], what: RegExp): boolean {
  return left.replaceAll(what, '~') === right.replaceAll(what, '~')
}

/** Headers that say nothing of what a client asks for. */
const passing = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'keep-alive',
  'date',
  'user-agent',
  'accept-encoding',
  'accept-language',
  'sec-fetch-mode',
  'priority',
])

function differingParts(recorded: CaseRequest | undefined, sent: CaseRequest | undefined): readonly DifferingPart[] {
  if (!recorded || !sent)
    return [{ part: 'request', recorded: recorded ? lineOf(recorded) : null, sent: sent ? lineOf(sent) : null }]
  const parts: DifferingPart[] = []
  const compare = (part: string, old: string | undefined, fresh: string | undefined) => {
    const [left, right] = [plain(old), plain(fresh)]
    if (left !== right) parts.push({ part, recorded: left, sent: right })
  }
  compare('method', recorded.method, sent.method)
  compare('path', recorded.path, sent.path)
  compare('query', recorded.search, sent.search)
  const [old, fresh] = [headersOf(recorded), headersOf(sent)]
  for (const name of new Set([...old.keys(), ...fresh.keys()])) compare(name, old.get(name), fresh.get(name))
  compare('body', recorded.body, sent.body)
  return parts
}

/** A sealed text in which unknown secrets have no number, as that is another in another run. */
function plain(text: string | undefined): string | null {
  return text === undefined
    ? null
    : text.replaceAll(
        /\u2039unknown#\d+ ([^\u203A]*)\u203A/g,
        (_all, other: string) => `\u2039unknown, ${other.length} characters\u203A`,
      )
}

function headersOf({ headers }: CaseRequest): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (let place = 0; place + 1 < headers.length; place += 2) {
    const name = headers[place]!.toLowerCase()
    if (!passing.has(name)) found.set(name, `${found.has(name) ? `${found.get(name)}, ` : ''}${headers[place + 1]}`)
  }
  return found
}

/** A request in a line. */
export function lineOf({ method, path, search }: CaseRequest): string {
  return `${method} ${path}${search}`
}

/** Returns true if the control API was asked for the same before a difference. */
function sameControl(recorded: CaseFile, sent: CaseFile, difference: RequestDifference): boolean {
  return controlBefore(recorded, difference.recorded) === controlBefore(sent, difference.sent)
}

function controlBefore({ events }: CaseFile, request: CaseRequest | undefined): string {
  const end = request ? events.indexOf(request) : events.length
  return JSON.stringify(
    events.slice(0, end).flatMap((event) => (event.kind === 'control' ? [[event.operation, event.detail]] : [])),
  )
}
