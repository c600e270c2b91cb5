/** The number of answers to remember for each field: a brand repeats thousands of times, a unique string never does. */
const keptAnswers = 64

/**
 * Makes the case-insensitive partial match of `search` over some fields (clause 4.5), for one walk over many records.
 *
 * Both texts are folded to upper case, because the lower case of the Greek sigma depends on the letter that follows.
 * Most texts are ASCII. For those a regular expression gives the same result in a third of the time.
 */
export function toPartialMatch(fields: readonly string[], search: string): (record: object) => boolean {
  const wanted = foldCase(search)
  const pattern = notAscii.test(wanted) ? undefined : new RegExp(wanted.replaceAll(/[^A-Z0-9 ]/g, escaped), 'i')
  const matches = (text: string) =>
    notAscii.test(text) ? foldCase(text).includes(wanted) : pattern !== undefined && pattern.test(text)
  const tests = fields.map((field) => {
    const answers = new Map<string, boolean>()
    return (record: object) => {
      const value = (record as Readonly<Record<string, unknown>>)[field]
      if (value === null || value === undefined) return false
      const text = String(value)
      if (answers.size >= keptAnswers) return matches(text)
      let answer = answers.get(text)
      if (answer === undefined) answers.set(text, (answer = matches(text)))
      return answer
    }
  })
  return (record) => tests.some((test) => test(record))
}

/** Finds a character beyond ASCII. */
// eslint-disable-next-line no-control-regex -- ASCII begins with control characters
const notAscii: RegExp = /[^\u0000-\u007F]/

function escaped(character: string): string {
  return `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`
}

/**
 * A text in the form that `search` compares: in upper case, including characters without a lower case, and normalized.
 */
function foldCase(text: string): string {
  return text.toLowerCase().toUpperCase().normalize('NFC')
}

/** The text that `search` looks for in the texts of a block. */
type SearchText = { readonly folded: string; readonly lowered: string | undefined }

interface BlockText {
  /** All texts, in lower case. For ASCII, it is equivalent to the folded text and faster to make. */
  readonly lowered: string
  /** The texts beyond ASCII, folded. */
  readonly folded: string
}

/** The sample of records, and the number of different values in it from which a field counts as not repeating. */
const sample = 64
const different = 32

/**
 * The searched strings of each block of records, joined into one string. A search for a rare string scans the joined strings,
 * ten times faster than the records, and then only the records of matching blocks. It takes about 35 bytes for each
 * product.
 */
export class BlockTexts<T extends object> {
  readonly #fields: readonly string[]
  readonly #known = new WeakMap<readonly T[], BlockText>()

  constructor(fields: readonly string[]) {
    this.#fields = fields
  }

  /** Returns a function that returns true if a block may have matches. It never misses a match. */
  toBlockTest(search: string): (block: readonly T[]) => boolean {
    // Line breaks separate the texts.
    if (search.includes('\n')) return () => true
    const wanted = toSearchTerm(search)
    return (block) => {
      const text = this.#of(block)
      return (
        (wanted.lowered !== undefined && text.lowered.includes(wanted.lowered)) || text.folded.includes(wanted.folded)
      )
    }
  }

  #of(block: readonly T[]): BlockText {
    let text = this.#known.get(block)
    if (!text) this.#known.set(block, (text = toBlockText(block, this.#fields)))
    return text
  }
}

function toSearchTerm(search: string): SearchText {
  const wanted = foldCase(search)
  return { folded: wanted, lowered: notAscii.test(wanted) ? undefined : wanted.toLowerCase() }
}

function toBlockText(block: readonly object[], fields: readonly string[]): BlockText {
  let joined = ''
  for (const field of fields) joined += fieldTexts(block, field)
  return { lowered: joined.toLowerCase(), folded: foldCase(linesBeyondAscii(joined)) }
}

/** The texts of one field, each in a line. Repeated values, such as brands, occur once. */
function fieldTexts(block: readonly object[], field: string): string {
  const values = new Set<unknown>()
  let joined = ''
  let isUnique = false
  for (const [index, record] of block.entries()) {
    const value = (record as Readonly<Record<string, unknown>>)[field]
    if (index === sample) isUnique = values.size > different
    if (value === null || value === undefined) continue
    if (!isUnique) {
      if (values.has(value)) continue
      values.add(value)
    }
    joined += `${String(value)}\n`
  }
  return joined
}

/** The lines of a string that have characters beyond ASCII. */
function linesBeyondAscii(text: string): string {
  const character = new RegExp(notAscii, 'g')
  let lines = ''
  while (character.test(text)) {
    const start = text.lastIndexOf('\n', character.lastIndex - 1) + 1
    const end = text.indexOf('\n', character.lastIndex)
    lines += text.slice(start, end + 1)
    character.lastIndex = end
  }
  return lines
}
