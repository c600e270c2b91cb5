import { late } from './late.ts'
import type { Pattern } from './late/ajv.ts'
import { shortJson } from './short-text.ts'

/**
 * Makes a matcher for a pattern of a user's JSON Schema whose time grows only with the length of the text. A RegExp can
 * take forever: `^(a+)+$` needs 2^n steps for n letters and another character.
 * @throws Error for a pattern that is not valid, or that cannot run in linear time: look-around, back-references and
 * counts above 1000.
 */
export function linearPattern(source: string): Pattern {
  // The grammar is that of JSON Schema, which RE2 extends.
  void new RegExp(source, 'u')
  const { RE2JS } = late.re2()
  try {
    const pattern = RE2JS.compile(RE2JS.translateRegExp(toRe2(joinSurrogates(source))))
    // Ajv distinguishes patterns by their text.
    return { test: (text) => pattern.test(text), toString: () => source }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(
      `the pattern ${shortJson(source)} cannot be run in linear time (${reason.slice(0, 200)}). Patterns here have no look-around, no back-references and no counts above 1000; write it without them.`,
      { cause: error },
    )
  }
}

const escape = String.raw`\\[dDsSwW^$.*+?()[\]{}|/\\-]`
const characterClass = String.raw`\[\^?(?:[ -Z_-~]|${escape})+\]`
const group = String.raw`\((?:\?:|(?!\?))|\)`
const count = String.raw`\{\d{1,3}(?:,\d{0,3})?\}`
const others = String.raw`[^\\()[\]{}\x00-\x1F\x7F-\uFFFF]`
const plainPattern = new RegExp(`^(?:${[others, escape, characterClass, group, count].join('|')})*$`)

/**
 * Returns true for a pattern that linearPattern surely accepts: it has only the plain parts of the grammar, and no group
 * with a count. False means that RE2 must try, and its code takes a tenth of a start.
 */
export function isSurelyLinear(source: string): boolean {
  if (source.length > 500 || source.includes('){') || !plainPattern.test(source)) return false
  try {
    return new RegExp(source, 'u') instanceof RegExp
  } catch {
    return false
  }
}

/** The white space of ECMAScript; that of RE2 is less. */
const space = String.raw`\t\n\x0B\f\r \x{A0}\x{1680}\x{2000}-\x{200A}\x{2028}\x{2029}\x{202F}\x{205F}\x{3000}\x{FEFF}`
const notSpace = [
  String.raw`\x00-\x08\x0E-\x1F!-\x{9F}\x{A1}-\x{167F}\x{1681}-\x{1FFF}\x{200B}-\x{2027}\x{202A}-\x{202E}`,
  String.raw`\x{2030}-\x{205E}\x{2060}-\x{2FFF}\x{3001}-\x{FEFE}\x{FF00}-\x{10FFFF}`,
].join('')

/** Rewrites the classes that have another meaning in RE2: `.`, `\s`, `\S` and `[\b]`. */
function toRe2(source: string): string {
  let inClass = false
  return source.replaceAll(/\\?[^]/g, (token) => {
    switch (token) {
      case '[':
      case ']':
        inClass = token === '['
        return token
      case String.raw`\s`:
        return inClass ? space : `[${space}]`
      case String.raw`\S`:
        return inClass ? notSpace : `[${notSpace}]`
      case String.raw`\b`:
        return inClass ? String.raw`\x08` : token
      case '.':
        return inClass ? token : String.raw`[^\n\r\x{2028}\x{2029}]`
      default:
        return token
    }
  })
}

/** Two escapes that make one character: RE2 reads characters, not UTF-16. */
function joinSurrogates(source: string): string {
  return source.replaceAll(/\\u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})/gi, (_pair, high: string, low: string) => {
    const character = String.fromCharCode(Number.parseInt(high, 16), Number.parseInt(low, 16))
    return `\\u{${character.codePointAt(0)!.toString(16)}}`
  })
}
