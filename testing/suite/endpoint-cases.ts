import type { TSchema } from 'typebox'
import { operationConventions } from '../../emulator/api/dialect/per-operation.ts'
import { declaredInput } from '../../emulator/api/input/list-query.ts'
import type { Conventions } from '../../emulator/model/contract/conventions.ts'
import type { Endpoint } from '../../emulator/model/contract/endpoint.ts'
import { endpoints } from '../../emulator/api/endpoints/endpoints.ts'
import { suiteSeed } from './suite-seed.ts'

/** A parameter of one endpoint that takes an id. */
export interface IdCase {
  readonly endpoint: Endpoint
  readonly parameter: string
  readonly place: 'path' | 'query'
  /** True if the prefix is required, as it says what kind of object is meant (clause 2.1). */
  readonly prefixed: boolean
  /** The path with this id; all other parameters are well formed. */
  readonly path: (id: string) => string
}

type MarkedSchema = { readonly 'x-id'?: boolean; readonly 'x-keep-prefix'?: boolean }

const schemaProperties = (schema: TSchema | undefined): readonly (readonly [string, MarkedSchema])[] =>
  Object.entries((schema as { properties?: Readonly<Record<string, MarkedSchema>> } | undefined)?.properties ?? {})

const { samples } = suiteSeed

const goodValues: Readonly<Record<string, string>> = {
  scope_id: samples.scopeId!,
  project_id: samples.projectId!,
  issue_id: samples.issueId!,
  catalog_id: samples.catalogId!,
  adapterConnectionId: samples.adapterConnectionId!,
  adapter: 'suite',
  command: 'list-orders',
}

/** The path templates that an endpoint is served at. */
export function servedTemplates(endpoint: Endpoint, conventions: Conventions): readonly string[] {
  if (endpoint.served && !endpoint.served(conventions)) return []
  const template = typeof endpoint.path === 'string' ? endpoint.path : endpoint.path(conventions)
  return template.includes('{version}')
    ? conventions.versions.map((version) => template.replace('{version}', version))
    : [template]
}

/** The endpoints that are served under some conventions. */
export function servedEndpoints(conventions: Conventions): readonly Endpoint[] {
  return endpoints.filter((endpoint) => servedTemplates(endpoint, conventions).length > 0)
}

/** A path with every parameter filled in: by `values`, by a sample, or by an unknown id. */
export function fillTemplatePath(template: string, values: Readonly<Record<string, string>> = {}): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? goodValues[name] ?? 'z'.repeat(27))
}

/** Every parameter of every endpoint that takes an id, by the endpoint list. */
export function idCases(conventions: Conventions): readonly IdCase[] {
  return servedEndpoints(conventions).flatMap((endpoint) =>
    servedTemplates(endpoint, conventions).flatMap((template): readonly IdCase[] => [
      ...schemaProperties(endpoint.params)
        .filter(([, schema]) => schema['x-id'])
        .map(([parameter, schema]): IdCase => ({
          endpoint,
          parameter,
          place: 'path',
          prefixed: schema['x-keep-prefix'] === true,
          path: (id) => fillTemplatePath(template, { [parameter]: id }),
        })),
      ...schemaProperties(declaredInput(endpoint, false, operationConventions(conventions, endpoint.id)).query)
        .filter(([, schema]) => schema['x-id'])
        .map(([parameter]): IdCase => ({
          endpoint,
          parameter,
          place: 'query',
          prefixed: false,
          path: (id) => `${fillTemplatePath(template)}?${parameter}=${id}`,
        })),
    ]),
  )
}

/** A body that the endpoint accepts, so that the request gets as far as the id. */
export function acceptedBody({ id, method, body }: Endpoint): { readonly json?: unknown } {
  const status = id === 'legacy.groups.create' ? { status: 'resolved' } : {}
  return method === 'POST' || method === 'PUT' ? { json: body ? { name: 'Anything', ...status } : {} } : {}
}
