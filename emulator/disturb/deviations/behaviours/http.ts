import type { InterceptedRequest } from '../wrappers/intercepted-request.ts'
import { problem, text } from '../wrappers/messages.ts'
import { createToken, documentedLists, environments, oauthToken } from '../wrappers/operations.ts'
import type { FetchWrapper } from '../define-deviation.ts'
import { answer, mapAnswer, mapHeader, refuse } from '../wrappers/fetch-wrappers.ts'
import type { BehavioursOf } from '../deviation-groups.ts'

export const isOptions = ({ request }: InterceptedRequest): boolean => request.method === 'OPTIONS'

/** Answers initialize otherwise where it succeeds. */
const answerInitialize = (make: () => Response): FetchWrapper =>
  mapAnswer('mcp', make, async ({ ok }, { request }) => ok && (await request.clone().text()).includes('"initialize"'))

/** The behaviour of each deviation of "HTTP and MCP". */
export const httpBehaviours: BehavioursOf<'http'> = {
  'json-as-text': mapHeader(documentedLists, 'content-type', 'text/plain; charset=utf-8'),
  'json-as-html': mapHeader(environments, 'content-type', 'text/html'),
  'refusals-as-text': mapAnswer(
    'everywhere',
    () => text('Bad Request', 'text/plain', 400),
    ({ status }) => status === 400,
  ),
  'options-405': answer('everywhere', () => new Response(null, { status: 405, headers: { allow: 'GET' } }), isOptions),
  'create-token-refuses-json': mapAnswer(createToken, () => problem(415, 'unsupported_media_type')),
  'token-endpoint-with-query-404': refuse(oauthToken, 404, ({ query }) => query.size > 0),
  'mcp-404': answerInitialize(() => Response.json({ error: { code: 'unknown_endpoint' } }, { status: 404 })),
  'mcp-plain-json': answerInitialize(() => Response.json({ ok: true, tools: [] })),
}
