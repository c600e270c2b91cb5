/** The parts of an `Authorization` header (RFC 9110 section 11.6.2). */
export interface Authorization {
  /** In lower case; schemes are case-insensitive. */
  readonly scheme: string
  readonly value: string
}

/** Reads `Authorization`: a scheme, spaces and a value. Returns undefined for anything else. */
export function parseAuthorization(header: string): Authorization | undefined {
  const text = header.trim()
  const space = text.indexOf(' ')
  return space < 0 ? undefined : { scheme: text.slice(0, space).toLowerCase(), value: text.slice(space).trim() }
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
