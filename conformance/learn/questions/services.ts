import { at, type Path } from '../../catalogue/operation-paths.ts'
import { responseIn } from '../../checks/mcp/messages.ts'
import { otherId } from '../../reading/id-forms.ts'
import type { Target } from '../../target/target-file.ts'
import type { QuestionContext, Question } from './question.ts'
import { comparedByForm, readQuestion } from './reads.ts'

/** The id of the one message to the MCP endpoint. */
const mcpRequestId = 1

/** A GET of the capabilities of a connection of the samples. */
export const capabilitiesOf =
  (connection: (samples: NonNullable<Target['samples']>) => string) =>
  ({ session: { run } }: QuestionContext): { readonly path: Path } => ({
    path: at('services.capabilities', { adapterConnectionId: connection(run.target.samples!) }),
  })

/** The capabilities of connections, and the MCP endpoint. */
export const serviceQuestions: readonly Question[] = [
  comparedByForm(
    readQuestion(
      'services.capabilities',
      'GET the capabilities of samples.adapterConnectionId',
      ['bearer', 'adapterConnectionId'],
      capabilitiesOf(({ adapterConnectionId }) => adapterConnectionId!),
    ),
  ),
  comparedByForm(
    readQuestion(
      'services.capabilities-other',
      'GET the capabilities of samples.otherAdapterConnectionId',
      ['bearer', 'otherAdapterConnectionId'],
      capabilitiesOf(({ otherAdapterConnectionId }) => otherAdapterConnectionId!),
    ),
  ),
  readQuestion(
    'services.unknown-connection',
    'GET the capabilities of a connection that does not exist',
    ['bearer', 'adapterConnectionId'],
    capabilitiesOf(({ adapterConnectionId }) => otherId(adapterConnectionId!)),
  ),
  comparedByForm(
    readQuestion('mcp.initialize', 'POST initialize to the MCP endpoint', ['bearer', 'mcp'], () => ({
      method: 'POST',
      path: at('mcp'),
      // A session ends by itself.
      leavesNothing: true,
      headers: { accept: 'application/json, text/event-stream' },
      // The stream may stay open after the response.
      enough: (text) => responseIn(text, mcpRequestId) !== undefined,
      json: {
        jsonrpc: '2.0',
        id: mcpRequestId,
        method: 'initialize',
        params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'learn', version: '1' } },
      },
    })),
  ),
]
