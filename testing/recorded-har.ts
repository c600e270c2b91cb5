// Traffic with an emulator as a HAR file, as browsers and proxies write it, for tests.
import type { FetchFunction } from '../conformance/send/sender.ts'

/** An entry of a HAR file. */
export interface HarEntry {
  readonly startedDateTime: string
  readonly time: number
  readonly request: Readonly<Record<string, unknown>>
  readonly response: Readonly<Record<string, unknown>>
}

const headerList = (headers: Headers) => [...headers].map(([name, value]) => ({ name, value }))

/** Passes requests on and keeps what passes. */
export function recordingHar(entries: HarEntry[]): (next: FetchFunction) => FetchFunction {
  return (next) =>
    async function record(request) {
      const { method, url, headers } = request
      const sent = await request.clone().text()
      const response = await next(request)
      const text = await response.clone().text()
      const type = response.headers.get('content-type') ?? ''
      entries.push({
        startedDateTime: new Date(Date.UTC(2026, 0, 1) + entries.length * 1000).toISOString(),
        time: 5,
        request: {
          method,
          url,
          headers: headerList(headers),
          ...(sent === '' ? {} : { postData: { mimeType: headers.get('content-type'), text: sent } }),
        },
        response: {
          status: response.status,
          headers: headerList(response.headers),
          // Some programs write every second body in base64.
          content:
            entries.length % 2 === 0
              ? { mimeType: type, text }
              : { mimeType: type, encoding: 'base64', text: Buffer.from(text).toString('base64') },
        },
      })
      return response
    }
}

/** The text of a HAR file. */
export function harText(entries: readonly unknown[]): string {
  return JSON.stringify({ log: { version: '1.2', creator: { name: 'test', version: '1' }, entries } })
}
