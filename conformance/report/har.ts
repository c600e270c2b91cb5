import { kit } from '../catalogue/kit.ts'
import { toJson } from '../wording/escaping/json.ts'
import { claimText } from '../catalogue/profiles.ts'
import type { RunResult } from '../judge/result.ts'
import type { Exchange, ReceivedResponse, SentRequest } from '../conclusions/exchange.ts'
import type { EncodedRun } from './encoded-run.ts'
import { summarize } from './summary.ts'
import { isObject } from '../reading/find-list.ts'
import { cut, isoTime } from './text.ts'
import { verdictLine } from './verdict-line.ts'

/** The member of a HAR's log with the run itself. HAR 1.2 leaves names with an underscore to its writers. */
export const runMember = '_run'

/**
 * Every exchange of the run as HAR 1.2. If they were not kept, it has the exchanges of the evidence.
 * @param run The run itself, for a bundle.
 */
export function harReport(result: RunResult, run?: EncodedRun): string {
  const exchanges =
    result.exchanges.length > 0
      ? result.exchanges
      : [...new Set(result.results.flatMap(({ evidence }) => evidence))].sort(
          (left, right) => left.startedAt - right.startedAt,
        )
  return harText(result, exchanges.map(toEntry), run)
}

/** A HAR with these entries. */
export function harText(result: RunResult, entries: readonly unknown[], run?: EncodedRun): string {
  const { head, rest } = verdictLine(summarize(result))
  const log = {
    version: '1.2',
    creator: { name: kit.name, version: kit.version },
    entries,
    comment: `Claimed: ${claimText(result.claim)}. ${head}: ${rest}.`,
    ...(run ? { [runMember]: run } : {}),
  }
  return `${toJson({ log }, 2)}\n`
}

function toEntry({ request, response, startedAt, durationMs }: Exchange): unknown {
  return {
    startedDateTime: isoTime(startedAt),
    time: durationMs,
    request: toHarRequest(request),
    response: toResponse(response),
    cache: {},
    // The kit measures only whole requests.
    timings: { send: 0, wait: durationMs, receive: 0 },
    ...(response.trouble === undefined ? {} : { comment: response.trouble }),
  }
}

/** The exchange of an entry that this kit wrote; undefined for any other value. */
export function exchangeOf(entry: unknown): Exchange | undefined {
  if (!isEntry(entry)) return undefined
  const { startedDateTime, time, request, response, comment } = entry
  const exchange: Exchange = {
    request: {
      method: request.method,
      url: request.url,
      headers: fromPairs(request.headers),
      ...(request.postData ? { body: request.postData.text } : {}),
    },
    response: {
      status: response.status,
      headers: fromPairs(response.headers),
      text: response.content.text,
      json: undefined,
      ...(comment === undefined ? {} : { trouble: comment }),
    },
    startedAt: Date.parse(startedDateTime),
    durationMs: time,
  }
  return JSON.stringify(toEntry(exchange)) === JSON.stringify(entry) ? exchange : undefined
}

interface Entry {
  readonly startedDateTime: string
  readonly time: number
  readonly request: {
    readonly method: string
    readonly url: string
    readonly headers: readonly Pair[]
    readonly postData?: { readonly text: string }
  }
  readonly response: {
    readonly status: number
    readonly headers: readonly Pair[]
    readonly content: { readonly text: string }
  }
  readonly comment?: string
}

interface Pair {
  readonly name: string
  readonly value: string
}

function isEntry(value: unknown): value is Entry {
  if (!isObject(value)) return false
  const { startedDateTime, time, request, response } = value
  return (
    typeof startedDateTime === 'string' &&
    Number.isFinite(Date.parse(startedDateTime)) &&
    typeof time === 'number' &&
    isObject(request) &&
    isObject(response) &&
    isObject(response['content']) &&
    typeof response['content']['text'] === 'string' &&
    typeof request['url'] === 'string' &&
    [request['headers'], response['headers']].every((pairs) => Array.isArray(pairs) && pairs.every(isPair))
  )
}

const isPair = (value: unknown): value is Pair =>
  isObject(value) && typeof value['name'] === 'string' && typeof value['value'] === 'string'

function fromPairs(pairs: readonly Pair[]): Readonly<Record<string, string>> {
  return Object.fromEntries(pairs.map(({ name, value }) => [name, value]))
}

function toHarRequest({ method, url, headers, body }: SentRequest): unknown {
  return {
    method,
    url,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: toPairs(headers),
    queryString: queryOf(url),
    ...(body === undefined ? {} : { postData: { mimeType: headers['content-type'] ?? '', text: body } }),
    headersSize: -1,
    bodySize: body === undefined ? 0 : sizeOf(body),
  }
}

function toResponse({ status, headers, text: head, length }: ReceivedResponse): unknown {
  const text = cut(head, Infinity, length)
  return {
    status,
    statusText: '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: toPairs(headers),
    content: { size: sizeOf(text), mimeType: headers['content-type'] ?? '', text },
    redirectURL: headers['location'] ?? '',
    headersSize: -1,
    bodySize: -1,
  }
}

function queryOf(url: string): readonly unknown[] {
  const query = url.split('#')[0]!.split('?').slice(1).join('?')
  return [...new URLSearchParams(query)].map(([name, value]) => ({ name, value }))
}

function toPairs(headers: Readonly<Record<string, string>>): readonly unknown[] {
  return Object.entries(headers).map(([name, value]) => ({ name, value }))
}

function sizeOf(text: string): number {
  return new TextEncoder().encode(text).byteLength
}
