/** Shorter texts are not secrets: they would take common words out of a report. */
export const shortestSecret = 6

/** Of a longer secret, the beginning and the end are searched for. */
export const longestSecret = 2048

/** How bits become letters: a letter may begin at every `step`th bit of a byte, and `group` letters are whole bytes. */
interface Encoding {
  readonly alphabet: string
  readonly bits: number
  readonly step: number
  readonly group: number
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const hexadecimal: Encoding = { alphabet: '0123456789ABCDEF', bits: 4, step: 4, group: 2 }
const base32: Encoding = { alphabet: `${letters}234567`, bits: 5, step: 1, group: 8 }
const base64: Encoding = { alphabet: `${letters}${letters.toLowerCase()}0123456789+/`, bits: 6, step: 2, group: 4 }

/** A text in lower case, of the same length. */
export function folded(text: string): string {
  return text.replaceAll('İ', 'I').toLowerCase().replaceAll('ς', 'σ')
}

/** The forms of a secret that are searched for, folded: as it is, and in hexadecimal, base32, base64 and base64url. */
export function formsOf(secret: string): ReadonlySet<string> {
  // A sign behind it may make an escape of a last backslash.
  const plain = [secret, unescaped(secret).text.replace(/\\$/, '')].flatMap((text) => [text, text.replaceAll(' ', '+')])
  const utf8 = new TextEncoder().encode(secret)
  // HTTP Basic has a colon behind an API key.
  const inBase64 = [utf8, Uint8Array.of(...utf8, 0x3a), inUtf16(secret, true), inUtf16(secret, false)]
  const encoded = [
    ...[hexadecimal, base32].flatMap((encoding) => encodedForms(utf8, encoding)),
    ...inBase64
      .flatMap((bytes) => encodedForms(bytes, base64))
      .flatMap((text) => [text, text.replaceAll('+', '-').replaceAll('/', '_')]),
  ]
  return new Set([...plain, ...encoded].filter((form) => form.length >= shortestSecret).map(folded))
}

function inUtf16(text: string, littleEndian: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(2 * text.length))
  for (let at = 0; at < text.length; at++) view.setUint16(2 * at, text.charCodeAt(at), littleEndian)
  return new Uint8Array(view.buffer)
}

/** The bytes alone; and for each alignment within a longer text the letters that encode nothing else. */
function encodedForms(bytes: Uint8Array, { alphabet, bits, step, group }: Encoding): readonly string[] {
  const end = 8 * bytes.length
  const letterAt = (bit: number): string => {
    const pair = (bytes[bit >> 3]! << 8) | (bytes[(bit >> 3) + 1] ?? 0)
    return alphabet[(pair >> (16 - bits - (bit & 7))) & (alphabet.length - 1)]!
  }
  const forms: string[] = []
  for (let first = 0; first < bits; first += step) {
    let form = ''
    let bit = first
    for (; bit + bits <= end; bit += bits) form += letterAt(bit)
    forms.push(form)
    const alone = bit < end ? form + letterAt(bit) : form
    if (first === 0) forms.push(alone, alone.padEnd(Math.ceil(alone.length / group) * group, '='))
  }
  return forms
}

/** A text, and where a place of it is in the text that was read. */
interface Reading {
  readonly text: string
  readonly placeOf: (at: number) => number
}

/** Escapes of JSON, of URLs and of HTML, however often one was applied to itself, as in `%252541`. */
const escapes = new RegExp(
  [
    String.raw`\\+(?:u([\da-f]{4})|[^\\]|$)`,
    String.raw`(%(?:25)*[c-f][\da-f](?:%(?:25)*[89ab][\da-f]){1,3}|%(?:25)*[\da-f]{2})`,
    String.raw`&(?:amp;)*(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));?`,
  ].join('|'),
  'gi',
)

/** Escapes of different kinds within each other, such as JSON in a URL in HTML, are undone to this depth. */
const deepest = 4

/** A text as it was read. */
export function asItIs(text: string): Reading {
  return { text, placeOf: (at) => at }
}

/** A text without its escapes. */
export function unescaped(text: string): Reading {
  let reading = asItIs(text)
  for (let depth = 0; depth < deepest; depth++) {
    const next = unescapedOnce(reading)
    if (!next) break
    reading = next
  }
  return reading
}

function unescapedOnce({ text, placeOf }: Reading): Reading | undefined {
  const pieces: string[] = []
  /** Where each escape ends in the new text, and how much shorter that is up to there. */
  const ends: number[] = []
  const losses: number[] = []
  let from = 0
  let loss = 0
  for (const match of text.matchAll(escapes)) {
    const value = valueOf(match)
    pieces.push(text.slice(from, match.index), value)
    from = match.index + match[0].length
    ends.push(from - (loss += match[0].length - value.length))
    losses.push(loss)
  }
  if (from === 0) return undefined
  const lossAt = (at: number): number => {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (ends[middle]! <= at) low = middle + 1
      else high = middle
    }
    return losses[low - 1] ?? 0
  }
  return { text: pieces.join('') + text.slice(from), placeOf: (at) => placeOf(at + lossAt(at)) }
}

const utf8 = new TextDecoder()
const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const controls: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }

function valueOf([escape, json, bytes, hex = json, decimal, name]: RegExpExecArray): string {
  if (bytes !== undefined)
    return utf8.decode(Uint8Array.from(bytes.match(/[\da-f]{2}(?=%|$)/gi)!, (byte) => Number.parseInt(byte, 16)))
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
  if (code <= 0x10ffff) return String.fromCodePoint(code)
  return name === undefined ? (controls[escape.at(-1)!] ?? escape.at(-1)!) : named[name.toLowerCase()]!
}
