/** A member of an object in a program or in JSON. */
export interface Literal {
  /** The names that lead to it, such as `test.include`. */
  readonly path: string
  /** The text, or those of a list; undefined for any other value. */
  readonly value: readonly string[] | undefined
}

const comment = /\/\/.*|\/\*[^]*?\*\//y
const text = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/y
const key = /(?:([\w$]+)|'([^'\\\n]*)'|"([^"\\\n]*)")\s*:/y
const list = /\[\s*((?:(?:'[^'\\\n]*'|"[^"\\\n]*")\s*(?:,\s*)?)*)\]/y
const single = /(?:'[^'\\\n]*'|"[^"\\\n]*")(?=\s*[,}\n])/y

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
  while (at < source.length) {
    if (take(comment)) continue
    const named = /[\w$'"]/.test(source[at]!) && !/[\w$.?]/.test(source[at - 1] ?? '') ? take(key) : null
    if (named) {
      name = named[1] ?? named[2] ?? named[3]!
      while (/\s/.test(source[at] ?? '')) at++
      const path = [...open, name].filter((part) => part !== '').join('.')
      const whole = take(list) ?? take(single)
      found.push({
        path,
        value: whole
          ? [...whole[0].matchAll(/'[^']*'|"[^"]*"/g)].map(([quotedText]) => quotedText.slice(1, -1))
          : undefined,
      })
      continue
    }
    if (take(text)) continue
    const character = source[at++]!
    if ('{[('.includes(character)) {
      open.push(name)
      name = ''
    } else if ('}])'.includes(character)) open.pop()
    else if (character === ',') name = ''
  }
  return found
}
