import type { EndedRequest } from '../../emulator/journal/journal-limits.ts'
import { openedRequest } from '../../emulator/journal/opened-request.ts'
import { printable } from './request-line.ts'

/** The longest body that is printed, in characters. */
const longestBody = 10_000

/** The headers and bodies of a request (`>`) and its answer (`<`) without secrets, a line for each. */
export function bothSides({ draft, view }: EndedRequest): string {
  const { request, response } = openedRequest(draft, view)
  const sent = linesOf(request.headers, request.body)
  const received = response ? linesOf(response.headers ?? {}, response.body) : []
  return [...sent.map((line) => `  > ${line}\n`), ...received.map((line) => `  < ${line}\n`)].join('')
}

function linesOf(headers: Readonly<Record<string, string>>, body: unknown): readonly string[] {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const text = body === null || body === '' ? [] : [typeof body === 'string' ? body : JSON.stringify(body)]
  return [...lines, ...text].map(shown)
}

function shown(line: string): string {
  return printable(line.length > longestBody ? `${line.slice(0, longestBody)}… (${line.length} characters)` : line)
}
