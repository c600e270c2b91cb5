// The promises that hold for every answer and journal, whatever the request was.
import type { Emulator } from '../../emulator/create-emulator.ts'
import { type Answer, controlDocument, compiledDocument, undocumented } from './documents.ts'
import type { Setup } from './setups.ts'

/** The longest answer to a refused request, in bytes. */
export const longestRefusal = 65_536

/** An answer is no longer than this, and `growth` bytes for each byte that came in or is kept. */
const shortestBound = 1_500_000
/** A control character of one byte is shown as six, and MCP shows a result twice. */
const growth = 24

/** The longest that a refusal may take, in microseconds of processor time: 50 ms, and what it takes to load code. */
const longestThought = 1_000_000

const types = /^(application\/json|application\/problem\+json|text\/html|text\/event-stream)(;|$)/

/** The subject of the address of a request. */
export interface Target {
  /** The world that it names. */
  readonly world: string
  readonly isControl: boolean
  /** The documented operation. */
  readonly id: string | undefined
  /** Why an answer is not the documented one. */
  readonly fault: (answer: Answer) => string | undefined
}

/** Reads the address of a request. */
export function readFuzzTarget(emulator: Emulator, request: Request, { conventions, options }: Setup): Target {
  const { pathWorld, headerWorld = pathWorld, path, isBelowBase } = emulator.contextOf(request)
  const world = pathWorld ?? headerWorld ?? 'default'
  const isControl = /^\/_emulator(\/|$)/.test(path)
  const isChanged = JSON.stringify(emulator.conventions) !== JSON.stringify(conventions)
  // A world without a valid name, or with two, is refused before anything else.
  const isWorld = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(world) && (pathWorld ?? headerWorld) === headerWorld
  const isDocumented = isWorld && (isControl || (isBelowBase && !isChanged && !options.deviations?.length))
  if (!isDocumented) return { world, isControl, id: undefined, fault: () => undefined }
  const document = isControl ? controlDocument : compiledDocument(conventions)
  const operation = document(isControl ? path.slice('/_emulator'.length) : path, request.method)
  return {
    world,
    isControl,
    id: operation?.operationId,
    fault: (answer) => operation && undocumented(operation, answer, isControl),
  }
}

/** How a request was answered. */
export interface Asking {
  readonly method: string
  readonly target: Target
  /** Microseconds of processor time. */
  readonly thought: number
  /** Bytes that came in, all requests together. */
  readonly bytesIn: number
  /** True if a fault, a scenario or a deviation may have spoilt the answer. */
  readonly isSpoilt: boolean
}

/** Names what is wrong with an answer; undefined when nothing is. */
export function findBrokenPromise(
  answer: Answer,
  { method, target, thought, bytesIn, isSpoilt }: Asking,
): string | undefined {
  const { status, type, text, headers } = answer
  const isJson = /json/.test(type)
  const size = Buffer.byteLength(text)
  if (status < 200 || status > 599) return `the status ${status}`
  if (status >= 500 && !isSpoilt) return `${status}, which nothing asked for: ${text.slice(0, 400)}`
  if (method === 'HEAD' && text !== '') return 'a body in answer to HEAD'
  if (status >= 400 && size > longestRefusal) return `a refusal of ${size} bytes; at most ${longestRefusal} are allowed`
  if (status >= 400 && thought > longestThought) return `a refusal after ${thought / 1000} ms of processor time`
  if (size > shortestBound + growth * bytesIn) return `${size} bytes out for ${bytesIn} bytes in, all requests together`
  if (isSpoilt && !target.isControl) return undefined
  // A case is a compressed file.
  if (text !== '' && !types.test(type) && type !== 'application/gzip') return `the Content-Type ${JSON.stringify(type)}`
  if (isJson && text !== '' && !isJsonText(text)) return `a body that is not JSON: ${text.slice(0, 200)}`
  if (status === 405 && !headers.get('allow')?.endsWith('OPTIONS')) return '405 without Allow'
  return method === 'OPTIONS' || method === 'HEAD' ? undefined : target.fault(answer)
}

function isJsonText(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const markOrSecret = /\b(?:acc|pat|ref)_[0-9A-Za-z]{40}|mark \d+!/g

/** The worlds that may show a secret that was issued or a mark that was sent. No other may. */
export class Owners {
  readonly #worlds = new Map<string, ReadonlySet<string>>()
  readonly #common: ReadonlySet<string>

  /** @param common The secrets that every world has from the beginning. */
  constructor(common: Iterable<string>) {
    this.#common = new Set(common)
  }

  /** The issued secrets. */
  get secrets(): readonly string[] {
    return [...this.#common, ...this.#worlds.keys()].filter((text) => !text.startsWith('mark '))
  }

  /** Returns what a string shows that belongs to no world of these. What nobody owned yet belongs to them from now on. */
  foreignIn(text: string, worlds: ReadonlySet<string>): string | undefined {
    for (const [found] of text.matchAll(markOrSecret)) {
      const owners = this.#worlds.get(found)
      if (!owners && !this.#common.has(found)) this.#worlds.set(found, worlds)
      if (owners && ![...owners].some((world) => worlds.has(world))) return found
    }
    return undefined
  }
}

/** Names what is wrong with the journals: they stay within their bounds, and show no secret. */
export function wrongWithJournals(
  { worlds }: Emulator,
  { options }: Setup,
  secrets: readonly string[],
): string | undefined {
  const { entries = 10_000, bytes = 16_777_216 } = options.requests ?? {}
  for (const name of worlds.names) {
    const { requests } = worlds.use(name)
    requests.unread()
    const found = requests.find()
    const text = JSON.stringify(found)
    if (requests.size > entries || found.length !== requests.size)
      return `${requests.size} requests in the journal of ${name}; at most ${entries} are allowed`
    // JSON writes a character as up to six, and a secret as ten. Everything else takes at most 4 KiB.
    if (text.length > 12 * bytes + 4096 * found.length)
      return `${text.length} characters in the journal of ${name}; it keeps about ${bytes} bytes`
    const secret = secrets.find((candidate) => text.includes(candidate))
    if (secret !== undefined) return `the secret ${secret} in the journal of ${name}`
  }
  return undefined
}
