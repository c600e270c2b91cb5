// The service has a Model Context Protocol endpoint (clause 4.8), which speaks that protocol in all that it answers.
import type { FetchWrapper } from '../../../emulator/disturb/deviations/define-deviation.ts'
import { on } from '../../../emulator/disturb/deviations/wrappers/fetch-wrappers.ts'
import { jsonOf } from '../../../emulator/disturb/deviations/wrappers/messages.ts'
import { isObject } from '../../../emulator/tools/is-object.ts'
import { type Fault, faultsOf } from '../law.ts'

type Method = 'initialize' | 'ping'

const initialized = { protocolVersion: '2025-06-18', capabilities: {}, serverInfo: { name: 'server', version: '1' } }

const message = (members: Readonly<Record<string, unknown>>): Response => Response.json({ jsonrpc: '2.0', ...members })

/** What is answered to a request with an id. */
const answers: Readonly<Record<string, (id: unknown, method: Method) => Response>> = {
  'a-page': () => new Response('<p>Welcome</p>', { headers: { 'content-type': 'text/html' } }),
  'an-empty-object': () => Response.json({}),
  'no-json-rpc': (_id, method) => Response.json(method === 'ping' ? {} : initialized),
  'json-rpc-1': (id) => Response.json({ jsonrpc: '1.0', id, result: initialized }),
  'another-id': (_id, method) => message({ id: 1, result: method === 'ping' ? {} : initialized }),
  'an-empty-stream': () => new Response('', { headers: { 'content-type': 'text/event-stream' } }),
  'no-result': (id) => message({ id }),
  'not-found': () => Response.json({ error: 'not found' }, { status: 404 }),
  'the-other-result': (id, method) => message({ id, result: method === 'ping' ? initialized : {} }),
}

const answered = (method: Method, answer: (id: unknown, method: Method) => Response): FetchWrapper =>
  on('mcp', async (intercepted) => {
    const json = await jsonOf(intercepted.request)
    return isObject(json) && json['method'] === method ? answer(json['id'], method) : intercepted.send()
  })

/** One method of the protocol has an answer that is none. */
export const mcp: readonly Fault[] = faultsOf<Method, string>({
  id: 'mcp-is-spoken',
  requirement: 'mcp.endpoint',
  breaks: 'The MCP endpoint answers a method of the protocol with what is no answer to it.',
  places: ['initialize', 'ping'],
  conditions: Object.keys(answers),
  says: (condition) => `where the answer is ${condition.replaceAll('-', ' ')}`,
  // A server may refuse a session that it no longer knows with 404.
  fault: (method, condition) =>
    method === 'ping' && condition === 'not-found' ? undefined : answered(method, answers[condition]!),
})
