// Records the traffic for the judges, within limits. Traffic beyond them passes without being recorded.
import * as zlib from 'node:zlib'
import type { RecordedExchange, SentRequest } from '../../../conformance/conclusions/exchange.ts'
import {
  type NameAndValue,
  type PassedBody,
  recordedRequest,
  recordedResponse,
  type Traffic,
} from '../../../conformance/proxy/traffic.ts'
import { promisify } from 'node:util'

/** The limits: requests, bytes of one body as it passed, and bytes of all bodies, both as they passed and decoded. */
export interface TrafficLimits {
  readonly requests: number
  readonly bodyBytes: number
  readonly bytes: number
}

const defaultTrafficLimits: TrafficLimits = { requests: 10_000, bodyBytes: 2_097_152, bytes: 67_108_864 }

/** The recorded bytes of a body. */
class KeptBody {
  #chunks: Uint8Array[] = []
  #bytes = 0
  #unread: 'long' | 'full' | undefined

  /** @param limit The most bytes of the body. */
  add(chunk: Uint8Array, limit: number, hasSpace: () => boolean): number {
    if (this.#unread !== undefined) return 0
    this.#bytes += chunk.byteLength
    if (this.#bytes > limit) return this.#drop('long', chunk)
    if (!hasSpace()) return this.#drop('full', chunk)
    this.#chunks.push(chunk)
    return chunk.byteLength
  }

  /** Joins the chunks, because many small ones take more memory than their bytes. */
  compact(): void {
    if (this.#chunks.length > 1) this.#chunks = [Buffer.concat(this.#chunks)]
  }

  /** @param most The most bytes after decoding. */
  async read(encoding: string | undefined, most: number): Promise<PassedBody> {
    if (this.#unread !== undefined) return { text: '', unread: this.#unread }
    const bytes = this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks)
    return await decodeBody(bytes, encoding, most)
  }

  /** @returns the number of bytes no longer kept, as a negative number. */
  #drop(unread: 'long' | 'full', { byteLength }: Uint8Array): number {
    const kept = this.#bytes - byteLength
    this.#unread = unread
    this.#chunks = []
    return -kept
  }
}

/** The head of an answer. */
export interface AnswerHead {
  readonly status: number
  readonly headers: readonly NameAndValue[]
}

/** The head of a request. */
export interface RequestHead extends Pick<SentRequest, 'method' | 'url'> {
  readonly headers: readonly NameAndValue[]
  readonly connection: number
}

/** A recorded request and its answer. */
export class RecordedRequest {
  readonly #head: RequestHead
  readonly #traffic: KeptTraffic
  readonly #request = new KeptBody()
  readonly #response = new KeptBody()
  readonly #arrived: number
  readonly #begun: number
  #answer: AnswerHead | undefined
  #answered: number | undefined
  #isWhole = false
  #durationMs: number | undefined

  constructor(head: RequestHead, traffic: KeptTraffic) {
    this.#head = head
    this.#traffic = traffic
    this.#arrived = traffic.nextMoment()
    this.#begun = performance.now()
  }

  sent(chunk: Uint8Array): void {
    this.#traffic.keep(this.#request, chunk)
  }

  answers(head: AnswerHead): void {
    this.#answer = head
  }

  received(chunk: Uint8Array): void {
    this.#traffic.keep(this.#response, chunk)
  }

  /** @param how `left` if the client disconnected first. */
  end(how: 'whole' | 'dropped' | 'left'): void {
    if (this.#durationMs !== undefined) return
    this.#durationMs = performance.now() - this.#begun
    this.#isWhole = how === 'whole'
    if (how !== 'left') this.#answered = this.#traffic.nextMoment()
    this.#request.compact()
    this.#response.compact()
  }

  /** @param most The most bytes of its bodies after decoding. */
  async read(most: number): Promise<RecordedExchange> {
    const encodingIn = (headers: readonly NameAndValue[]) =>
      headers.find(([name]) => name.toLowerCase() === 'content-encoding')?.[1]
    const answer = this.#answer
    const body = await this.#request.read(encodingIn(this.#head.headers), most)
    return {
      request: recordedRequest(this.#head, body),
      connection: this.#head.connection,
      arrived: this.#arrived,
      answered: this.#answered,
      startedAt: performance.timeOrigin + this.#begun,
      durationMs: this.#durationMs ?? performance.now() - this.#begun,
      response:
        answer &&
        recordedResponse(
          answer,
          await this.#response.read(
            this.#head.method === 'HEAD' || answer.status === 304 ? undefined : encodingIn(answer.headers),
            most - body.text.length,
          ),
          this.#isWhole,
        ),
    }
  }
}

/** The traffic through a proxy. */
export class KeptTraffic {
  readonly #limits: TrafficLimits
  readonly #recorded: RecordedRequest[] = []
  readonly #begun = performance.now()
  #bytes = 0
  #moments = 0
  #unkept = 0

  constructor(limits: TrafficLimits = defaultTrafficLimits) {
    this.#limits = limits
  }

  /** @returns undefined if the limit of requests is reached. */
  begin(head: RequestHead): RecordedRequest | undefined {
    if (this.#recorded.length >= this.#limits.requests) {
      this.#unkept++
      return undefined
    }
    const recorded = new RecordedRequest(head, this)
    this.#recorded.push(recorded)
    return recorded
  }

  nextMoment(): number {
    return ++this.#moments
  }

  keep(body: KeptBody, chunk: Uint8Array): void {
    const { bodyBytes, bytes } = this.#limits
    this.#bytes += body.add(chunk, bodyBytes, () => this.#bytes + chunk.byteLength <= bytes)
  }

  /** The traffic so far. */
  async read(): Promise<Traffic> {
    const exchanges: RecordedExchange[] = []
    // Recorded bodies may be compressed, and become many times as large.
    let left = this.#limits.bytes
    for (const recorded of this.#recorded) {
      const exchange = await recorded.read(left)
      exchanges.push(exchange)
      left -= (exchange.request.body?.length ?? 0) + (exchange.response?.text.length ?? 0)
    }
    return {
      exchanges,
      unkept: this.#unkept,
      startedAt: performance.timeOrigin + this.#begun,
      durationMs: performance.now() - this.#begun,
    }
  }
}

/** The most bytes of a decompressed body. A small compressed one could fill the memory. */
const mostBytes = 16_777_216

const isTooLarge = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'

type Decode = (bytes: Uint8Array, limits: { readonly maxOutputLength: number }) => Promise<Uint8Array>

const gunzip = promisify<zlib.InputType, zlib.ZlibOptions, Buffer>(zlib.gunzip)
const inflate = promisify<zlib.InputType, zlib.ZlibOptions, Buffer>(zlib.inflate)
const inflateRaw = promisify<zlib.InputType, zlib.ZlibOptions, Buffer>(zlib.inflateRaw)
const brotli = promisify<zlib.InputType, zlib.BrotliOptions, Buffer>(zlib.brotliDecompress)

const decoders: Readonly<Record<string, Decode>> = {
  identity: (bytes) => Promise.resolve(bytes),
  gzip: gunzip,
  'x-gzip': gunzip,
  // Some servers leave out the zlib header.
  deflate: (bytes, limits) =>
    inflate(bytes, limits).catch((error: unknown) => {
      if (isTooLarge(error)) throw error
      return inflateRaw(bytes, limits)
    }),
  br: brotli,
  // Node 22.12 to 22.14 cannot decompress it.
  ...('zstdDecompress' in zlib
    ? {
        zstd: promisify<zlib.InputType, zlib.ZstdOptions, Buffer>(zlib.zstdDecompress),
      }
    : {}),
}

/**
 * Decodes the text of a body. The encodings are in the order in which they were applied.
 * @param left The most bytes that are left for it after other bodies.
 */
async function decodeBody(
  bytes: Uint8Array,
  encoding: string | undefined,
  left: number = mostBytes,
): Promise<PassedBody> {
  if (bytes.byteLength === 0) return { text: '' }
  const limits = { maxOutputLength: Math.max(1, Math.min(mostBytes, left)) }
  let decoded = bytes
  for (const name of (encoding ?? '').toLowerCase().split(',').reverse()) {
    const decode = decoders[name.trim() || 'identity']
    if (!decode) return { text: '', unread: 'encoding' }
    try {
      decoded = await decode(decoded, limits)
    } catch (error) {
      if (!isTooLarge(error)) return { text: '', unread: 'encoding' }
      return { text: '', unread: left < mostBytes ? 'full' : 'long' }
    }
  }
  if (decoded.byteLength > left) return { text: '', unread: 'full' }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(decoded) }
  } catch {
    return { text: '', unread: 'text' }
  }
}
