/** The forms in which secrets may stand in a request by accident are known by so many characters at their beginning. */
export const headLength = 12

const capitals = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const base64 = `${capitals}${capitals.toLowerCase()}0123456789+/`
const alphabets = ['0123456789ABCDEF', `${capitals}234567`, base64]

/** For each beginning of a form, in lower case, whether it is an encoding. Secrets consist of ASCII. */
export function headsOf(secrets: readonly string[]): ReadonlyMap<string, boolean> {
  const heads = new Map<string, boolean>()
  const add = (head: string, isEncoded: boolean): void => {
    if (head.length >= headLength) heads.set(head.slice(0, headLength).toLowerCase(), isEncoded)
  }
  for (const secret of secrets) {
    add(secret, false)
    const bytes = [...secret].map((character) => character.charCodeAt(0).toString(2).padStart(8, '0'))
    // In UTF-16 a zero byte stands between two: behind the first in one order of bytes, before it in the other.
    const inUtf16 = bytes.join('00000000')
    const aligned = [
      ...alphabets.flatMap((alphabet) => alignedHeads(bytes.join(''), alphabet)),
      ...alignedHeads(inUtf16, base64),
      ...alignedHeads(`00000000${inUtf16}`, base64),
    ]
    for (const head of aligned) for (const one of [head, head.replaceAll('+', '-').replaceAll('/', '_')]) add(one, true)
  }
  return heads
}

/** The letters that encode the first bits, for each place in a byte where a letter may begin. */
function alignedHeads(bits: string, alphabet: string): readonly string[] {
  const width = Math.log2(alphabet.length)
  const heads: string[] = []
  for (let first = 0; first < width; first += width === 5 ? 1 : 8 - width) {
    let head = ''
    for (let at = first; head.length < headLength && at + width <= bits.length; at += width)
      head += alphabet[Number.parseInt(bits.slice(at, at + width), 2)]!
    heads.push(head)
  }
  return heads
}

/** The first four characters of a head as one number, by which nearly all of a text is dismissed. */
export function startOf(text: string, at: number): number {
  const code = (place: number): number => text.charCodeAt(place) & 0x7f
  return (code(at) << 21) | (code(at + 1) << 14) | (code(at + 2) << 7) | code(at + 3)
}

/** Undoes the escapes of URLs, JSON and HTML that stand for ASCII. */
export function unescaped(text: string): string {
  const escapes =
    /%(?:25)*([2-7][\da-f])|(?<!\\)\\+(?:u00([2-7][\da-f])|(?=\/))|&(?:amp;)*#(?:x0*([2-7][\da-f])|0*(\d{2,3}));?/gi
  return text.replaceAll(escapes, (_escape, ofUrl?: string, ofJson?: string, ofHtml?: string, decimal?: string) => {
    const hex = ofUrl ?? ofJson ?? ofHtml
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return Number.isNaN(code) ? '' : String.fromCharCode(code)
  })
}
