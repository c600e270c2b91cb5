// Finds meaningless names: `one`, `own`, `shown` and `given` could mean anything.
import { parseSync } from 'oxc-parser'

const riddles: ReadonlySet<string> = new Set(['one', 'own', 'shown', 'given'])

/** A meaningless name in a file, with its line. */
export interface Riddle {
  readonly line: number
  readonly name: string
}

/**
 * Returns the riddles that a file declares or uses as names. Members of foreign objects are ignored: those after a dot,
 * and quoted ones.
 * @param file Its extension determines how it is parsed.
 */
export function findRiddles(file: string, source: string): readonly Riddle[] {
  // Parsing is slow, and most files have these words only in comments and texts.
  if (!/\b_?(?:one|own|shown|given)\b/i.test(source.replaceAll(/\/\/.*|\/\*[^]*?\*\/|'[^'\n]*'/g, ''))) return []
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`)
  const found: Riddle[] = []
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return void value.forEach(visit)
    if (typeof value !== 'object' || value === null) return
    const node = value as Readonly<Record<string, unknown>>
    const isName = node['type'] === 'Identifier' || node['type'] === 'PrivateIdentifier'
    const name = String(node['name'])
    if (isName && riddles.has(name.replace(/^_/, '').toLowerCase()))
      found.push({ line: source.slice(0, node['start'] as number).split('\n').length, name })
    for (const [member, child] of Object.entries(node)) if (!isForeign(node, member)) visit(child)
  }
  visit(program)
  return found
}

/** Returns true for the names of foreign members: after a dot, or as a key of a pattern or a literal. */
function isForeign(node: Readonly<Record<string, unknown>>, member: string): boolean {
  if (node['computed'] === true) return false
  return (
    (node['type'] === 'MemberExpression' && member === 'property') || (node['type'] === 'Property' && member === 'key')
  )
}
