import type { Place } from '../../emulator/disturb/deviations/algebra/asked.ts'
import { membersOf, notFound, noContent, problem } from '../../emulator/disturb/deviations/algebra/messages.ts'
import {
  capabilities,
  command,
  configuration,
  createToken,
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
} from '../../emulator/disturb/deviations/algebra/places.ts'
import { answer, mapAnswer, mapHeader, mapRequest, on } from '../../emulator/disturb/deviations/algebra/ways.ts'
import type { Deviation } from '../../emulator/disturb/deviations/define-deviation.ts'
import { isOptions, refuseOptions, refuseQuery } from '../../emulator/disturb/deviations/ways/http.ts'
import { caughtBy } from './caught-by.ts'

const optionsLikeGet = on('everywhere', async (asked) => {
  if (!isOptions(asked)) return asked.send()
  const { status, body } = await asked.send({ method: 'GET' })
  return new Response(body, { status, headers: { 'content-type': 'application/json' } })
})

/** Answers OPTIONS at the paths of some operations with nothing but Allow. */
const allowing = (place: Place, allow: string) =>
  on(place, () => new Response(null, { status: 204, headers: { allow } }), 'OPTIONS')

/** Violations of clause 4 by any endpoint. */
export const httpFaults: readonly Deviation[] = [
  ...caughtBy('http.json.everywhere', {
    'json-without-type': ['Results of commands have no Content-Type.', mapHeader(command, 'content-type', undefined)],
  }),
  ...caughtBy('http.json-body.everywhere', {
    'rename-token-refuses-json': [
      'POST /access-tokens/{id} refuses JSON with 415.',
      mapAnswer(renameToken, () => problem(415, 'unsupported_media_type')),
    ],
  }),
  ...caughtBy('http.options.environments', {
    'options-like-get': ['OPTIONS answers what GET does.', optionsLikeGet],
    'options-empty': ['OPTIONS answers 204 without a body.', answer('everywhere', noContent, isOptions)],
  }),
  ...caughtBy('http.options.resources', {
    'options-of-resources-only-options': [
      'OPTIONS on the resources allows OPTIONS alone.',
      allowing(resources, 'OPTIONS'),
    ],
  }),
  ...caughtBy('http.options.products', {
    'options-of-products-405': ['OPTIONS on the products answers 405.', on(products, refuseOptions, 'OPTIONS')],
  }),
  ...caughtBy('http.options.configurations', {
    'options-of-configurations-404': [
      'OPTIONS on a configuration scope answers 404.',
      on(configuration, notFound, 'OPTIONS'),
    ],
  }),
  ...caughtBy('http.options.capabilities', {
    'options-of-capabilities-without-get': [
      'OPTIONS on capabilities lists POST, which a command takes.',
      allowing(capabilities, 'POST, OPTIONS'),
    ],
  }),
  ...caughtBy('http.options.command', {
    'options-of-command-without-post': [
      'OPTIONS on a command lists GET alone.',
      allowing(command, 'GET, HEAD, OPTIONS'),
    ],
  }),
  ...caughtBy('http.options.access-tokens', {
    'options-of-tokens-without-get': [
      'OPTIONS on the access tokens lists POST alone.',
      allowing([listTokens, createToken], 'POST, OPTIONS'),
    ],
  }),
  ...caughtBy('http.options.create-access-token', {
    'options-of-tokens-without-post': [
      'OPTIONS on the access tokens lists GET alone.',
      allowing([listTokens, createToken], 'GET, HEAD, OPTIONS'),
    ],
  }),
  ...caughtBy('http.options.access-token', {
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
  ...caughtBy('http.options.token-endpoint', {
    'options-of-token-endpoint-405': [
      'OPTIONS on the token endpoint answers 405.',
      on(oauthToken, refuseOptions, 'OPTIONS'),
    ],
  }),
  ...caughtBy('http.options.prepare-connect', {
    'options-of-prepare-connect-empty': [
      'OPTIONS on prepare-connect answers 204 and nothing else.',
      on(prepareConnect, noContent, 'OPTIONS'),
    ],
  }),
  ...caughtBy('http.options.legacy-projects', {
    'options-of-projects-500': [
      'OPTIONS on the legacy projects answers 500.',
      on(projects, () => problem(500), 'OPTIONS'),
    ],
  }),
  ...caughtBy('http.options.legacy-groups-post', {
    'options-of-groups-without-post': ['OPTIONS on the groups lacks POST.', allowing(groups, 'GET, HEAD, OPTIONS')],
  }),
  ...caughtBy('http.options.legacy-events', {
    'options-of-events-empty': [
      'OPTIONS on the events answers an empty list.',
      on(events, () => Response.json([]), 'OPTIONS'),
    ],
  }),
  ...caughtBy('http.query-on-writes.create-token', {
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
  ...caughtBy('http.query-on-writes.rename-token', {
    'rename-token-with-query-404': [
      'A new name of an access token with a query answers 404.',
      refuseQuery(renameToken, 404),
    ],
    'rename-token-with-query-forgets-body': [
      'A query hides the new name in the body.',
      mapRequest(renameToken, ({ query }) => (query.size > 0 ? { json: { name: 'unnamed' } } : undefined)),
    ],
  }),
  ...caughtBy('http.query-on-writes.delete-token', {
    'delete-token-with-query-404': [
      'DELETE of an access token with a query answers 404.',
      refuseQuery(revokeToken, 404),
    ],
  }),
  ...caughtBy('http.query-on-writes.command', {
    'command-with-query-404': ['A command with a query answers 404.', refuseQuery(command, 404)],
  }),
  ...caughtBy('http.query-on-writes.prepare-connect', {
    'prepare-connect-with-query-500': ['prepare-connect with a query answers 500.', refuseQuery(prepareConnect, 500)],
  }),
  ...caughtBy('http.options.legacy-root', {
    'options-of-legacy-root-empty': [
      'OPTIONS on /0/ answers an empty object.',
      on(legacyRoot, () => Response.json({}), 'OPTIONS'),
    ],
  }),
  ...caughtBy('http.options.legacy-groups', {
    'options-of-groups-404': ['OPTIONS on the groups answers 404.', on(groups, notFound, 'OPTIONS')],
  }),
]
