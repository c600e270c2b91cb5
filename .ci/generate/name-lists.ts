// Lists of names, and types of them, as TypeScript.
import { header } from '../../testing/committed.ts'

export const quoted = (text: string): string => `'${text}'`

/** The union of some values. */
export const literals = (values: readonly unknown[]): string =>
  values.map((value) => (typeof value === 'string' ? quoted(value) : String(value))).join(' | ')

/** A list of literals and the union type of them. */
export function nameList(list: string, union: string, doc: string, names: readonly string[]): string {
  return `${header}

/** ${doc} */
export const ${list} = [
${names.map(quoted).join(', ')}
] as const

/** One of \`${list}\`. */
export type ${union} = (typeof ${list})[number]
`
}
