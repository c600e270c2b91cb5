import { kit } from '../catalogue/kit.ts'
import { toJson } from '../wording/escaping/json.ts'
import { claimText } from '../catalogue/profiles.ts'
import type { RunResult } from '../judge/result.ts'
import type { Exchange, ReceivedResponse, SentRequest } from '../conclusions/exchange.ts'
import { summarize, verdictLine } from './summary.ts'
import { cutBody, isoTime } from './text.ts'

/** All exchanges of the run as HAR 1.2. If they were not kept, only those of the evidence. */
export function harReport(result: RunResult): string {
  const exchanges =
    result.exchanges.length > 0
      ? result.exchanges
      : [...new Set(result.results.flatMap(({ evidence }) => evidence))].sort(
          (left, right) => left.startedAt - right.startedAt,
        )
  const { head, rest } = verdictLine(summarize(result))
  const log = {
    version: '1.2',
    creator: { name: kit.name, version: kit.version },
    entries: exchanges.map(toHarEntry),
    comment: `Claimed: ${claimText(result.claim)}. ${head}: ${rest}.`,
  }
  return `${toJson({ log }, 2)}\n`
}

function toHarEntry({ request, response, startedAt, durationMs }: Exchange): unknown {
  return {
    startedDateTime: isoTime(startedAt),
    time: durationMs,
    request: toHarRequest(request),
    response: toHarResponse(response),
    cache: {},
    // The kit measures only whole requests.
    timings: { send: 0, wait: durationMs, receive: 0 },
    ...(response.trouble === undefined ? {} : { comment: response.trouble }),
  }
}

function toHarRequest({ method, url, headers, body }: SentRequest): unknown {
  return {
    method,
    url,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: toHarPairs(headers),
    queryString: toHarQuery(url),
    ...(body === undefined ? {} : { postData: { mimeType: headers['content-type'] ?? '', text: body } }),
    headersSize: -1,
    bodySize: body === undefined ? 0 : byteLength(body),
  }
}

function toHarResponse({ status, headers, text: head, length }: ReceivedResponse): unknown {
  const text = cutBody(head, Infinity, length)
  return {
    status,
    statusText: '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: toHarPairs(headers),
    content: { size: byteLength(text), mimeType: headers['content-type'] ?? '', text },
    redirectURL: headers['location'] ?? '',
    headersSize: -1,
    bodySize: -1,
  }
}

function toHarQuery(url: string): readonly unknown[] {
  const query = url.split('#')[0]!.split('?').slice(1).join('?')
  return [...new URLSearchParams(query)].map(([name, value]) => ({ name, value }))
}

function toHarPairs(headers: Readonly<Record<string, string>>): readonly unknown[] {
  return Object.entries(headers).map(([name, value]) => ({ name, value }))
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).byteLength
}
