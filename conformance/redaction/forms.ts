const capitals = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const base64 = `${capitals}${capitals.toLowerCase()}0123456789+/`
const alphabets = ['0123456789ABCDEF', `${capitals}234567`, base64]

/** A text in lower case, of the same length. */
export function folded(text: string): string {
  return text.replaceAll('İ', 'I').toLowerCase().replaceAll('ς', 'σ')
}

/** A text by which a secret is found, folded. */
export interface Form {
  readonly text: string
  readonly isEncoded: boolean
}

/** The forms of a secret: as it is, and in hexadecimal, base32, base64 and base64url at any alignment. */
export function formsOf(secret: string): readonly Form[] {
  // A sign behind it may make an escape of a last backslash.
  const bare = unescaped(secret).text.replace(/\\$/, '')
  const utf8 = [...new TextEncoder().encode(secret)]
  const utf16 = secret.split('').flatMap((unit) => [unit.charCodeAt(0) & 255, unit.charCodeAt(0) >> 8])
  const encoded = [
    ...alphabets.flatMap((alphabet) => encodings(utf8, alphabet)),
    // HTTP Basic has a colon behind an API key.
    ...[[...utf8, 0x3a], utf16, utf16.map((_, at) => utf16[at ^ 1]!)].flatMap((bytes) => encodings(bytes, base64)),
  ]
  const inUrls = encoded.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'))
  const forms = (texts: readonly string[], isEncoded: boolean) =>
    [...new Set(texts.map(folded))].map((text) => ({ text, isEncoded }))
  return [...forms([secret, bare, bare.replaceAll(' ', '+')], false), ...forms([...encoded, ...inUrls], true)]
}

/** Bytes as a text of their own, and for each place in a byte where a letter may begin, the letters within them. */
function encodings(bytes: readonly number[], alphabet: string): readonly string[] {
  const width = Math.log2(alphabet.length)
  const lettersOf = (first: number, end: number): string => {
    let letters = ''
    for (let bit = first; bit + width <= end; bit += width) {
      const pair = (bytes[bit >> 3]! << 8) | (bytes[(bit >> 3) + 1] ?? 0)
      letters += alphabet[(pair >> (16 - width - (bit & 7))) & (alphabet.length - 1)]!
    }
    return letters
  }
  const end = 8 * bytes.length
  const alone = lettersOf(0, end + width - 1)
  const forms = [alone, `${alone}=`, `${alone}==`]
  for (let first = 0; first < width; first += width === 5 ? 1 : 8 - width) forms.push(lettersOf(first, end))
  return forms
}

/** A text, and where each place of it is in the text that was read. */
export interface Reading {
  readonly text: string
  readonly placeOf: (at: number) => number
}

/** Escapes of JSON, URLs and HTML, however often one was applied to itself, as in `%252541`. */
const escapes = new RegExp(
  [
    String.raw`\\+(?:u([\da-f]{4})|(?!u[\da-f]{0,3}(?:$|\u2026|\.\.))[^\\]|$)`,
    String.raw`(%(?:25)*[c-f][\da-f](?:%(?:25)*[89ab][\da-f]){1,3}|%(?:25)*[\da-f]{2})`,
    String.raw`&(?:amp;)*(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));?`,
  ].join('|'),
  'gi',
)

/** Escapes of different kinds within each other, such as JSON in a URL in HTML, are undone to this depth. */
const deepest = 4

/** A text without its escapes. */
export function unescaped(whole: string): Reading {
  let reading: Reading = { text: whole, placeOf: (at) => at }
  for (let depth = 0; depth < deepest && reading.text.search(escapes) >= 0; depth++) {
    const { text, placeOf } = reading
    const places = new Uint32Array(text.length + 1)
    let bare = ''
    let from = 0
    const take = (part: string, step: 0 | 1): void => {
      for (let at = 0; at < part.length; at++) places[bare.length + at] = from + step * at
      bare += part
    }
    for (const match of text.matchAll(escapes)) {
      take(text.slice(from, match.index), 1)
      from = match.index
      take(valueOf(match), 0)
      from += match[0].length
    }
    take(text.slice(from), 1)
    places[bare.length] = text.length
    reading = { text: bare, placeOf: (at) => placeOf(places[at]!) }
  }
  return reading
}

const utf8 = new TextDecoder()
const named: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
}

function valueOf([escape, json, bytes, hex = json, decimal, name = escape.at(-1)!]: RegExpExecArray): string {
  if (bytes !== undefined)
    return utf8.decode(Uint8Array.from(bytes.match(/[\da-f]{2}(?=%|$)/gi)!, (byte) => Number.parseInt(byte, 16)))
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
  return code <= 0x10ffff ? String.fromCodePoint(code) : (named[name.toLowerCase()] ?? name)
}
