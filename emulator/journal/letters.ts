/** The letters and digits of a text in lower case, and where in the text each of them stands. */
export interface Letters {
  readonly count: number
  readonly codes: Uint8Array
  readonly starts: Uint32Array
  readonly ends: Uint32Array
}

/**
 * Reads the letters and digits of a text, so that a text reads the same however it was escaped, spaced, dashed or
 * capitalized. It undoes percent-encoding, HTML character references, backslash escapes and full-width forms. It reads
 * each character a fixed number of times.
 */
export function lettersOf(text: string): Letters {
  const codes = new Uint8Array(text.length)
  const starts = new Uint32Array(text.length)
  const ends = new Uint32Array(text.length)
  let count = 0
  for (let index = 0; index < text.length;) {
    const escape = escapeAt(text, index)
    const end = escape?.end ?? index + 1
    const code = lowered(escape?.code ?? text.charCodeAt(index))
    if (code !== 0) {
      codes[count] = code
      starts[count] = index
      ends[count++] = end
    }
    index = end
  }
  return { count, codes, starts, ends }
}

/** The code of a letter or digit in lower case; 0 for any other character. */
function lowered(given: number): number {
  const code = given >= 0xff10 && given <= 0xff5a ? given - 0xfee0 : given
  if ((code >= 0x30 && code <= 0x39) || (code >= 0x61 && code <= 0x7a)) return code
  return code >= 0x41 && code <= 0x5a ? code + 0x20 : 0
}

interface Escape {
  readonly code: number
  /** Where the text continues. */
  readonly end: number
}

/** The longest number of an escape, in digits. */
const longest = 7

function escapeAt(text: string, index: number): Escape | undefined {
  switch (text.charCodeAt(index)) {
    case 0x25:
      return percentAt(text, index)
    case 0x26:
      return referenceAt(text, index)
    case 0x5c:
      return backslashAt(text, index)
  }
  return undefined
}

/** `%41`, and `%2541` where it was encoded more than once. */
function percentAt(text: string, index: number): Escape | undefined {
  let at = index + 1
  while (text.startsWith('25', at) && hexAt(text, at + 2, 2)) at += 2
  return hexAt(text, at, 2)
}

/** `&#65;` or `&#x41;`, with or without the semicolon. */
function referenceAt(text: string, index: number): Escape | undefined {
  if (text[index + 1] !== '#') return undefined
  const isHex = text[index + 2] === 'x' || text[index + 2] === 'X'
  const at = index + (isHex ? 3 : 2)
  let end = at
  while (end < at + longest && digitOf(text, end) < (isHex ? 16 : 10)) end++
  if (end === at) return undefined
  return { code: Number.parseInt(text.slice(at, end), isHex ? 16 : 10), end: text[end] === ';' ? end + 1 : end }
}

/** `\x41`, `\u0041` or `\u{41}`. */
function backslashAt(text: string, index: number): Escape | undefined {
  if (text[index + 1] === 'x') return hexAt(text, index + 2, 2)
  if (text[index + 1] !== 'u') return undefined
  if (text[index + 2] !== '{') return hexAt(text, index + 2, 4)
  let end = index + 3
  while (end < index + 3 + longest && digitOf(text, end) < 16) end++
  if (text[end] !== '}') return undefined
  return { code: Number.parseInt(text.slice(index + 3, end), 16) || 0, end: end + 1 }
}

function hexAt(text: string, at: number, length: number): Escape | undefined {
  let code = 0
  for (let index = at; index < at + length; index++) {
    const digit = digitOf(text, index)
    if (digit > 15) return undefined
    code = code * 16 + digit
  }
  return { code, end: at + length }
}

/** The value of a hexadecimal digit; 16 for any other character, and behind the end. */
function digitOf(text: string, index: number): number {
  const code = text.charCodeAt(index) | 0x20
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  return code >= 0x61 && code <= 0x66 ? code - 0x57 : 16
}
