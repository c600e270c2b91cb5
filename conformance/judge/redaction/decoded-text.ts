// Decodes percent-encoding and keeps the places of the decoded characters.
import { percentDecoded } from '../../percent-decoded.ts'

/** A decoded text. */
export interface DecodedText {
  readonly decoded: string
  /** The place in the original text of a character of the decoded one. */
  readonly placeOf: (at: number) => number
}

/** An escaped ASCII character, or a row of escaped bytes of other characters. */
const escaped = /%[0-7][0-9a-f]|(?:%[89a-f][0-9a-f])+/gi

/** Decodes percent-encoding a number of times. @returns undefined if the last time decodes nothing. */
export function decodeEscapes(text: string, times: number): DecodedText | undefined {
  let last: DecodedText | undefined = { decoded: text, placeOf: (at) => at }
  for (let time = 0; time < times && last; time++) last = decodeOnce(last)
  return last
}

function decodeOnce({ decoded: text, placeOf }: DecodedText): DecodedText | undefined {
  if (!text.includes('%')) return undefined
  let [decoded, from] = ['', 0]
  const places: number[] = []
  const keep = (end: number) => {
    decoded += text.slice(from, end)
    for (; from < end; from++) places.push(from)
  }
  for (const { index, 0: row } of text.matchAll(escaped)) {
    const isAscii = row.length === 3 && row < '%8'
    const characters = isAscii ? String.fromCharCode(Number.parseInt(row.slice(1), 16)) : percentDecoded(row)
    // Bytes that are not UTF-8.
    if (characters === row) continue
    keep(index)
    decoded += characters
    for (const character of characters) {
      for (let unit = 0; unit < character.length; unit++) places.push(from)
      from += 3 * byteCount(character.codePointAt(0)!)
    }
  }
  if (from === 0) return undefined
  keep(text.length)
  return { decoded, placeOf: (at) => placeOf(places[at] ?? text.length) }
}

/** The number of bytes of a character in UTF-8. */
const byteCount = (code: number): number => (code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4)
