const small = 'abcdefghijklmnopqrstuvwxyz'
/** The letters of base64, folded. */
const letters = `${small}${small}0123456789+/`

/** A text in lower case, of the same length. */
export function folded(text: string): string {
  return text.replaceAll('İ', 'I').toLowerCase().replaceAll('ς', 'σ')
}

/** The folded forms of a secret, by which it is found, each with whether it is an encoding. */
export function formsOf(secret: string): ReadonlyMap<string, boolean> {
  // A sign behind it may make an escape of a last backslash.
  const bare = unescaped(secret).text.replace(/\\$/, '')
  const encoded = encodingsOf(new TextEncoder().encode(secret))
  const inUrls = encoded.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'))
  const plain = [secret, bare, bare.replaceAll(' ', '+')]
  return new Map([
    ...[...encoded, ...inUrls].map((text) => [text, true] as const),
    ...plain.map((text) => [folded(text), false] as const),
  ])
}

/** The letters of base64 that hold nothing but the bits of some bytes, at each alignment. */
function encodingsOf(bytes: Uint8Array): readonly string[] {
  return [0, 2, 4].map((first) => {
    let text = ''
    for (let bit = first; bit + 6 <= 8 * bytes.length; bit += 6) {
      const pair = (bytes[bit >> 3]! << 8) | (bytes[(bit >> 3) + 1] ?? 0)
      text += letters[(pair >> (10 - (bit & 7))) & 63]!
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

/** Escapes of JSON, URLs and HTML, however often one was applied to itself. */
const escapes = new RegExp(
  [
    String.raw`\\+(?:u([\da-f]{4})|(?!u[\da-f]{0,3}(?:$|\u2026|\.\.))[^\\]|$)`,
    String.raw`(%(?:25)*[c-f][\da-f](?:%(?:25)*[89ab][\da-f]){1,3}|%(?:25)*[\da-f]{2})`,
    String.raw`&(?:amp;)*(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));?`,
  ].join('|'),
  'gi',
)

/** Undoes escapes, of those within each other, such as JSON in a URL in HTML, five. */
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

function valueOf([escape, json, bytes, hex = json, decimal, name]: RegExpExecArray): string {
  if (bytes !== undefined)
    return utf8.decode(Uint8Array.from(bytes.match(/[\da-f]{2}(?=%|$)/gi)!, (byte) => Number.parseInt(byte, 16)))
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
  const sign = name ?? escape.at(-1)!
  return code <= 0x10ffff ? String.fromCodePoint(code) : (signs.get(sign.toLowerCase()) ?? sign)
}
