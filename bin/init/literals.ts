/** A member of an object in a program or in JSON. */
export interface Literal {
  /** The names that lead to it, such as `test.include`. The last one of an object spread into another is `...`. */
  readonly path: string
  /** The text, or those of a list; undefined for any other value. */
  readonly value: readonly string[] | undefined
}

const comment = /\/\/.*|\/\*[^]*?\*\//y
const text = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/y
const expression = /\/(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y
const key = /(?:([\w$]+)|'([^'\\\n]*)'|"([^"\\\n]*)")\s*:/y
const shorthand = /([\w$]+)(?=\s*[,}])/y
const spread = /\.\.\.(?=\s*[\w$(])/y
const quoted = String.raw`(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")`
const list = new RegExp(String.raw`\[\s*((?:${quoted}\s*(?:,\s*)?)*)\](?=\s*(?:[,}\n)]|as\b|satisfies\b))`, 'y')
const single = new RegExp(String.raw`${quoted}(?=\s*[,}\n])`, 'y')

/** The members of the objects in a text. A program is not run: what is no plain text or list of texts has no value. */
export function literalsIn(source: string): readonly Literal[] {
  const found: Literal[] = []
  /** The names of the open brackets; empty for one without a name. */
  const open: string[] = []
  let name = ''
  let at = 0
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    const match = pattern.exec(source)
    if (match) at = pattern.lastIndex
    return match
  }
  const pathOf = (last: string): string => [...open, last].filter((part) => part !== '').join('.')
  while (at < source.length) {
    if (take(comment) || (isValueBegin(source, at) && take(expression))) continue
    const isWordBegin = /[\w$'"]/.test(source[at]!) && !/[\w$.?]/.test(source[at - 1] ?? '')
    const named = isWordBegin ? take(key) : null
    if (named) {
      name = named[1] ?? named[2] ?? named[3]!
      while (/\s/.test(source[at] ?? '')) at++
      found.push({ path: pathOf(name), value: textsOf(take(list) ?? take(single)) })
      continue
    }
    const short = isWordBegin ? take(shorthand) : take(spread)
    if (short) {
      found.push({ path: pathOf(short[1] ?? '...'), value: undefined })
      continue
    }
    if (take(text)) continue
    const character = source[at++]!
    if ('{[('.includes(character)) {
      open.push(name)
      name = ''
    } else if ('}])'.includes(character)) name = open.pop() ?? ''
    // A name before a type names no member, as in `const config: Config = {`.
    else if (character === ',' || (character === '=' && source[at] !== '>')) name = ''
  }
  return found
}

/** Returns true where a slash begins an expression, and divides nothing. */
function isValueBegin(source: string, at: number): boolean {
  if (source[at] !== '/') return false
  let before = at - 1
  while (/\s/.test(source[before] ?? '')) before--
  return '(,=:[!&|?{};'.includes(source[before] ?? ';')
}

/** The texts of a value; undefined for one with an escape that does not stand for the character behind it. */
function textsOf(value: RegExpExecArray | null): readonly string[] | undefined {
  const texts = value && [...value[0].matchAll(new RegExp(quoted, 'g'))].map(([whole]) => whole.slice(1, -1))
  return texts?.every((inner) => !/\\[a-zA-Z0-9]/.test(inner.replaceAll(String.raw`\\`, '')))
    ? texts.map((inner) => inner.replaceAll(/\\(.)/g, '$1'))
    : undefined
}
