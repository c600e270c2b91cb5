// Lists of names, and types of them, as TypeScript.
import { header } from './committed.ts'

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

/** The union of names, of which some may be followed by `=` and a number. */
export function settableNames(
  union: string,
  doc: string,
  names: readonly { readonly name: string; readonly isSettable: boolean }[],
): string {
  const literal = names.flatMap(({ name, isSettable }) => [
    quoted(name),
    ...(isSettable ? [`\`${name}=\${number}\``] : []),
  ])
  return `${header}

/** ${doc} */
export type ${union} =
${literal.map((one) => `  | ${one}`).join('\n')}
`
}

/** The union of many names, several in a line: one in each would be hundreds of lines. */
export function longNameUnion(union: string, doc: string, names: readonly string[]): string {
  const lines = names.reduce<readonly string[]>((filled, name) => {
    const last = filled.at(-1)
    return last !== undefined && last.length + name.length < 115
      ? [...filled.slice(0, -1), `${last} ${name}`]
      : [...filled, name]
  }, [])
  return `${header}

const lines = [
${lines.map(quoted).join(',\n')}
] as const

type Words<Line> = Line extends \`\${infer Word} \${infer Others}\` ? Word | Words<Others> : Line

/** ${doc} */
export type ${union} = Words<(typeof lines)[number]>
`
}
