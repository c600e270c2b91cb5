import { parseSync, Visitor } from 'oxc-parser'
import type { Rolldown } from 'tsdown'

/**
 * Puts the functions of some modules in parentheses. V8 compiles such a function together with its file, so that the
 * compiled code that Node keeps has it. Other functions are compiled at each start, when they are called first.
 *
 * A function declaration becomes a variable at the beginning of the file, as a declaration can be called before it.
 * @param code A file that the bundler made, with the path of each module in a comment above it.
 * @param modules The paths of the modules.
 * @throws Error for a path that none of its modules has.
 */
function compiledAhead(code: string, modules: readonly string[]): string {
  const parts = [...code.matchAll(/^\/\/ (\S+\.[cm]?[jt]s)$/gm)]
  const chosen = modules.map((path) => {
    const at = parts.findIndex((part) => part[1] === path)
    if (at < 0) throw new Error(`There is no module ${path} among those to compile ahead; take it out of the list.`)
    return [parts[at]!.index, parts[at + 1]?.index ?? code.length] as const
  })
  const isChosen = (part: Part) => chosen.some(([start, end]) => start <= part.start && part.end <= end)
  const { program } = parseSync('file.js', code)
  const brackets = functionsIn(program)
    .filter(isChosen)
    .flatMap(({ start, end }) => [[start, '('] as const, [end, ')'] as const])
    .toSorted(([left], [right]) => left - right)
  const textOf = (from: number, to: number) => {
    let text = ''
    let last = from
    for (const [at, bracket] of brackets) {
      if (at < from || at > to || (at === to && bracket === '(') || (at === from && bracket === ')')) continue
      text += code.slice(last, at) + bracket
      last = at
    }
    return text + code.slice(last, to)
  }
  let rest = ''
  let last = 0
  const variables = program.body.map((statement) => {
    if (statement.type !== 'FunctionDeclaration' || !isChosen(statement)) return ''
    const { start, end } = statement
    const id = statement.id!
    rest += textOf(last, start)
    last = end
    // The function takes its name from the variable: a start reads each character.
    return `var ${id.name} = (${code.slice(start, id.start).trimEnd()}${textOf(id.end, end)});\n`
  })
  return variables.join('') + rest + textOf(last, code.length)
}

/** Where something stands in the code. */
interface Part {
  readonly start: number
  readonly end: number
}

/** The functions that are values. Methods are none: nothing can stand around them. */
function functionsIn(program: Parameters<Visitor['visit']>[0]): readonly Part[] {
  const methods = new Set<Part>()
  const found: Part[] = []
  const find = (part: Part) => {
    if (!methods.has(part)) found.push(part)
  }
  new Visitor({
    MethodDefinition: ({ value }) => void methods.add(value),
    Property: ({ method, kind, value }) => {
      if (method || kind !== 'init') methods.add(value)
    },
    ArrowFunctionExpression: find,
    FunctionExpression: find,
  }).visit(program)
  return found
}

/** Does that in the files that the build makes. @param files The paths of modules by the name of their file. */
export function compiledAheadPlugin(files: Readonly<Record<string, readonly string[]>>): Rolldown.Plugin {
  return {
    name: 'compiled-ahead',
    generateBundle(_options, bundle) {
      for (const [name, modules] of Object.entries(files)) {
        const chunk = bundle[`${name}.js`]
        if (chunk?.type !== 'chunk') throw new Error(`The bundler made no ${name}.js.`)
        chunk.code = compiledAhead(chunk.code, modules)
      }
    },
  }
}
