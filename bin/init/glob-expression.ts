const special = /[.+^$|\\]/

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
    } else if (character === '!') return undefined
    else if (character === '*') source += '[^/]*'
    else if (character === '?') source += '[^/]'
    else if (character === '{') {
      closers.push(')')
      source += '(?:'
    } else if (character === '}' || character === ')') source += closers.pop() ?? `\\${character}`
    else if (character === ',' || character === '|') source += closers.length > 0 ? '|' : `\\${character}`
    else if (character === '[') {
      const end = glob.indexOf(']', at)
      if (end < 0) return undefined
      source += glob.slice(at, end + 1)
      at = end
    } else source += special.test(character) ? `\\${character}` : character
  }
  return closers.length > 0 ? undefined : new RegExp(`^${source}$`)
}
