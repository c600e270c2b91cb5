// Right servers with other statuses. Clause 7 states 400 for malformed ids and enum values, and no other status.
import { behindSocket, writeHead } from './over-socket.ts'
import { mostDecided, type RightServer } from './right-server.ts'
import { type Choices, openService } from './service/open-service.ts'
import { json } from './service/usual-policy.ts'

const other = (name: string, description: string, choices: Choices): RightServer => ({
  name,
  description,
  make: () => openService(choices, { withHooks: true }),
  decided: mostDecided,
})

/** Right servers with other statuses, and other answers to OPTIONS. */
export const statusServers: readonly RightServer[] = [
  other('404 for strangers', 'As GitHub hides private objects. Clause 7 states no status for missing credentials.', {
    status: { stranger: 404 },
  }),
  other('407 for strangers', 'As by a proxy in front of the service.', { status: { stranger: 407 } }),
  {
    name: '407 for strangers, over a socket',
    description: 'The same, where fetch hides the answer.',
    make: async () => ({
      ...(await behindSocket(
        (answer, response) => {
          writeHead(response, answer)
          response.end(answer.body)
        },
        (baseUrl) => openService({ status: { stranger: 407 } }, { withHooks: true, target: { baseUrl } }),
      )),
      options: {},
    }),
    decided: mostDecided,
  },
  other('a page of status 403 for strangers', 'As by a firewall that knows the credentials. Clause 7 shows no body.', {
    fault: async (request, next) => {
      const response = await next(request)
      return response.status === 401
        ? new Response('<!doctype html><title>Forbidden</title><p>Forbidden.', {
            status: 403,
            headers: { 'content-type': 'text/html' },
          })
        : response
    },
  }),
  other('404 for strangers and for missing scopes', 'The same, where a scope is missing.', {
    status: { stranger: 404, forbidden: 404, method: 404 },
  }),
  other('403 for strangers', 'As by AWS API Gateway.', { status: { stranger: 403 } }),
  other('400 for strangers', 'As by some gateways, for a header that is missing.', { status: { stranger: 400 } }),
  other('407 and other rare statuses', 'Statuses that are open, from the ends of the registry.', {
    status: { stranger: 407, unknown: 410, mediaType: 406, method: 501, invalidBody: 424, refused: 412 },
  }),
  other('422 for refused input', 'As by Rails and FastAPI. Malformed ids and enum values stay 400.', {
    status: { refused: 422, invalidBody: 422, mediaType: 422 },
  }),
  other('409 for refused input', 'As by some, where a rule of the service is broken.', {
    status: { refused: 409, invalidBody: 409, mediaType: 400 },
  }),
  other('415 for a body that is not wanted', 'As by Spring.', { status: { mediaType: 415, refused: 400 } }),
  other('200 for what is created', 'As by gRPC gateways.', {
    status: { created: 200, posted: 200, deleted: 200 },
    token: { answersDeleted: true },
  }),
  other('202 for a group', 'A queue takes the group. Clause 4.9 states no status for the POST.', {
    status: { posted: 202 },
  }),
  other('200 with an empty object after DELETE', 'As by Stripe.', { status: { deleted: 200 } }),
  other('204 for OPTIONS', 'Allow alone describes the endpoint (clause 4).', {
    options: (allow) => new Response(null, { status: 204, headers: { allow } }),
  }),
  other('a description without Allow but CORS for OPTIONS', 'A body may describe the endpoint as well.', {
    options: (allow) =>
      json(
        { name: 'Endpoint', renders: ['application/json'], parses: ['application/json'], actions: { POST: {} } },
        200,
        {
          allow,
          'access-control-allow-methods': allow,
          vary: 'Origin',
        },
      ),
  }),
  other('lower-case methods in no order', 'RFC 9110 gives Allow no order.', {
    options: (allow) =>
      new Response(null, { status: 200, headers: { allow: allow.split(', ').toReversed().join(',') } }),
  }),
  other('unknown parameters refused', 'Clause 4 allows extra parameters, and does not say which are read.', {
    unknownParameter: 422,
  }),
]
