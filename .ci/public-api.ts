// The names that users can import, read by the TypeScript compiler from the sources of the published entries.
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { API, type Checker, SignatureKind, type Symbol, SymbolFlags } from 'typescript/unstable/sync'
import { entries, importName } from '../testing/package-entries.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** A name that users can use: an export, or a member of an exported class, interface or type. */
export interface PublicName {
  /** The name of an export, or `Class.member`. */
  readonly name: string
  /** The entry that users import it from. */
  readonly from: string
  /** The file that declares it, from the root. */
  readonly file: string
  readonly isMember: boolean
  /** Its doc comment without tags. */
  readonly documentation: string
  /** The names of the parameters of a function, such as `(collection, members?)`. Empty for anything else. */
  readonly parameters: string
}

/** All public names without duplicates. Names marked `@internal` are not public. */
export function readPublicApi(): readonly PublicName[] {
  const api = new API({ cwd: root })
  try {
    const [project] = api.updateSnapshot({ openProject: join(root, 'tsconfig.json') }).getProjects()
    const { program, checker } = project!
    const seen = new Set<number>()
    return Object.entries(entries).flatMap(([entry, source]) => {
      const module = checker.getSymbolAtLocation(program.getSourceFile(join(root, source))!)!
      return checker.getExportsOfModule(module).flatMap((exported) => {
        const symbol = exported.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
        if (seen.has(symbol.id) || !isInRepository(symbol)) return []
        seen.add(symbol.id)
        const describe = (described: Symbol, name: string): PublicName => ({
          name,
          from: importName(entry),
          file: symbolFile(described),
          isMember: described !== symbol,
          documentation: checker.getDocumentationCommentOfSymbol(described),
          parameters: parameterText(described, checker),
        })
        return [
          describe(symbol, exported.name),
          ...symbolMembers(symbol, checker).map((member) => describe(member, `${exported.name}.${member.name}`)),
        ]
      })
    })
  } finally {
    api.close()
  }
}

function symbolMembers(symbol: Symbol, checker: Checker): readonly Symbol[] {
  const isType = symbol.flags & (SymbolFlags.Class | SymbolFlags.Interface | SymbolFlags.TypeAlias)
  const members = [
    ...(isType ? checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol)) : []),
    ...(symbol.flags & SymbolFlags.Class ? symbol.getExports().values() : []),
  ]
  // The name of an error is the name of its class.
  const isError = members.some(({ name }) => name === 'stack')
  return members
    .filter((member) => isInRepository(member) && isPublic(member, checker) && !(isError && member.name === 'name'))
    .toSorted((left, right) => memberSortKey(symbol, left).localeCompare(memberSortKey(symbol, right)))
}

/**
 * The sort key of a member: members of the same file come first, in the order of declaration. The compiler's order
 * changes with other files.
 */
function memberSortKey(symbol: Symbol, member: Symbol): string {
  const file = symbolFile(member)
  return `${file === symbolFile(symbol) ? '' : file} ${String(member.declarations[0]?.index).padStart(9, '0')}`
}

/** The names of a function's parameters, optional ones with a question mark. */
function parameterText(symbol: Symbol, checker: Checker): string {
  const type = checker.getTypeOfSymbol(symbol)
  const [signature] = type === undefined ? [] : checker.getSignaturesOfType(type, SignatureKind.Call)
  if (type === undefined || signature === undefined) return ''
  const text = checker.typeToString(type)
  const names = signature.getParameters().map(({ name }) => (text.includes(`${name}?:`) ? `${name}?` : name))
  return `(${names.join(', ')})`
}

/** Private members begin with `#`, well-known symbols with `__@`. */
function isPublic(member: Symbol, checker: Checker): boolean {
  return (
    !/^#|^__|^prototype$/.test(member.name) &&
    !checker.getJsDocTagsOfSymbol(member).some(({ name }) => name === 'internal')
  )
}

function symbolFile(symbol: Symbol): string {
  return relative(root, symbol.declarations[0]?.path ?? '/')
}

/** Returns true if it is declared in this repository. */
function isInRepository(symbol: Symbol): boolean {
  const file = symbolFile(symbol)
  return !file.startsWith('..') && !file.startsWith('node_modules')
}
