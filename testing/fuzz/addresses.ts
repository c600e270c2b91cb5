// Paths and queries by the templates and schemas of the endpoints.
import fc from 'fast-check'
import { exampleAdapters } from '../../fixtures/adapters/adapters.ts'
import { anyId, fromSchema, idOf, oddText } from './from-schema.ts'

export type Pairs = readonly (readonly [string, string])[]

const adapterNames = [...exampleAdapters].map(({ name }) => name)
const commands = [...exampleAdapters].flatMap(({ commands: all }) => all)

/** Values of path parameters by their names. */
function pathValue(name: string): fc.Arbitrary<string> {
  const good =
    name === 'scope_id'
      ? fc
          .constantFrom(['prj_', 'projects'], ['env_', 'environments'], ['flw_', 'flows'])
          .chain(([prefix, from]) => idOf(from!, prefix))
      : name === 'adapter'
        ? fc.constantFrom(...adapterNames)
        : name === 'adapterConnectionId'
          ? idOf('adapter_connections')
          : name === 'command'
            ? fc.constantFrom(...commands.map((command) => command.name))
            : name === 'collection'
              ? fc.constantFrom(
                  'projects',
                  'catalog-products',
                  'access_tokens',
                  'adapter-records',
                  'groups',
                  'issue_events',
                )
              : name === 'name'
                ? fc.constantFrom('default', 'blue', 'green', 'red')
                : name === 'id'
                  ? fc.oneof(idOf('access_tokens'), anyId)
                  : idOf(collectionOf(name))
  return fc.oneof(
    { weight: 20, arbitrary: good },
    { weight: 2, arbitrary: anyId },
    { weight: 1, arbitrary: oddText.map((text) => encodeURIComponent(text.toWellFormed()).slice(0, 600)) },
  )
}

function collectionOf(parameter: string): string {
  const name = parameter.replace(/_id$/, '')
  return name === 'product' ? 'catalog_products' : name === 'event' ? 'issue_events' : `${name}s`
}

/** The paths of a template. */
export function filled(template: string): fc.Arbitrary<string> {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  return fc.tuple(...names.map(pathValue)).map((values) => {
    let index = 0
    return template.replaceAll(/\{\w+\}/g, () => values[index++]!)
  })
}

export interface QuerySchema {
  readonly properties?: Readonly<Record<string, object>>
}

/** Query parameters by the schema; a few are doubled, unknown or members of the body. */
export function queryOf(schema: QuerySchema | undefined): fc.Arbitrary<Pairs> {
  const known = Object.entries(schema?.properties ?? {})
  const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
  const pair =
    known.length === 0
      ? undefined
      : fc
          .constantFrom(...known)
          .chain(([name, property]) => queryValue(name, property).map((value) => [name, text(value)] as const))
  const odd = fc.tuple(
    fc.constantFrom('limit', 'name', 'status', 'cursor', '__proto__', 'scopes', 'unknown', ''),
    oddText,
  )
  return pair === undefined
    ? fc.oneof({ weight: 8, arbitrary: fc.constant([]) }, fc.array(odd, { maxLength: 2 }))
    : fc.oneof(
        { weight: 4, arbitrary: fc.constant([]) },
        { weight: 8, arbitrary: fc.array(pair, { maxLength: 3 }) },
        fc.array(odd, { maxLength: 2 }),
      )
}

function queryValue(name: string, property: object): fc.Arbitrary<unknown> {
  if (name === 'prepare_state') return fc.constantFrom('{{state:0}}', '{{state:1}}', 'x')
  if (name === 'cursor')
    return fc.oneof(
      fc.tuple(fc.nat(1), fc.constantFrom(0, 100, 5, 2 ** 31), fc.nat(1)).map((parts) => parts.join(':')),
      oddText,
    )
  if (name === 'starting_after' || name === 'ending_before') return anyId
  if (name === 'path')
    return fc.constantFrom('mail', 'mail.from', 'a.b', 'a\\.b', 'list.0', '', '.', 'a..b', '__proto__.x')
  if (name === 'limit') return fc.constantFrom(1, 2, 5, 100, 101, 0, -1, 'x', '1e3')
  return fromSchema(property)
}
