// Right servers that offer a part of the specification, or declare only some of it.
import type { Target } from '../../../conformance/target/target-file.ts'
import type { RightServer } from './right-server.ts'
import { openService } from './service/open-service.ts'

const declaring = (
  name: string,
  description: string,
  change: (target: Target) => object,
  decided: number,
  hidden: RegExp = /^$/,
): RightServer => ({
  name,
  description,
  decided,
  blockedBy: /serves nothing with valid credentials either/,
  make() {
    const { target, fetch, ...others } = openService({
      fault: async (request, next) =>
        hidden.test(new URL(request.url).pathname) ? new Response('{"error":"nothing here"}', notFound) : next(request),
    })
    return { ...others, target: { baseUrl: target.baseUrl, allowWrites: true, ...change(target) }, fetch }
  },
})

const notFound = { status: 404, headers: { 'content-type': 'application/json' } }

const withoutCredentials = ({ credentials: _credentials, ...rest }: Target) => rest

/** Right servers that declare less. */
export const declaringServers: readonly RightServer[] = [
  declaring(
    'a base URL and an OAuth client',
    'Everything else is optional.',
    ({ credentials }) => ({ credentials: { oauth: credentials!.oauth } }),
    60,
  ),
  declaring(
    'legacy credentials alone',
    'An installation whose dashboard makes no OAuth clients.',
    ({ credentials, samples }) => ({
      credentials: {
        integrationToken: credentials!.integrationToken,
        apiKey: credentials!.apiKey,
        dsn: credentials!.dsn,
      },
      samples,
    }),
    30,
    /^\/(?:1\.13|oauth|access-tokens|services|app)\b/,
  ),
  declaring(
    'an API key alone',
    'The same, of an old account.',
    ({ credentials, samples }) => ({ credentials: { apiKey: credentials!.apiKey }, samples }),
    30,
    /^\/(?:1\.13|oauth|access-tokens|services|app)\b/,
  ),
  declaring(
    'no legacy API in use',
    'Nobody declares legacy credentials; GET /0/ is served.',
    ({ credentials, samples, ...rest }) => ({
      ...withoutCredentials(rest as Target),
      credentials: { oauth: credentials!.oauth },
      samples: { ...samples, projectId: undefined, issueId: undefined, apiKeyProjectId: undefined, dsnPath: undefined },
    }),
    120,
    /^\/0\/./,
  ),
  declaring(
    'no services and no connectors',
    'Neither is declared, and neither is served.',
    ({ credentials, samples, enumFilters }) => ({
      credentials,
      enumFilters,
      samples: {
        catalogId: samples!.catalogId,
        scopeId: samples!.scopeId,
        configurationPath: samples!.configurationPath,
        projectId: samples!.projectId,
        issueId: samples!.issueId,
      },
    }),
    150,
    /^\/(?:services|app)\b/,
  ),
  declaring(
    'no catalog declared',
    'A platform without catalogs.',
    ({ catalogId: _catalogId, ...target }: Target & { readonly catalogId?: string }) => ({
      ...target,
      samples: { ...target.samples, catalogId: undefined },
      enumFilters: target.enumFilters!.filter(({ path }) => path === '/1.13/resources'),
    }),
    120,
    /^\/1\.13\/pulse\//,
  ),
  declaring(
    'writes not allowed',
    'Writes happen only with --allow-writes.',
    (target) => ({ ...target, allowWrites: false }),
    130,
  ),
]
