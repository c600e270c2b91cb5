/** A text after some decoding. Each of its units stands for a part of the text that was read. */
export interface Reading {
  readonly text: string
  /** Where the part of each unit begins and ends. Undefined: the reading is the text itself. */
  readonly parts?: { readonly starts: Uint32Array; readonly ends: Uint32Array } | undefined
}

/** Where a range of units stands in the text that was read. */
export function sourceOf({ parts }: Reading, start: number, end: number): readonly [start: number, end: number] {
  return parts ? [parts.starts[start]!, parts.ends[end - 1]!] : [start, end]
}

/** All that a text says, escapes included. */
export interface Readings {
  readonly all: readonly Reading[]
  /** Whether further escapes would follow. Nobody writes so, except to hide something. */
  readonly endless: boolean
}

/** Layers of different escapes, such as JSON in a URL in HTML. One layer repeated counts once. */
const mostLayers = 6

/**
 * Escapes of URLs, JSON, JavaScript and HTML. However often one was applied to itself, as in %252541, it is one match.
 * Each alternative reads on from where it began, so that the search takes time in proportion to the text.
 */
const escapes = new RegExp(
  [
    String.raw`\\{2,}`,
    String.raw`%(?:25)*[c-f][\da-f](?:%(?:25)*[89ab][\da-f]){1,3}`,
    String.raw`%(?:25)*[\da-f]{2}`,
    String.raw`(?:%(?:25)*|\\)u[\da-f]{4}`,
    String.raw`\\u\{0*[\da-f]{1,6}\}`,
    String.raw`\\x[\da-f]{2}`,
    String.raw`\\[0-3][0-7]{2}`,
    String.raw`\\[^]`,
    String.raw`&(?:amp;)*#(?:x0*[\da-f]{1,6}|0*\d{1,7});?`,
    String.raw`&(?:amp;)*[a-z][a-z\d]{1,31};`,
  ].join('|'),
  'gi',
)

/** Escapes of mail and of programs. In a form, `=41` is a value, so they are read apart from the others. */
const rareEscapes = /=[\da-f]{2}|\b0x[\da-f]{2}(?![\da-f])|\bU\+[\da-f]{4,6}/gi

/** The tags of a page, between which a text may be cut up. */
const tags = /<[/!a-z][^<>]{0,200}>/gi

/** Reads a text as it is, and without one layer of escapes after another. */
export function readingsOf(text: string): Readings {
  const all: Reading[] = [{ text }]
  let next: Reading | undefined
  for (let layer = 0; layer < mostLayers; layer++) {
    next = decoded(all.at(-1)!, escapes, valueOf)
    if (!next) break
    all.push(next)
  }
  const last = all.at(-1)!
  const bare = decoded(last, tags, () => ' ')
  const rare = decoded(last, rareEscapes, valueOf)
  return { all: [...all, ...(bare ? [bare] : []), ...(rare ? [rare] : [])], endless: next !== undefined }
}

/** A reading with what a pattern matches decoded; undefined if nothing does. */
function decoded(reading: Reading, pattern: RegExp, decode: (match: string) => string): Reading | undefined {
  const { text } = reading
  const matches = [...text.matchAll(pattern)].map((match) => ({ match: match[0], at: match.index }))
  if (matches.length === 0) return undefined
  const starts = new Uint32Array(text.length)
  const ends = new Uint32Array(text.length)
  const pieces: string[] = []
  let from = 0
  let length = 0
  const { parts } = reading
  const keep = (to: number): void => {
    pieces.push(text.slice(from, to))
    for (let unit = from; unit < to; unit++, length++) {
      starts[length] = parts ? parts.starts[unit]! : unit
      ends[length] = parts ? parts.ends[unit]! : unit + 1
    }
  }
  for (const { match, at } of matches) {
    keep(at)
    from = at + match.length
    // A character never has more units than its escape.
    const value = decode(match).slice(0, match.length)
    pieces.push(value)
    const [start, end] = sourceOf(reading, at, from)
    starts.fill(start, length, length + value.length)
    ends.fill(end, length, (length += value.length))
  }
  keep(text.length)
  return { text: pieces.join(''), parts: { starts, ends } }
}

let utf8: TextDecoder | undefined

/** What an escape stands for. A blank stands for what separates words. */
function valueOf(escape: string): string {
  if (escape.startsWith('\\\\')) return '\\'
  const named = /^&(?:amp;)*([a-z][a-z\d]*);$/i.exec(escape)
  if (named) return entityOf(named[1]!)
  if (escape.startsWith('%') && !/u/i.test(escape)) return (utf8 ??= new TextDecoder()).decode(bytesOf(escape))
  const decimal = /^&(?:amp;)*#(\d+)/.exec(escape)
  if (decimal) return characterOf(Number(decimal[1]))
  const octal = /^\\([0-3][0-7]{2})$/.exec(escape)
  if (octal) return characterOf(Number.parseInt(octal[1]!, 8))
  const hex = /(?:u\{?|x|U\+|=)([\da-f]+)\}?;?$/i.exec(escape)
  if (hex) return characterOf(Number.parseInt(hex[1]!, 16))
  return /[bfnrtv]/.test(escape[1]!) ? ' ' : escape.slice(1)
}

/** The bytes of a percent-encoded character. The last two digits of each count, as those before are escapes. */
function bytesOf(escape: string): Uint8Array {
  return Uint8Array.from(escape.match(/[\da-f]{2}(?=%|$)/gi)!, (digits) => Number.parseInt(digits, 16))
}

function characterOf(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : ' '
}

/** Entities that stand for a letter are named after it; the others stand for signs, which separate words. */
function entityOf(name: string): string {
  if (name.toLowerCase() === 'amp') return '&'
  if (name.toLowerCase() === 'lt') return '<'
  if (name.toLowerCase() === 'gt') return '>'
  if (name.toLowerCase() === 'bsol') return '\\'
  if (name.toLowerCase() === 'percnt') return '%'
  if (name.toLowerCase() === 'num') return '#'
  return (
    /^([a-z])(?:acute|grave|circ|tilde|uml|cedil|ring|slash|caron|breve|macr|ogon|dot|fr|opf|scr)$/i.exec(name)?.[1] ??
    ' '
  )
}
