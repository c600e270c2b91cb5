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
  const units = secret.split('').map((unit) => unit.charCodeAt(0))
  const utf16 = [units.flatMap((unit) => [unit & 255, unit >> 8]), units.flatMap((unit) => [unit >> 8, unit & 255])]
  const encoded = [
    ...[hexadecimal, base32, base64].flatMap((encoding) => textsOf([...new TextEncoder().encode(secret)], encoding)),
    ...utf16.flatMap((bytes) => textsOf(bytes, base64)),
  ]
  const inUrls = encoded.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'))
  const plain = [secret, bare, bare.replaceAll(' ', '+'), bare.replaceAll('\n', '')]
  return new Map([
    ...[...encoded, ...inUrls].map((text) => [text, true] as const),
    ...plain.map((text) => [folded(text), false] as const),
  ])
}

/** The letters that hold nothing but the bits of some bytes, at each alignment. */
function textsOf(bytes: readonly number[], { letters, firsts }: typeof base64): readonly string[] {
  const width = Math.log2(letters.length)
  return firsts.map((first) => {
    let text = ''
    for (let bit = first; bit + width <= 8 * bytes.length; bit += width) {
      const pair = (bytes[bit >> 3]! << 8) | (bytes[(bit >> 3) + 1] ?? 0)
      text += letters[(pair >> (16 - width - (bit & 7))) & (letters.length - 1)]!
    }
    return text
  })
}

/** A text without escapes, and where its characters stand in the text that was read. */
export interface Reading {
  readonly text: string
  /** Where the character at a place begins. */
  readonly startOf: (at: number) => number
  /** Where the character before a place ends. */
  readonly endOf: (at: number) => number
}

/** A text as it is. */
export function asItIs(text: string): Reading {
  return { text, startOf: (at) => at, endOf: (at) => at }
}

/** Escapes of JSON, URLs and HTML, however often one was applied to itself, and line breaks within an encoding. */
const escapes = new RegExp(
  [
    String.raw`\\+(?:u([\da-f]{4})|(?!u[\da-f]{0,3}(?:$|\u2026|\.\.))[^\\]|$)`,
    String.raw`(%(?:25)*[c-f][\da-f](?:%(?:25)*[89ab][\da-f]){1,3}|%(?:25)*[\da-f]{2})`,
    String.raw`&(?:amp;)*(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));?`,
    String.raw`(\r?\n(?<=[\w+/-]{20}\r?\n)(?=[\w+/-])|\r(?=\n))`,
  ].join('|'),
  'gi',
)

/** Undoes escapes, of those within each other, such as base64 with line breaks in JSON in a URL in HTML, five. */
export function unescaped(text: string, depth = 5): Reading {
  if (depth === 0 || text.search(escapes) < 0) return asItIs(text)
  const [starts, ends] = [new Uint32Array(text.length), new Uint32Array(text.length)]
  let [bare, from] = ['', 0]
  const take = (taken: string, end: number, isEscape: boolean): void => {
    for (let at = 0; at < taken.length; at++) {
      starts[bare.length + at] = isEscape ? from : from + at
      ends[bare.length + at] = isEscape ? end : from + at + 1
    }
    bare += taken
    from = end
  }
  for (const match of text.matchAll(escapes)) {
    take(text.slice(from, match.index), match.index, false)
    take(valueOf(match), match.index + match[0].length, true)
  }
  take(text.slice(from), text.length, false)
  const { text: inner, startOf, endOf } = unescaped(bare, depth - 1)
  return { text: inner, startOf: (at) => starts[startOf(at)]!, endOf: (at) => ends[endOf(at) - 1]! }
}

const utf8 = new TextDecoder()
const signs = new Map(Object.entries({ n: '\n', r: '\r', t: '\t', amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }))

function valueOf([escape, json, bytes, hex = json, decimal, name, lineBreak]: RegExpExecArray): string {
  if (lineBreak !== undefined) return ''
  if (bytes !== undefined)
    return utf8.decode(Uint8Array.from(bytes.match(/[\da-f]{2}(?=%|$)/gi)!, (byte) => Number.parseInt(byte, 16)))
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
  const sign = name ?? escape.at(-1)!
  return code <= 0x10ffff ? String.fromCodePoint(code) : (signs.get(sign.toLowerCase()) ?? sign)
}
