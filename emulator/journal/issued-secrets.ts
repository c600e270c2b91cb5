/** The fewest letters and digits behind a prefix that make a secret. */
const shortest = 20
/** The length of a secret without its prefix. */
const usual = 40
/** The length of a word that a message has cut, from which on it may be a secret. */
const shortestCut = 12
/** The length of an id, which may have the prefix of a personal access token. */
const idLength = 27

/**
 * Calls `found` with each part of a text that looks like a secret that the emulator issued: 40 random characters, most
 * with a prefix, or a long word that a message has cut. Hexadecimal hashes and prefixed ids do not. It reads the text
 * once.
 */
export function eachIssued(text: string, found: (start: number, end: number) => void): void {
  for (let index = 0; index < text.length; index++) {
    if (!isWordAt(text, index)) continue
    const start = index
    while (isWordAt(text, index)) index++
    if (text[index] === '…' && index - start >= shortestCut) found(start, index)
    else if (index - start >= shortest) inWord(text, start, index, found)
  }
}

/** Whether a letter, a digit or an underscore stands at a place. */
export function isWordAt(text: string, index: number): boolean {
  return kindOf(text.charCodeAt(index)) !== 0
}

const upper = 1
const lowerOrDigit = 2
const underscore = 4

function kindOf(code: number): number {
  if ((code >= 0x30 && code <= 0x39) || (code >= 0x61 && code <= 0x7a)) return lowerOrDigit
  if (code >= 0x41 && code <= 0x5a) return upper
  return code === 0x5f ? underscore : 0
}

/** Looks at the parts of a word between its underscores. */
function inWord(text: string, start: number, end: number, found: (start: number, end: number) => void): void {
  let from = start
  let kinds = 0
  for (let index = start; index <= end; index++) {
    const kind = index === end ? underscore : kindOf(text.charCodeAt(index))
    if (kind !== underscore) {
      kinds |= kind
      continue
    }
    const length = index - from
    const prefix = from - start >= 4 ? text.slice(from - 4, from).toLowerCase() : ''
    const isPrefixed = prefix === 'acc_' || prefix === 'ref_' || (prefix === 'pat_' && length !== idLength)
    if (isPrefixed && length >= shortest) found(from - 4, index)
    else if (length >= usual && kinds === (upper | lowerOrDigit)) found(from, index)
    from = index + 1
    kinds = 0
  }
}
