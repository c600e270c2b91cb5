import type { InterceptedRequest, Operations } from '../wrappers/intercepted-request.ts'
import { problem, text } from '../wrappers/messages.ts'
import { createToken, documentedLists, environments, oauthToken } from '../wrappers/operations.ts'
import type { FetchWrapper } from '../define-deviation.ts'
import { answer, mapAnswer, mapHeader, refuse, on } from '../wrappers/fetch-wrappers.ts'
import type { BehavioursOf } from '../deviation-groups.ts'

export const isOptions = ({ request }: InterceptedRequest): boolean => request.method === 'OPTIONS'

export const refuseOptions = (): Response => new Response(null, { status: 405, headers: { allow: 'GET' } })

/** Refuses requests that have a query. */
export const refuseQuery = (operations: Operations, status: number): FetchWrapper =>
  refuse(operations, status, ({ query }) => query.size > 0)

/** Changes the text of the answer to initialize, which is JSON or a server-sent event. */
export const mapInitialize = (change: (text: string) => string | Response): FetchWrapper =>
  on('mcp', async (intercepted) => {
    const isInitialize = (await intercepted.request.clone().text()).includes('"initialize"')
    const response = await intercepted.send()
    if (!isInitialize || !response.ok) return response
    const changed = change(await response.text())
    return typeof changed === 'string' ? new Response(changed, { headers: response.headers }) : changed
  })

/** The behaviour of each deviation of "HTTP and MCP". */
export const httpBehaviours: BehavioursOf<'http'> = {
  'json-as-text': mapHeader(documentedLists, 'content-type', 'text/plain; charset=utf-8'),
  'json-as-html': mapHeader(environments, 'content-type', 'text/html'),
  'refusals-as-text': mapAnswer(
    'everywhere',
    () => text('Bad Request', 'text/plain', 400),
    ({ status }) => status === 400,
  ),
  'options-405': answer('everywhere', refuseOptions, isOptions),
  'create-token-refuses-json': mapAnswer(createToken, () => problem(415, 'unsupported_media_type')),
  'token-endpoint-with-query-404': refuseQuery(oauthToken, 404),
  'mcp-404': mapInitialize(() => Response.json({ error: { code: 'unknown_endpoint' } }, { status: 404 })),
  'mcp-plain-json': mapInitialize(() => Response.json({ ok: true, tools: [] })),
}
