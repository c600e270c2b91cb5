import { KitError } from '../kit-error.ts'
import type { ReceivedResponse } from '../conclusions/exchange.ts'
import { deepestJson, isTooDeep, jsonOrUndefined } from './parse-json.ts'
import { raceWithAbort } from './time.ts'

/** True if the text so far is enough to stop reading. */
export type Enough = (text: string) => boolean

/** The limits of a body: its size, and the time to read it. */
export interface BodyLimits {
  /** The most bytes of a body, after decompression. */
  readonly maxBytes: number
  /** The time limit in milliseconds, for the message. */
  readonly timeout: number
  readonly enough?: Enough | undefined
}

/** A body, or a part of it. */
export interface ReceivedBody extends Pick<ReceivedResponse, 'text' | 'json' | 'trouble' | 'cutShort'> {
  readonly bytes: number
}

/**
 * The size in bytes up to which each chunk is examined. A longer string is examined each time it has grown by a quarter.
 */
const eachChunk = 65_536

/**
 * Reads a body within the limits, however long or slow it is. After the time limit, the received part is kept and
 * marked as cut short.
 * @throws KitError `broken_body` if the connection breaks.
 */
export async function readBody(
  response: Response,
  { maxBytes, timeout, enough }: BodyLimits,
  timedOut: AbortSignal,
  signal: AbortSignal,
): Promise<ReceivedBody> {
  if (!response.body) return { text: '', json: undefined, bytes: 0 }
  const reader = response.body.getReader()
  const chunks: Uint8Array[] = []
  let bytes = 0
  let lookAt = 0
  const cutShort = (text: string, trouble: string, cutShort: string): ReceivedBody => {
    void reader.cancel().catch(() => undefined)
    return { text, json: undefined, trouble, cutShort, bytes }
  }
  try {
    for (;;) {
      const { done, value } = await raceWithAbort(reader.read(), signal)
      if (done) break
      bytes += value.byteLength
      if (bytes > maxBytes)
        return cutShort(
          '',
          `the body has more than ${maxBytes} bytes`,
          `its body has more than ${maxBytes} bytes, the most that the kit reads of one`,
        )
      chunks.push(value)
      if (!enough || bytes < lookAt) continue
      if (bytes > eachChunk) lookAt = bytes * 1.25
      const text = decodeChunks(chunks, bytes, true)
      if (text === undefined || !enough(text)) continue
      void reader.cancel().catch(() => undefined)
      return toReceivedBody(text, bytes)
    }
  } catch (error) {
    if (timedOut.aborted) {
      const text = decodeChunks(chunks, bytes, true) ?? ''
      if (enough?.(text)) return toReceivedBody(text, bytes)
      return cutShort(
        text,
        `the body was not complete after ${timeout / 1000} s`,
        `its body was not complete after ${timeout / 1000} s (${bytes} bytes had come); raise --timeout`,
      )
    }
    void reader.cancel().catch(() => undefined)
    signal.throwIfAborted()
    throw new KitError('broken_body', `the body broke off after ${bytes} bytes`, { cause: error })
  }
  const text = decodeChunks(chunks, bytes)
  if (text === undefined) return { text: '', json: undefined, trouble: 'the body is not UTF-8', bytes }
  return toReceivedBody(text, bytes)
}

/** @param partial True if more may follow. Then an incomplete character at the end is left out. */
function decodeChunks(chunks: readonly Uint8Array[], bytes: number, partial = false): string | undefined {
  const whole = new Uint8Array(bytes)
  let offset = 0
  for (const chunk of chunks) {
    whole.set(chunk, offset)
    offset += chunk.byteLength
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(whole, { stream: partial })
  } catch {
    return undefined
  }
}

/** A whole text, and its value. JSON that is too deep is not a fault of the target, but cannot be judged. */
function toReceivedBody(text: string, bytes: number): ReceivedBody {
  if (!isTooDeep(text)) return { text, json: jsonOrUndefined(text), bytes }
  const deep = `nested more than ${deepestJson} levels deep`
  const trouble = `the JSON is ${deep}`
  return { text, json: undefined, trouble, cutShort: `its JSON is ${deep}, the most that the kit reads`, bytes }
}
