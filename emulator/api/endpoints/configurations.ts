import { Type, type Static } from 'typebox'
import { bearerCredentials, defineEndpoint } from './define-endpoint.ts'
import type { Context } from '../../model/contract/context.ts'
import type { Endpoint } from '../../model/contract/endpoint.ts'
import type { Conventions } from '../../model/contract/conventions.ts'
import { ApiError } from '../dialect/api-error.ts'
import { readJsonBody } from '../input/read-body.ts'
import { parseDottedPath, followSteps, copyWithValue } from '../input/dotted-path.ts'
import { parseId, idPattern } from '../../model/resources/ids.ts'
import type { ConfigurationRecord } from '../../model/resources/resource-records.ts'
import type { Resource } from '../../model/contract/resource.ts'
import { type ConfigurationScope, configurationScopes } from '../../model/resources/configuration-scopes.ts'
import { resourceByCollection } from '../../model/resources/resources.ts'
import type { WorldAccess } from '../../model/contract/world-access.ts'
import { findExisting } from './records.ts'
import { listEndpoint } from './resource-endpoints.ts'
import { isObject } from '../../tools/is-object.ts'

const resource: Resource = resourceByCollection.configurations

/** Clause 2.1: a configuration scope is a project, an environment or a flow. The prefix of its id says which. */
const ScopeId = Type.String({
  pattern: idPattern,
  description: 'The prefixed id of a project, an environment or a flow.',
  'x-id': true,
  'x-keep-prefix': true,
})

const Params = Type.Object({ scope_id: ScopeId })
const Query = Type.Object({
  path: Type.Optional(Type.String({ description: 'A dotted path. A dot in a key is written as \\.' })),
})
const common = {
  path: '/{version}/configurations/{scope_id}',
  credentials: bearerCredentials,
  family: 'configurations',
  params: Params,
  query: Query,
} as const

type ConfigurationContext = Context<Static<typeof Params>, Static<typeof Query>, unknown>

interface ScopeOf {
  readonly type: ConfigurationScope['type']
  readonly id: string
}

function readConfigurationScope({ conventions, world, params }: ConfigurationContext): ScopeOf {
  const { bare, prefix } = parseId(params.scope_id)!
  const known = configurationScopes.map((scope) => scope.prefix(conventions))
  if (prefix === '' && conventions.bareScope === 'refuse') {
    throw new ApiError(
      'refused',
      `scope_id is ambiguous without a prefix; put one of ${known.join(', ')} before the id.`,
      {
        requirement: 'ids.scope-prefix',
        details: [{ at: 'scope_id', message: `needs one of the prefixes ${known.join(', ')}`, allowed: known }],
      },
    )
  }
  const scope =
    prefix === ''
      ? configurationScopes.find(({ collection }) => world.get(collection, bare))
      : configurationScopes.find((candidate) => candidate.prefix(conventions) === prefix)
  if (prefix !== '' && !scope) {
    throw new ApiError(
      'refused',
      `scope_id must have the prefix of a project, an environment or a flow (${known.join(', ')}); got ${prefix}.`,
      {
        requirement: 'ids.scope-prefix',
        details: [{ at: 'scope_id', message: `must have one of the prefixes ${known.join(', ')}`, allowed: known }],
      },
    )
  }
  if (!scope) throw new ApiError('unknown', `There is no project, environment or flow with the id ${bare}.`)
  findExisting(world, scope.collection, bare)
  return { id: bare, type: scope.type }
}

function findConfiguration(world: WorldAccess, scope: ScopeOf): ConfigurationRecord | undefined {
  return world.collection('configurations').page({ where: { scope_id: scope.id }, limit: 1 }).items[0]
}

function storeValue(world: WorldAccess, scope: ScopeOf, value: unknown): void {
  const record = findConfiguration(world, scope)
  if (record) world.replace('configurations', { ...record, value })
  else
    world.insert('configurations', {
      id: world.nextId(),
      name: `Configuration of ${scope.type}`,
      scope_type: scope.type,
      scope_id: scope.id,
      value,
      created_at: world.timestamp(),
    })
}

const shape = {
  kind: 'json',
  schema: () => Type.Unknown(),
  name: 'configuration',
  description: 'The configuration value.',
} as const
const requirements = [
  'configurations.value',
  'configurations.dotted-path',
  'ids.scope-prefix',
  'ids.known-prefixes',
  'ids.malformed-path',
  'ids.malformed-prefixed',
] as const
const followsGeneralRules = ({ versionedResources }: Conventions) => versionedResources === 'on'

function pathSteps({ query: { path } }: ConfigurationContext): readonly string[] {
  return path === undefined ? [] : parseDottedPath(path)
}

const retrieve = defineEndpoint({
  ...common,
  id: 'configurations.value',
  method: 'GET',
  summary: 'Retrieves the configuration value at a dotted path, or the whole value without one.',
  answer: shape,
  requirements,
  conventions: ['bareScope', 'environmentPrefix', 'objectEnvelope'],
  handle: (context) => {
    const scope = readConfigurationScope(context)
    const steps = pathSteps(context)
    const value = followSteps(findConfiguration(context.world, scope)?.value ?? {}, steps)
    if (value === undefined)
      throw new ApiError('unknown', `The configuration of this ${scope.type} has no value at ${steps.join('.')}.`, {
        requirement: 'configurations.value',
        mistake: 'path',
      })
    return { kind: 'json', value, name: 'configuration' }
  },
})

const put = defineEndpoint({
  ...common,
  id: 'configurations.update',
  method: 'PUT',
  summary: 'Sets the value at a dotted path, or without one merges an object into the whole value.',
  served: followsGeneralRules,
  body: Type.Unknown(),
  bodyType: 'own',
  answer: shape,
  requirements,
  conventions: ['bareScope', 'environmentPrefix'],
  handle: async (context) => {
    const value = await readJsonBody(context.request, context.conventions, context.draft)
    const scope = readConfigurationScope(context)
    const steps = pathSteps(context)
    const whole = findConfiguration(context.world, scope)?.value ?? {}
    if (value === undefined || (steps.length === 0 && !isObject(value)))
      throw new ApiError('refused', 'Send a JSON value with a path, or a JSON object without one.', {
        requirement: 'http.json-body',
      })
    const next =
      steps.length === 0 ? { ...(whole as object), ...(value as object) } : copyWithValue(whole, steps, value)
    if (next === undefined)
      throw new ApiError(
        'refused',
        `The path ${steps.join('.')} leads through a value that is not an object or an array.`,
        { requirement: 'configurations.dotted-path' },
      )
    storeValue(context.world, scope, next)
    return { kind: 'json', value: followSteps(next, steps), name: 'configuration' }
  },
})

const remove = defineEndpoint({
  ...common,
  id: 'configurations.delete',
  method: 'DELETE',
  summary: 'Removes the value at a dotted path, or the whole configuration without one.',
  served: followsGeneralRules,
  answer: { kind: 'deleted', resource },
  requirements,
  conventions: ['deletedStatus'],
  handle: (context) => {
    const scope = readConfigurationScope(context)
    const record = findConfiguration(context.world, scope)
    const steps = pathSteps(context)
    if (!record || followSteps(record.value, steps) === undefined)
      throw new ApiError('unknown', `The configuration of this ${scope.type} has no value there.`)
    if (steps.length === 0) context.world.remove('configurations', record.id)
    else storeValue(context.world, scope, copyWithValue(record.value, steps, undefined))
    return { kind: 'deleted', resource, record }
  },
})

/** Configurations (clause 4.4): a value for each project, environment or flow. */
export const configurationEndpoints: readonly Endpoint[] = [
  listEndpoint({
    collection: 'configurations',
    resource,
    path: '/{version}/configurations',
    operations: 'configurations',
  }),
  retrieve,
  put,
  remove,
]
