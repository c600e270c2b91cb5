/** Longer secrets count by their beginning and their end alone. */
export const longestSecret = 2048

/** Shorter encodings occur in other texts by accident. */
const shortestEncoded = 8

/** The parts of a secret that are searched for: the whole, or the beginning and the end of a long one. */
export function searchedParts(secret: string): readonly string[] {
  const half = longestSecret / 2
  return secret.length <= longestSecret ? [secret] : [secret.slice(0, half), secret.slice(-half)]
}

/** The secret with its characters in the other order. */
export function reversed(secret: string): string {
  return [...secret].reverse().join('')
}

/**
 * A secret in hexadecimal, as decimal codes, and in base64: alone, followed by the colon of HTTP Basic, and for each of
 * its three alignments within a longer text the characters that encode nothing but the secret.
 */
export function encodedForms(secret: string): readonly string[] {
  const bytes = new TextEncoder().encode(secret)
  const interiors = [0, 1, 2].map((offset) => {
    const text = base64(Uint8Array.from([...Array.from({ length: offset }, () => 0), ...bytes]))
    return text.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6))
  })
  const forms = [
    [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join(''),
    [...bytes].join(''),
    base64(new TextEncoder().encode(`${secret}:`)),
    base64(bytes),
    ...interiors,
  ]
  return [...new Set(forms)].filter((form) => form.length >= shortestEncoded)
}

function base64(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}
