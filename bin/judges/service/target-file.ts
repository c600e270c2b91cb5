import { allScopes, showScope } from '../../../emulator/api/auth/scopes.ts'
import type { Conventions } from '../../../emulator/model/contract/conventions.ts'
import type { Emulator } from '../../../emulator/create-emulator.ts'
import { enumValues } from '../../../emulator/model/resources/define-resource.ts'
import {
  resourceByCollection,
  resourceCollections,
  resourceSchema,
} from '../../../emulator/model/resources/resources.ts'
import { schemaAddress } from './schema-address.ts'

/** A target file that lets the conformance kit check every requirement against this emulator. */
export type TargetFile = Readonly<Record<string, unknown>>

/** The target file of an emulator at `baseUrl`. Without a control API it has no hooks. */
export function toTargetFile(emulator: Emulator, baseUrl: string, control: boolean): TargetFile {
  const { credentials, conventions } = emulator
  const { oddSecrets: _odd, ...samples } = emulator.samples
  const version = servedVersion(conventions)
  return {
    $schema: schemaAddress('target'),
    baseUrl,
    version,
    credentials: {
      oauth: { clientId: credentials.clientId, clientSecret: credentials.clientSecret },
      token: credentials.token,
      integrationToken: credentials.integrationToken,
      apiKey: credentials.apiKey,
      dsn: credentials.dsn,
    },
    samples: { ...samples, dsnPath: '/0/projects/' },
    paths: { accessTokens: conventions.accessTokensPath, mcp: conventions.mcpPath },
    enumFilters: declaredEnumFilters(version, emulator),
    personalAccessTokens: { scopes: grantableScopes(conventions), expiresAt: conventions.expiresAtFormat },
    ...(control ? { hooks: controlHooks(samples) } : {}),
    allowWrites: true,
  }
}

/** The version that the specification documents, or the first one if that is not served. */
function servedVersion({ versions }: Conventions): string {
  return versions.includes('1.13') ? '1.13' : versions[0]!
}

/** The enum filters of the versioned lists, each with all its values. */
function declaredEnumFilters(
  version: string,
  { conventions: { versionedResources }, samples: { catalogId }, worlds }: Emulator,
): readonly { path: string; parameter: string; values: readonly string[] }[] {
  return resourceCollections.flatMap((collection) => {
    const resource = resourceByCollection[collection]
    const { segment, filters } = resource
    const { properties } = resourceSchema(resource, worlds.default.openMembers)
    const path =
      collection === 'catalog_products' ? `/${version}/pulse/catalogs/${catalogId}/products` : `/${version}/${segment}`
    const documented =
      collection === 'resources' ||
      collection === 'environments' ||
      (collection === 'catalog_products' && catalogId !== undefined)
    if (
      !documented &&
      (versionedResources === 'off' || collection === 'configurations' || collection === 'catalog_products')
    )
      return []
    return filters.flatMap((parameter) => {
      const values = enumValues(properties[parameter])
      return values ? [{ path, parameter, values }] : []
    })
  })
}

/** Scopes of the default credentials, which they can grant to a token. */
function grantableScopes({ scopeFormat, scopeRule }: Conventions): readonly unknown[] {
  const some =
    typeof scopeRule === 'object'
      ? Object.keys(scopeRule)
      : allScopes.filter((scope) => /^(?:access-tokens|catalogs|environments):read$/.test(scope))
  return scopeFormat === 'object' ? some.map((scope) => showScope(scope, { scopeFormat })) : some
}

/**
 * The hooks with which the kit moves time and creates records through the control API, which completes an empty object.
 */
function controlHooks({ catalogId, issueId }: Emulator['samples']): Readonly<Record<string, unknown>> {
  return {
    advanceClock: { method: 'POST', path: '/_emulator/clock', body: { seconds: '$seconds' } },
    ...(catalogId === undefined
      ? {}
      : {
          createProduct: { method: 'POST', path: `/_emulator/data/catalog_products?catalog_id=${catalogId}`, body: {} },
        }),
    ...(issueId === undefined
      ? {}
      : { createEvent: { method: 'POST', path: `/_emulator/data/issue_events?issue_id=${issueId}`, body: {} } }),
  }
}
