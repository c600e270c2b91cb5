import type { Asked, Place } from '../algebra/asked.ts'
import { membersOf, notFound, noContent, problem, text } from '../algebra/messages.ts'
import {
  capabilities,
  command,
  configuration,
  createToken,
  documentedLists,
  environments,
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
} from '../algebra/places.ts'
import { answer, mapAnswer, mapHeader, mapRequest, on, refuse } from '../algebra/ways.ts'
import { type Deviation, violations } from '../define-deviation.ts'

const isOptions = ({ request }: Asked) => request.method === 'OPTIONS'

const optionsLikeGet = on('everywhere', async (asked) => {
  if (!isOptions(asked)) return asked.send()
  const { status, body } = await asked.send({ method: 'GET' })
  return new Response(body, { status, headers: { 'content-type': 'application/json' } })
})

const refuseOptions = () => new Response(null, { status: 405, headers: { allow: 'GET' } })

/** Answers OPTIONS at the paths of some operations with nothing but Allow. */
const allowing = (place: Place, allow: string) =>
  on(place, () => new Response(null, { status: 204, headers: { allow } }), 'OPTIONS')

/** Refuses requests that have a query. */
const refuseQuery = (place: Place, status: number) => refuse(place, status, ({ query }) => query.size > 0)

/** Violations of clause 4 by any endpoint. */
export const httpDeviations: readonly Deviation[] = violations`
  http.json.everywhere
    json-as-text: The lists of clause 4.4 answer JSON as text/plain.
      ${mapHeader(documentedLists, 'content-type', 'text/plain; charset=utf-8')}
    json-as-html: The environments answer JSON as text/html. ${mapHeader(environments, 'content-type', 'text/html')}
    json-without-type: Results of commands have no Content-Type. ${mapHeader(command, 'content-type', undefined)}
    refusals-as-text: A 400 is plain text.
      ${mapAnswer(
        'everywhere',
        () => text('Bad Request', 'text/plain', 400),
        ({ status }) => status === 400,
      )}
  http.json-body.everywhere
    create-token-refuses-json: POST /access-tokens refuses JSON with 415.
      ${mapAnswer(createToken, () => problem(415, 'unsupported_media_type'))}
    rename-token-refuses-json: POST /access-tokens/{id} refuses JSON with 415.
      ${mapAnswer(renameToken, () => problem(415, 'unsupported_media_type'))}
  http.options.environments
    options-like-get: OPTIONS answers what GET does. ${optionsLikeGet}
    options-405: OPTIONS answers 405. ${answer('everywhere', refuseOptions, isOptions)}
    options-empty: OPTIONS answers 204 without a body. ${answer('everywhere', noContent, isOptions)}
  http.options.resources
    options-of-resources-only-options: OPTIONS on the resources allows OPTIONS alone.
      ${allowing(resources, 'OPTIONS')}
  http.options.products
    options-of-products-405: OPTIONS on the products answers 405. ${on(products, refuseOptions, 'OPTIONS')}
  http.options.configurations
    options-of-configurations-404: OPTIONS on a configuration scope answers 404.
      ${on(configuration, notFound, 'OPTIONS')}
  http.options.capabilities
    options-of-capabilities-without-get: OPTIONS on capabilities lists POST, which a command takes.
      ${allowing(capabilities, 'POST, OPTIONS')}
  http.options.command
    options-of-command-without-post: OPTIONS on a command lists GET alone.
      ${allowing(command, 'GET, HEAD, OPTIONS')}
  http.options.access-tokens
    options-of-tokens-without-get: OPTIONS on the access tokens lists POST alone.
      ${allowing([listTokens, createToken], 'POST, OPTIONS')}
  http.options.create-access-token
    options-of-tokens-without-post: OPTIONS on the access tokens lists GET alone.
      ${allowing([listTokens, createToken], 'GET, HEAD, OPTIONS')}
  http.options.access-token
    options-of-token-without-delete: OPTIONS on an access token lacks DELETE.
      ${allowing([renameToken, revokeToken], 'POST, OPTIONS')}
    options-of-token-without-post: OPTIONS on an access token lacks POST.
      ${allowing([renameToken, revokeToken], 'DELETE, OPTIONS')}
    options-of-token-lists-put: OPTIONS on an access token lists PUT for POST in its body.
      ${on([renameToken, revokeToken], () => Response.json({ methods: ['PUT', 'DELETE'] }), 'OPTIONS')}
  http.options.token-endpoint
    options-of-token-endpoint-405: OPTIONS on the token endpoint answers 405.
      ${on(oauthToken, refuseOptions, 'OPTIONS')}
  http.options.prepare-connect
    options-of-prepare-connect-empty: OPTIONS on prepare-connect answers 204 and nothing else.
      ${on(prepareConnect, noContent, 'OPTIONS')}
  http.options.legacy-projects
    options-of-projects-500: OPTIONS on the legacy projects answers 500.
      ${on(projects, () => problem(500), 'OPTIONS')}
  http.options.legacy-groups-post
    options-of-groups-without-post: OPTIONS on the groups lacks POST. ${allowing(groups, 'GET, HEAD, OPTIONS')}
  http.options.legacy-events
    options-of-events-empty: OPTIONS on the events answers an empty list.
      ${on(events, () => Response.json([]), 'OPTIONS')}
  http.query-on-writes.create-token
    create-token-with-query-405: A creation of an access token with a query answers 405.
      ${refuseQuery(createToken, 405)}
    create-token-with-query-forgets-body: A query hides the name in the body of a new access token.
      ${mapRequest(createToken, async ({ request, query }) =>
        query.size > 0 ? { json: { ...(await membersOf(request)), name: 'unnamed' } } : undefined,
      )}
  http.query-on-writes.rename-token
    rename-token-with-query-404: A new name of an access token with a query answers 404.
      ${refuseQuery(renameToken, 404)}
    rename-token-with-query-forgets-body: A query hides the new name in the body.
      ${mapRequest(renameToken, ({ query }) => (query.size > 0 ? { json: { name: 'unnamed' } } : undefined))}
  http.query-on-writes.delete-token
    delete-token-with-query-404: DELETE of an access token with a query answers 404. ${refuseQuery(revokeToken, 404)}
  http.query-on-writes.command
    command-with-query-404: A command with a query answers 404. ${refuseQuery(command, 404)}
  http.query-on-writes.prepare-connect
    prepare-connect-with-query-500: prepare-connect with a query answers 500. ${refuseQuery(prepareConnect, 500)}
  http.query-on-writes.token-endpoint
    token-endpoint-with-query-404: The token endpoint with a query answers 404. ${refuseQuery(oauthToken, 404)}
  http.options.legacy-root
    options-of-legacy-root-empty: OPTIONS on /0/ answers an empty object.
      ${on(legacyRoot, () => Response.json({}), 'OPTIONS')}
  http.options.legacy-groups
    options-of-groups-404: OPTIONS on the groups answers 404. ${on(groups, notFound, 'OPTIONS')}
`
