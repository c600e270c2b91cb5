// Compiles regular expressions of a target, which may be written to run forever.

/** A quantifier without an upper bound, or with a high one. */
const unboundedQuantifier = /^(?:[*+]|\{\d*,\}|\{\d*,?\d{3,}\})/
const anyQuantifier = /^(?:[*+?]|\{\d+(?:,\d*)?\})/

const longestPattern = 500
/** Open quantifiers in one pattern. The time to match may grow by the power of their number. */
const mostOpen = 3
/** The longest text that a pattern with several open quantifiers is matched against. */
const longestText = 500

/** The engine that compiles a pattern for a validator. */
interface PatternEngine {
  (pattern: string, flags: string): { test(text: string): boolean }
  code: string
}

/**
 * A regular expression that cannot run forever: no quantifier repeats a group that contains a quantifier or an
 * alternative.
 * @throws Error for any other pattern, and when a string is too long for it.
 */
export const boundedPattern: PatternEngine = Object.assign(compilePattern, { code: 'boundedPattern' })

function compilePattern(pattern: string, flags: string): ReturnType<PatternEngine> {
  const count = openQuantifiers(pattern)
  if (count === undefined || count > mostOpen) throw new Error(`the pattern may take too long: ${pattern.slice(0, 80)}`)
  const expression = new RegExp(pattern, flags)
  const bounded = {
    test(text: string): boolean {
      if (count > 1 && text.length > longestText) throw new Error('the text is too long for the pattern')
      return expression.test(text)
    },
    // Validators use it as the key of a pattern.
    toString: () => String(expression),
  }
  return bounded
}

/**
 * The number of open quantifiers in a pattern; undefined if one repeats a group that contains another one or an
 * alternative.
 */
function openQuantifiers(pattern: string): number | undefined {
  if (pattern.length > longestPattern || /\\[1-9k]/.test(pattern)) return undefined
  /** For each open group, true if something in it can match in several ways. */
  const groups: boolean[] = [false]
  let count = 0
  for (let at = 0; at < pattern.length; at++) {
    const mark = pattern[at]!
    let isAmbiguous = false
    if (mark === '\\') at++
    else if (mark === '[') at = endOfClass(pattern, at)
    else if (mark === '(') {
      groups.push(false)
      if (pattern[at + 1] === '?') at++
      continue
    } else if (mark === '|') {
      groups[groups.length - 1] = true
      continue
    } else if (mark === ')') {
      isAmbiguous = groups.length > 1 && groups.pop()!
      if (isAmbiguous) groups[groups.length - 1] = true
    }
    const rest = pattern.slice(at + 1, at + 12)
    const quantifier = anyQuantifier.exec(rest)?.[0]
    if (quantifier === undefined) continue
    if (isAmbiguous && quantifier !== '?') return undefined
    if (!/^\{\d+\}$/.test(quantifier)) groups[groups.length - 1] = true
    if (unboundedQuantifier.test(rest)) count++
    at += quantifier.length
  }
  return count
}

/** The place of the bracket that ends a class of characters. */
function endOfClass(pattern: string, start: number): number {
  for (let at = start + 1; at < pattern.length; at++) {
    if (pattern[at] === '\\') at++
    else if (pattern[at] === ']') return at
  }
  return pattern.length
}
