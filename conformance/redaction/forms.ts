const small = 'abcdefghijklmnopqrstuvwxyz'
/** The letters of encodings, folded, and the bits of a byte at which a letter may begin. */
const hexadecimal = { letters: '0123456789abcdef', firsts: [0] }
const base32 = { letters: `${small}234567`, firsts: [0, 1, 2, 3, 4] }
const base64 = { letters: `${small}${small}0123456789+/`, firsts: [0, 2, 4] }

/** A text in lower case, of the same length. */
export function folded(text: string): string {
  return text.replaceAll('İ', 'I').toLowerCase().replaceAll('ς', 'σ')
}

/** The folded forms of a secret, by which it is found, each with whether it is an encoding. */
export function formsOf(secret: string): ReadonlyMap<string, boolean> {
  // A sign behind it may make an escape of a last backslash.
  const bare = unescaped(secret).text.replace(/\\$/, '')
  const utf8 = [...new TextEncoder().encode(secret)]
  const utf16 = secret.split('').flatMap((unit) => [unit.charCodeAt(0) & 255, unit.charCodeAt(0) >> 8])
  const encoded = [
    ...[hexadecimal, base32, base64].flatMap((encoding) => textsOf(utf8, encoding)),
    // HTTP Basic has a colon behind an API key.
    ...[[...utf8, 0x3a], utf16, utf16.map((_, at) => utf16[at ^ 1]!)].flatMap((bytes) => textsOf(bytes, base64)),
  ]
  const inUrls = encoded.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'))
  const plain = [secret, bare, bare.replaceAll(' ', '+')].map(folded)
  return new Map([
    ...[...encoded, ...inUrls].map((text) => [text, true] as const),
    ...plain.map((text) => [text, false] as const),
  ])
}

/** The texts of encoded bytes: alone, with and without padding, and within others at any alignment. */
function textsOf(bytes: readonly number[], { letters, firsts }: typeof base64): readonly string[] {
  const width = Math.log2(letters.length)
  const letterOf = (bits: number): string => letters[bits & (letters.length - 1)]!
  const aligned = firsts.map((first) => {
    let [text, bits, count] = ['', 0, -first]
    for (const byte of bytes) {
      bits = ((bits << 8) | byte) & 0xffff
      for (count += 8; count >= width; count -= width) text += letterOf(bits >> (count - width))
    }
    return { text, last: count > 0 ? letterOf(bits << (width - count)) : '' }
  })
  const alone = `${aligned[0]!.text}${aligned[0]!.last}`
  return [alone, `${alone}=`, `${alone}==`, ...aligned.map(({ text }) => text)]
}

/** A text, and where the parts of it are in the text that was read. */
export interface Reading {
  readonly text: string
  readonly startOf: (start: number) => number
  readonly endOf: (end: number) => number
  /** Where only encodings with a line break in them are looked for, whether a part had one. */
  readonly hadLineBreak?: (start: number, end: number) => boolean
}

/** A text as it is. */
export function asItIs(text: string): Reading {
  return { text, startOf: (start) => start, endOf: (end) => end }
}

/** Escapes of JSON, URLs and HTML, however often one was applied to itself. */
const escapes = new RegExp(
  [
    String.raw`\\+(?:u([\da-f]{4})|(?!u[\da-f]{0,3}(?:$|\u2026|\.\.))[^\\]|$)`,
    String.raw`(%(?:25)*[c-f][\da-f](?:%(?:25)*[89ab][\da-f]){1,3}|%(?:25)*[\da-f]{2})`,
    String.raw`&(?:amp;)*(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));?`,
  ].join('|'),
  'gi',
)

/** A text without its escapes. Of those within each other, such as JSON in a URL in HTML, four are undone. */
export function unescaped(text: string, depth = 4): Reading {
  if (depth === 0 || text.search(escapes) < 0) return asItIs(text)
  const { bare, places } = replaced(text, escapes, valueOf)
  const inner = unescaped(bare, depth - 1)
  return {
    text: inner.text,
    startOf: (start) => places[inner.startOf(start)]!,
    endOf: (end) => places[inner.endOf(end)]!,
  }
}

/** Line breaks within an encoding. */
const lineBreaks = /\r?\n(?<=[\w+/-]{20}\r?\n)(?=[\w+/-])/g

/** A reading of what line breaks within encodings part; undefined without any. */
export function joined({ text, startOf, endOf }: Reading): Reading | undefined {
  if (text.search(lineBreaks) < 0) return undefined
  const { bare, places } = replaced(text, lineBreaks, () => '')
  // A line break behind the last character is no part of it.
  return {
    text: bare,
    startOf: (start) => startOf(places[start]!),
    endOf: (end) => endOf(places[end - 1]! + 1),
    hadLineBreak: (start, end) => places[end - 1]! - places[start]! > end - 1 - start,
  }
}

/** A text with other parts, and for each place of it that in the text before. */
function replaced(text: string, parts: RegExp, toOther: (match: RegExpExecArray) => string) {
  const places = new Uint32Array(text.length + 1)
  let bare = ''
  let from = 0
  const take = (part: string, step: 0 | 1): void => {
    for (let at = 0; at < part.length; at++) places[bare.length + at] = from + step * at
    bare += part
  }
  for (const match of text.matchAll(parts)) {
    take(text.slice(from, match.index), 1)
    from = match.index
    take(toOther(match), 0)
    from += match[0].length
  }
  take(text.slice(from), 1)
  places[bare.length] = text.length
  return { bare, places }
}

const utf8 = new TextDecoder()
const signs = new Map(Object.entries({ n: '\n', r: '\r', t: '\t', amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }))

function valueOf([escape, json, bytes, hex = json, decimal, name]: RegExpExecArray): string {
  if (bytes !== undefined)
    return utf8.decode(Uint8Array.from(bytes.match(/[\da-f]{2}(?=%|$)/gi)!, (byte) => Number.parseInt(byte, 16)))
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
  const sign = name ?? escape.at(-1)!
  return code <= 0x10ffff ? String.fromCodePoint(code) : (signs.get(sign.toLowerCase()) ?? sign)
}
