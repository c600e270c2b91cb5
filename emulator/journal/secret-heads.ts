/** The forms in which secrets may stand in a request by accident are known by so many characters at their beginning. */
export const headLength = 12

const capitals = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const base64 = `${capitals}${capitals.toLowerCase()}0123456789+/`
const alphabets = ['0123456789ABCDEF', `${capitals}234567`, base64]

/** For each beginning of a form, in lower case, whether it is an encoding. Secrets consist of ASCII. */
export function headsOf(secrets: readonly string[]): ReadonlyMap<string, boolean> {
  const heads = new Map<string, boolean>()
  for (const secret of secrets) {
    const bytes = Array.from(secret.slice(0, headLength), (character) =>
      character.charCodeAt(0).toString(2).padStart(8, '0'),
    )
    // In UTF-16 a zero byte stands between two: behind the first in one order of bytes, before it in the other.
    const inUtf16 = bytes.join('00000000')
    const encoded = [
      ...alphabets.flatMap((alphabet) => alignedHeads(bytes.join(''), alphabet)),
      ...[inUtf16, `00000000${inUtf16}`].flatMap((bits) => alignedHeads(bits, base64)),
    ]
    const inUrls = encoded.map((head) => head.replaceAll('+', '-').replaceAll('/', '_'))
    for (const head of [...encoded, ...inUrls]) heads.set(head.toLowerCase(), true)
    heads.set(secret.slice(0, headLength).toLowerCase(), false)
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

/** Undoes the escapes of URLs, JSON and HTML that stand for ASCII. */
export function unescaped(text: string): string {
  const escapes =
    /%(?:25)*([2-7][\da-f])|(?<!\\)\\+(?:u00([2-7][\da-f])|(?=\/))|&(?:amp;)*#(?:x0*([2-7][\da-f])|0*(\d{2,3}));?/gi
  return text.replaceAll(escapes, (_escape, inUrl?: string, inJson?: string, inHtml?: string, decimal?: string) => {
    const hex = inUrl ?? inJson ?? inHtml
    if (hex === undefined && decimal === undefined) return ''
    return String.fromCharCode(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16))
  })
}
