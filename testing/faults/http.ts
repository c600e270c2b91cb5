import type { Operations } from '../../emulator/disturb/deviations/wrappers/intercepted-request.ts'
import { membersOf, notFound, noContent, problem, text } from '../../emulator/disturb/deviations/wrappers/messages.ts'
import {
  capabilities,
  command,
  configuration,
  createToken,
  documentedLists,
  events,
  groups,
  legacyRoot,
  listTokens,
  oauthToken,
  prepareConnect,
  products,
  projects,
  renameToken,
  resources,
  revokeToken,
} from '../../emulator/disturb/deviations/wrappers/operations.ts'
import {
  answer,
  mapAnswer,
  mapHeader,
  mapRequest,
  on,
} from '../../emulator/disturb/deviations/wrappers/fetch-wrappers.ts'
import { isOptions, refuseOptions, refuseQuery } from '../../emulator/disturb/deviations/behaviours/http.ts'
import { type Violation, violations } from './violations.ts'

const optionsLikeGet = on('everywhere', async (intercepted) => {
  if (!isOptions(intercepted)) return intercepted.send()
  const { status, body } = await intercepted.send({ method: 'GET' })
  return new Response(body, { status, headers: { 'content-type': 'application/json' } })
})

/** Answers OPTIONS at the paths of some operations with nothing but Allow. */
const allowing = (operations: Operations, allow: string) =>
  on(operations, () => new Response(null, { status: 204, headers: { allow } }), 'OPTIONS')

/** Violations of clause 4 by any endpoint. */
export const httpFaults: readonly Violation[] = [
  ...violations('http.json', 'http.json.everywhere', {
    'json-for-its-media-type-alone': [
      'The versioned lists answer a page unless Accept names JSON.',
      on(documentedLists, async (intercepted) => {
        const wanted = intercepted.request.headers.get('accept') ?? '*/*'
        return wanted.includes('json') ? intercepted.send() : text('<h1>Environments</h1>', 'text/html')
      }),
    ],
    'json-without-type': ['Results of commands have no Content-Type.', mapHeader(command, 'content-type', undefined)],
  }),
  ...violations('http.json-body', 'http.json-body.everywhere', {
    'rename-token-refuses-json': [
      'POST /access-tokens/{id} refuses JSON with 415.',
      mapAnswer(renameToken, () => problem(415, 'unsupported_media_type')),
    ],
  }),
  ...violations('http.options', 'http.options.environments', {
    'options-like-get': ['OPTIONS answers what GET does.', optionsLikeGet],
    'options-empty': ['OPTIONS answers 204 without a body.', answer('everywhere', noContent, isOptions)],
  }),
  ...violations('http.options', 'http.options.resources', {
    'options-of-resources-only-options': [
      'OPTIONS on the resources allows OPTIONS alone.',
      allowing(resources, 'OPTIONS'),
    ],
  }),
  ...violations('http.options', 'http.options.products', {
    'options-of-products-405': ['OPTIONS on the products answers 405.', on(products, refuseOptions, 'OPTIONS')],
  }),
  ...violations('http.options', 'http.options.configurations', {
    'options-of-configurations-404': [
      'OPTIONS on a configuration scope answers 404.',
      on(configuration, notFound, 'OPTIONS'),
    ],
  }),
  ...violations('http.options', 'http.options.capabilities', {
    'options-of-capabilities-without-get': [
      'OPTIONS on capabilities lists POST, which a command takes.',
      allowing(capabilities, 'POST, OPTIONS'),
    ],
  }),
  ...violations('http.options', 'http.options.command', {
    'options-of-command-without-post': [
      'OPTIONS on a command lists GET alone.',
      allowing(command, 'GET, HEAD, OPTIONS'),
    ],
  }),
  ...violations('http.options', 'http.options.access-tokens', {
    'options-of-tokens-without-get': [
      'OPTIONS on the access tokens lists POST alone.',
      allowing([listTokens, createToken], 'POST, OPTIONS'),
    ],
  }),
  ...violations('http.options', 'http.options.create-access-token', {
    'options-of-tokens-without-post': [
      'OPTIONS on the access tokens lists GET alone.',
      allowing([listTokens, createToken], 'GET, HEAD, OPTIONS'),
    ],
  }),
  ...violations('http.options', 'http.options.access-token', {
    'options-of-token-without-delete': [
      'OPTIONS on an access token lacks DELETE.',
      allowing([renameToken, revokeToken], 'POST, OPTIONS'),
    ],
    'options-of-token-without-post': [
      'OPTIONS on an access token lacks POST.',
      allowing([renameToken, revokeToken], 'DELETE, OPTIONS'),
    ],
    'options-of-token-lists-put': [
      'OPTIONS on an access token lists PUT for POST in its body.',
      on([renameToken, revokeToken], () => Response.json({ methods: ['PUT', 'DELETE'] }), 'OPTIONS'),
    ],
  }),
  ...violations('http.options', 'http.options.token-endpoint', {
    'options-of-token-endpoint-405': [
      'OPTIONS on the token endpoint answers 405.',
      on(oauthToken, refuseOptions, 'OPTIONS'),
    ],
  }),
  ...violations('http.options', 'http.options.prepare-connect', {
    'options-of-prepare-connect-empty': [
      'OPTIONS on prepare-connect answers 204 and nothing else.',
      on(prepareConnect, noContent, 'OPTIONS'),
    ],
  }),
  ...violations('http.options', 'http.options.legacy-projects', {
    'options-of-projects-500': [
      'OPTIONS on the legacy projects answers 500.',
      on(projects, () => problem(500), 'OPTIONS'),
    ],
  }),
  ...violations('http.options', 'http.options.legacy-groups-post', {
    'options-of-groups-without-post': ['OPTIONS on the groups lacks POST.', allowing(groups, 'GET, HEAD, OPTIONS')],
  }),
  ...violations('http.options', 'http.options.legacy-events', {
    'options-of-events-empty': [
      'OPTIONS on the events answers an empty list.',
      on(events, () => Response.json([]), 'OPTIONS'),
    ],
  }),
  ...violations('http.query-on-writes', 'http.query-on-writes.create-token', {
    'create-token-with-query-405': [
      'A creation of an access token with a query answers 405.',
      refuseQuery(createToken, 405),
    ],
    'create-token-with-query-forgets-body': [
      'A query hides the name in the body of a new access token.',
      mapRequest(createToken, async ({ request, query }) =>
        query.size > 0 ? { json: { ...(await membersOf(request)), name: 'unnamed' } } : undefined,
      ),
    ],
  }),
  ...violations('http.query-on-writes', 'http.query-on-writes.rename-token', {
    'rename-token-with-query-404': [
      'A new name of an access token with a query answers 404.',
      refuseQuery(renameToken, 404),
    ],
    'rename-token-with-query-forgets-body': [
      'A query hides the new name in the body.',
      mapRequest(renameToken, ({ query }) => (query.size > 0 ? { json: { name: 'unnamed' } } : undefined)),
    ],
  }),
  ...violations('http.query-on-writes', 'http.query-on-writes.delete-token', {
    'delete-token-with-query-404': [
      'DELETE of an access token with a query answers 404.',
      refuseQuery(revokeToken, 404),
    ],
  }),
  ...violations('http.query-on-writes', 'http.query-on-writes.command', {
    'command-with-query-404': ['A command with a query answers 404.', refuseQuery(command, 404)],
  }),
  ...violations('http.query-on-writes', 'http.query-on-writes.prepare-connect', {
    'prepare-connect-with-query-500': ['prepare-connect with a query answers 500.', refuseQuery(prepareConnect, 500)],
  }),
  ...violations('http.options', 'http.options.legacy-root', {
    'options-of-legacy-root-empty': [
      'OPTIONS on /0/ answers an empty object.',
      on(legacyRoot, () => Response.json({}), 'OPTIONS'),
    ],
  }),
  ...violations('http.options', 'http.options.legacy-groups', {
    'options-of-groups-404': ['OPTIONS on the groups answers 404.', on(groups, notFound, 'OPTIONS')],
  }),
]
