import { at } from '../../catalogue/operation-paths.ts'
import { findResponse } from '../../checks/mcp/messages.ts'
import { otherId } from '../../reading/id-forms.ts'
import { anyValue, matchesBoth, notThere, recordedMembers, succeeded } from './matching.ts'
import { callAt, services } from './places.ts'
import type { Question } from './question.ts'
import { comparedByForm, goodQuestion, readQuestion, variation } from './reads.ts'

/** The id of the one message to the MCP endpoint. */
const mcpRequestId = 1

/** The capabilities of connections, and the MCP endpoint. */
export const serviceQuestions: readonly Question[] = [
  comparedByForm(goodQuestion(services, 'GET the capabilities of samples.adapterConnectionId', succeeded)),
  comparedByForm(
    readQuestion(
      'services.capabilities-other',
      'GET the capabilities of samples.otherAdapterConnectionId',
      ['bearer', 'otherAdapterConnectionId'],
      (asking) => callAt(services, asking, { id: asking.session.run.target.samples!.otherAdapterConnectionId! }),
      matchesBoth(succeeded, ({ exchange }, { answers }) => {
        const first = answers.get('services.capabilities')
        return first !== undefined && first.request.url !== exchange.request.url
      }),
    ),
  ),
  variation(
    services,
    'unknown-connection',
    'GET the capabilities of a connection that does not exist',
    ({ session: { run } }) => ({ id: otherId(run.target.samples!.adapterConnectionId!) }),
    notThere,
  ),
  {
    ...readQuestion('mcp.initialize', 'POST initialize to the MCP endpoint', ['bearer', 'mcp'], {
      method: 'POST',
      path: at('mcp'),
      // A session ends by itself.
      leavesNothing: true,
      headers: { accept: 'application/json, text/event-stream' },
      // The stream may stay open after the response.
      enough: (text) => findResponse(text, mcpRequestId) !== undefined,
      json: {
        jsonrpc: '2.0',
        id: mcpRequestId,
        method: 'initialize',
        params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'learn', version: '1' } },
      },
    }),
    onlyForm: true,
    // The path is the service's, and recorded traffic does not declare it.
    call: () => ({ method: 'POST', path: anyValue }),
    matches: matchesBoth(succeeded, (recorded) => recordedMembers(recorded)['method'] === 'initialize'),
  },
]
