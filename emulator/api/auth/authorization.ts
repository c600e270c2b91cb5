import { trimField } from '../../tools/raw-headers.ts'

/** The parts of an `Authorization` header (RFC 9110 section 11.6.2). */
export interface Authorization {
  /** In lower case; schemes are case-insensitive. */
  readonly scheme: string
  readonly value: string
}

/** The grammar of RFC 9110 section 11.4, whose values also hold the characters of a DSN, which is a URL. */
const grammar = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+) +([\x21-\x7E][\t\x20-\x7E]*)$/

/** The longest header that Node accepts over HTTP, in characters. In process, decoding a longer one would be slow. */
export const longestHeader = 16_384

/**
 * Reads `Authorization`: a scheme, spaces and a value of visible ASCII characters. Returns undefined for anything else,
 * such as a no-break space: `trim` would remove it from a value.
 */
export function parseAuthorization(header: string): Authorization | undefined {
  if (header.length > longestHeader) return undefined
  const [, scheme, value] = grammar.exec(trimField(header)) ?? []
  return scheme === undefined || value === undefined ? undefined : { scheme: scheme.toLowerCase(), value }
}

const base64 = /^[A-Za-z0-9+/]+={0,2}$/

/** Reads the value of HTTP Basic (RFC 7617). Returns undefined for an invalid value, such as one without a colon. */
export function parseBasic(value: string): { readonly user: string; readonly password: string } | undefined {
  if (!base64.test(value)) return undefined
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      Uint8Array.from(atob(value), (character) => character.charCodeAt(0)),
    )
  } catch {
    return undefined
  }
  const colon = text.indexOf(':')
  return colon < 0 ? undefined : { user: text.slice(0, colon), password: text.slice(colon + 1) }
}
