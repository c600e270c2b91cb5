import type { Exchange } from '../conclusions/exchange.ts'

/** The media type of an answer, in lower case and without parameters. */
export function mediaType({ response }: Exchange): string {
  return (response.headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase()
}

/** The methods in a header such as Allow, in upper case. */
export function parseMethods(header: string | undefined): ReadonlySet<string> {
  return new Set(
    (header ?? '')
      .split(',')
      .map((method) => method.trim().toUpperCase())
      .filter((method) => method !== ''),
  )
}
