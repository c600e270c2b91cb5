// The service has a Model Context Protocol endpoint (clause 4.8), which speaks that protocol in all that it answers.
import type { FetchWrapper } from '../../../emulator/disturb/deviations/deviation.ts'
import { on } from '../../../emulator/disturb/deviations/wrappers/fetch-wrappers.ts'
import { readJson } from '../../../emulator/disturb/deviations/wrappers/messages.ts'
import { isObject } from '../../../emulator/tools/is-object.ts'
import { type Fault, lawFaults } from '../law.ts'

type Place = 'initialize' | 'ping' | 'every-method'

const initialized = { protocolVersion: '2025-06-18', capabilities: {}, serverInfo: { name: 'server', version: '1' } }

const message = (members: Readonly<Record<string, unknown>>): Response => Response.json({ jsonrpc: '2.0', ...members })

/** The answer to a request with an id. */
const answers: Readonly<Record<string, (id: unknown, method: unknown) => Response>> = {
  'a-page': () => new Response('<p>Welcome</p>', { headers: { 'content-type': 'text/html' } }),
  'an-empty-object': () => Response.json({}),
  'no-json-rpc': (_id, method) => Response.json(method === 'ping' ? {} : initialized),
  'json-rpc-1': (id) => Response.json({ jsonrpc: '1.0', id, result: initialized }),
  'another-id': (_id, method) => message({ id: 1, result: method === 'ping' ? {} : initialized }),
  'an-empty-stream': () => new Response('', { headers: { 'content-type': 'text/event-stream' } }),
  'no-result': (id) => message({ id }),
  'an-empty-batch': () => Response.json([]),
  'the-message-itself': (id, method) => message({ id, method }),
  'error-unknown-method': (id) => message({ id, error: { code: -32_601, message: 'Method not found' } }),
  'error-internal': (id) => message({ id, error: { code: -32_603, message: 'Internal error' } }),
  'error-version': (id) => message({ id, error: { code: -32_602, message: 'Unsupported protocol version' } }),
  'error-version-that-it-has': (id) =>
    message({ id, error: { code: -32_602, message: 'Unsupported version', data: { supported: ['2025-11-25'] } } }),
  'a-result-without-version': (id) => message({ id, result: { ...initialized, protocolVersion: undefined } }),
  'not-found': () => Response.json({ error: 'not found' }, { status: 404 }),
  'the-other-result': (id, method) => message({ id, result: method === 'ping' ? initialized : {} }),
}

const answered = (place: Place, answer: (id: unknown, method: unknown) => Response): FetchWrapper =>
  on('mcp', async (intercepted) => {
    const json = await readJson(intercepted.request)
    const { id, method } = isObject(json) ? json : {}
    const isMeant = place === 'every-method' ? id !== undefined : method === place
    return isMeant ? answer(id, method) : intercepted.send()
  })

/** Where a server that errs elsewhere may be right: it may know no such session, or take no such version. */
const isUnclear = (place: Place, condition: string): boolean =>
  (place === 'ping' && ['not-found', 'a-result-without-version'].includes(condition)) ||
  (place !== 'every-method' && condition.startsWith('error-'))

/** One method of the protocol, or every one, has an invalid answer. */
export const mcp: readonly Fault[] = lawFaults<Place, string>({
  id: 'mcp-is-spoken',
  requirement: 'mcp.endpoint',
  breaks: 'The MCP endpoint answers a method of the protocol with what is no answer to it.',
  places: ['initialize', 'ping', 'every-method'],
  conditions: Object.keys(answers),
  says: (condition) => `where the answer is ${condition.replaceAll('-', ' ')}`,
  fault: (place, condition) => (isUnclear(place, condition) ? undefined : answered(place, answers[condition]!)),
})
