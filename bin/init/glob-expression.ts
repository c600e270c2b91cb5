const special = /[.+*?^$|\\()[\]{}]/

/** The expression of a pattern of paths; undefined for one with a part that is not known here. */
export function globExpression(glob: string): RegExp | undefined {
  const closers: string[] = []
  let source = ''
  for (let at = 0; at < glob.length; at++) {
    const character = glob[at]!
    if (glob.startsWith('**/', at)) {
      source += '(?:.*/)?'
      at += 2
    } else if (glob.startsWith('**', at)) {
      source += '.*'
      at++
    } else if ('?*+@'.includes(character) && glob[at + 1] === '(') {
      closers.push(character === '@' ? ')' : `)${character}`)
      source += '(?:'
      at++
    } else if (character === '\\' && at + 1 < glob.length) source += escaped(glob[++at]!)
    else if (character === '!') return undefined
    else if (character === '*') source += '[^/]*'
    else if (character === '?') source += '[^/]'
    else if (character === '{' || character === '(') {
      closers.push(')')
      source += '(?:'
    } else if (character === '}' || character === ')') source += closers.pop() ?? escaped(character)
    else if (character === ',' || character === '|') source += closers.length > 0 ? '|' : escaped(character)
    else if (character === '[') {
      const end = glob.indexOf(']', at)
      if (end < 0) return undefined
      source += glob.slice(at, end + 1).replace(/^\[!/, '[^')
      at = end
    } else source += escaped(character)
  }
  return closers.length > 0 ? undefined : compiled(`^${source}$`)
}

const escaped = (character: string): string => (special.test(character) ? `\\${character}` : character)

/** An expression; undefined for one that cannot be compiled, such as that of the range `[z-a]`. */
export function compiled(source: string): RegExp | undefined {
  try {
    return new RegExp(source)
  } catch {
    return undefined
  }
}
