import type { Asked, Place } from '../algebra/asked.ts'
import { problem, text } from '../algebra/messages.ts'
import { createToken, documentedLists, environments, oauthToken } from '../algebra/places.ts'
import { answer, mapAnswer, mapHeader, refuse, on, type Way } from '../algebra/ways.ts'
import type { WaysOf } from '../deviation-groups.ts'

export const isOptions = ({ request }: Asked): boolean => request.method === 'OPTIONS'

export const refuseOptions = (): Response => new Response(null, { status: 405, headers: { allow: 'GET' } })

/** Refuses requests that have a query. */
export const refuseQuery = (place: Place, status: number): Way => refuse(place, status, ({ query }) => query.size > 0)

/** Changes the text of the answer to initialize, which is JSON or a server-sent event. */
export const mapInitialize = (change: (text: string) => string | Response): Way =>
  on('mcp', async (asked) => {
    const isInitialize = (await asked.request.clone().text()).includes('"initialize"')
    const response = await asked.send()
    if (!isInitialize || !response.ok) return response
    const changed = change(await response.text())
    return typeof changed === 'string' ? new Response(changed, { headers: response.headers }) : changed
  })

/** The behaviour of each deviation of "HTTP and MCP". */
export const httpWays: WaysOf<'http'> = {
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
