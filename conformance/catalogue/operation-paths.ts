// Paths of the documented operations: written for a request, and read from an address.
import { percentDecoded } from '../percent-decoded.ts'
import { type Operation, type OperationId, findOperation, operations, type PathTemplate } from './operations.ts'

/** Returns true if a path is one of the legacy API, documented or not (clause 9). */
export function isLegacyPath(path: string): boolean {
  return decodedSegments(path)[0] === '0'
}

/** The parts of paths that the target declares. */
export interface PathNames {
  readonly version: string
  readonly accessTokens: string
  readonly mcp: string
}

/** The path of an operation, with the target's own names, but without ids. */
function pathTemplate({ path, part }: Operation, { version, accessTokens, mcp }: PathNames): string {
  if (part === 'tokens') return path.replace('/access-tokens', accessTokens)
  return path === '/mcp' ? mcp : path.replace('{version}', version)
}

const templateParts = new WeakMap<PathNames, readonly (readonly string[])[]>()

/** The parts of the paths of all operations, made once for the names of a target: each exchange asks for them. */
function allTemplateParts(names: PathNames): readonly (readonly string[])[] {
  const known = templateParts.get(names) ?? operations.map((operation) => pathSegments(pathTemplate(operation, names)))
  templateParts.set(names, known)
  return known
}

/** The path of an operation with these values, each encoded. */
export function operationPath(
  id: OperationId,
  names: PathNames,
  values: Readonly<Record<string, string>> = {},
): string {
  return pathTemplate(findOperation(id), names)
    .split('/')
    .map((segment) =>
      isParameter(segment) ? encodeURIComponent((values[segment.slice(1, -1)] ?? '').toWellFormed()) : segment,
    )
    .join('/')
}

/** The names of the parameters in a template. The version is the target's to say. */
type ParametersIn<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? Exclude<Name, 'version'> | ParametersIn<Rest>
  : never

/** The values of the parameters in the path of an operation. */
export type ValuesOf<Id extends OperationId> = Readonly<Record<ParametersIn<PathTemplate<Id>>, string>>

/** The path of a documented operation. */
export interface DocumentedPath {
  readonly operation: OperationId
  readonly values: Readonly<Record<string, string>>
}

/** An address that is documented nowhere. */
export interface UndocumentedPath {
  readonly operation: undefined
  /** After the base URL, with its leading slash; or absolute. */
  readonly address: string
}

/**
 * The address of a request. A string is an address that the target gave, in its file or in an answer: whether it is a
 * documented one is found out by the table.
 */
export type Path = DocumentedPath | UndocumentedPath | string

/** The path of an operation with these values in it. */
export function at<Id extends OperationId>(
  operation: Id,
  ...[values]: [ParametersIn<PathTemplate<Id>>] extends [never] ? [] : [values: ValuesOf<Id>]
): DocumentedPath {
  return documentedPath(operation, values)
}

/** The path of an operation, filled with those values that it has parameters for. */
export function documentedPath(operation: OperationId, values: Readonly<Record<string, string>> = {}): DocumentedPath {
  const names = templateParameters(findOperation(operation)).filter((name) => name !== 'version')
  return { operation, values: Object.fromEntries(names.map((name) => [name, values[name] ?? ''])) }
}

/** An address that the kit made up, or that is documented nowhere. It is sent unchanged. */
export function undocumentedPath(address: string): UndocumentedPath {
  return { operation: undefined, address }
}

/** The path of the operation for a method at an address, if the address is written as documented. */
export function toDocumentedPath(method: string, address: string, names: PathNames): Path {
  const operation = matchOperation(method, address, names)
  if (operation === undefined) return address
  const path = documentedPath(operation, pathParameters(operation, address, names))
  return toAddress(path, names) === address ? path : address
}

/** The path as text: after the base URL, or absolute. */
export function toAddress(path: Path, names: PathNames): string {
  if (typeof path === 'string') return path
  return path.operation === undefined ? path.address : operationPath(path.operation, names, path.values)
}

/** The path of an operation without the values in it, for a reader: each id as `{id}`. */
export function printedPath(id: OperationId, names: PathNames): string {
  return pathTemplate(findOperation(id), names)
    .split('/')
    .map((segment) => (isParameter(segment) ? '{id}' : segment))
    .join('/')
}

/** The operation that a request asks for; undefined where nothing is documented. */
export function matchOperation(method: string, path: string, names: PathNames): OperationId | undefined {
  const parts = pathSegments(path)
  const templates = allTemplateParts(names)
  const there = operations.filter((_, index) => matchesTemplate(templates[index]!, parts))
  // A path with a literal name, such as `capabilities`, matches before one with a parameter.
  const exact = there.toSorted((left, right) => templateParameters(left).length - templateParameters(right).length)
  const isOther = method === 'HEAD' || method === 'OPTIONS'
  return exact.find((operation) => isOther || operation.method === method)?.id
}

/**
 * The documented path of an address that ends like one of these operations, but has another version or none; undefined
 * if it ends like none of them.
 */
export function pathMeant(path: string, ids: readonly OperationId[], names: PathNames): string | undefined {
  const parts = pathSegments(path)
  const endOf = (id: OperationId) => {
    const { path: template, part } = findOperation(id)
    return pathSegments(template).slice(part === 'versioned' || part === 'legacy' ? 1 : 0)
  }
  const longest = ids.toSorted((left, right) => endOf(right).length - endOf(left).length)
  const id = longest.find(
    (candidate) =>
      endOf(candidate).length > 0 && matchesTemplate(endOf(candidate), parts.slice(-endOf(candidate).length)),
  )
  if (id === undefined) return undefined
  const end = parts.slice(-endOf(id).length)
  const values = endOf(id).flatMap((part, index) =>
    isParameter(part) ? [[part.slice(1, -1), percentDecoded(end[index]!)]] : [],
  )
  return operationPath(id, names, Object.fromEntries(values))
}

/** The values of the parameters in a path, decoded. */
export function pathParameters(id: OperationId, path: string, names: PathNames): Readonly<Record<string, string>> {
  const segments = decodedSegments(path)
  return Object.fromEntries(
    pathSegments(pathTemplate(findOperation(id), names)).flatMap((segment, index) =>
      isParameter(segment) ? [[segment.slice(1, -1), segments[index] ?? '']] : [],
    ),
  )
}

/** The parts of a path between its slashes, percent-decoded. A slash at the end makes no other path. */
export function decodedSegments(path: string): readonly string[] {
  return pathSegments(path).map(percentDecoded)
}

/** The parts of a path that follow those of another one; undefined where it does not begin with them. */
export function remainingSegments(path: string, beginning: string): readonly string[] | undefined {
  const [parts, before] = [decodedSegments(path), decodedSegments(beginning)]
  return before.every((part, index) => part === parts[index]) ? parts.slice(before.length) : undefined
}

/** The parts of a path between its slashes, as written. */
function pathSegments(path: string): readonly string[] {
  const segments = path.split(/[?#]/, 1)[0]!.split('/')
  const isText = (segment: string) => segment !== ''
  return segments.slice(segments.findIndex(isText), segments.findLastIndex(isText) + 1)
}

function matchesTemplate(template: readonly string[], segments: readonly string[]): boolean {
  return (
    template.length === segments.length &&
    template.every((segment, index) => (isParameter(segment) ? segments[index] !== '' : segment === segments[index]))
  )
}

const isParameter = (segment: string): boolean => segment.startsWith('{') && segment.endsWith('}')

const templateParameters = ({ path }: Operation): readonly string[] =>
  pathSegments(path).flatMap((part) => (isParameter(part) ? [part.slice(1, -1)] : []))
