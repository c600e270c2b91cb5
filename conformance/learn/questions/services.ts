import { at } from '../../catalogue/operation-paths.ts'
import { findResponse } from '../../checks/mcp/messages.ts'
import type { Call } from '../../judge/call.ts'
import { otherId } from '../../reading/id-forms.ts'
import type { Target } from '../../target/target-file.ts'
import { anyValue, matchesBoth, notThere, recordedMembers, succeeded } from './matching.ts'
import type { MakeCall, Question } from './question.ts'
import { comparedByForm, readQuestion, variationOf } from './reads.ts'

/** The id of the one message to the MCP endpoint. */
const mcpRequestId = 1

/** A GET of the capabilities of a connection. */
export const capabilitiesCall = (adapterConnectionId: string): Call => ({
  path: at('services.capabilities', { adapterConnectionId }),
})

/** A GET of the capabilities of a connection of the samples. */
const askCapabilities =
  (connection: (samples: NonNullable<Target['samples']>) => string): MakeCall =>
  ({ session: { run } }) =>
    capabilitiesCall(connection(run.target.samples!))

/** The capabilities of connections, and the MCP endpoint. */
export const serviceQuestions: readonly Question[] = [
  comparedByForm(
    readQuestion(
      'services.capabilities',
      'GET the capabilities of samples.adapterConnectionId',
      ['bearer', 'adapterConnectionId'],
      askCapabilities(({ adapterConnectionId }) => adapterConnectionId!),
      succeeded,
    ),
  ),
  comparedByForm(
    readQuestion(
      'services.capabilities-other',
      'GET the capabilities of samples.otherAdapterConnectionId',
      ['bearer', 'otherAdapterConnectionId'],
      askCapabilities(({ otherAdapterConnectionId }) => otherAdapterConnectionId!),
      matchesBoth(succeeded, ({ exchange }, { answers }) => {
        const first = answers.get('services.capabilities')
        return first !== undefined && first.request.url !== exchange.request.url
      }),
    ),
  ),
  variationOf(
    'services.capabilities',
    readQuestion(
      'services.unknown-connection',
      'GET the capabilities of a connection that does not exist',
      ['bearer', 'adapterConnectionId'],
      askCapabilities(({ adapterConnectionId }) => otherId(adapterConnectionId!)),
      notThere,
    ),
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
