// Messages for the MCP endpoint: JSON-RPC, good and odd.
import fc from 'fast-check'
import { oddText } from './from-schema.ts'

const id = fc.constantFrom<unknown>(1, 'a', 0, -1, 1.5)

const tool = fc.record({
  name: fc.oneof(
    {
      weight: 6,
      arbitrary: fc.constantFrom(
        'list_projects',
        'list_catalog_products',
        'shop_create-order',
        'shop_list-orders',
        'mailer_send',
      ),
    },
    oddText,
  ),
  arguments: fc.oneof(
    fc.constantFrom<unknown>(
      {},
      { limit: 2 },
      { limit: 'x' },
      { adapter_connection_id: '{{id:adapter_connections:0}}' },
      null,
    ),
    fc.jsonValue({ maxDepth: 2 }),
  ),
})

const params: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  initialize: fc.constant({
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'fuzz', version: '1' },
  }),
  'tools/list': fc.constantFrom<unknown>({}, { cursor: 'x' }),
  'tools/call': tool,
  ping: fc.constant({}),
  'notifications/initialized': fc.constant({}),
  'resources/list': fc.constant({}),
  nonsense: fc.jsonValue({ maxDepth: 1 }),
}

const message = fc.constantFrom('tools/call', 'tools/call', ...Object.keys(params)).chain((method) =>
  fc.record(
    {
      jsonrpc: fc.constantFrom('2.0', '2.0', '2.0', '1.0'),
      id,
      method: fc.constant(method),
      params: params[method]!,
    },
    { requiredKeys: ['jsonrpc', 'method'], noNullPrototype: true },
  ),
)

/** One message, a batch or something else. */
export const toolCalls: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 12, arbitrary: message },
  fc.array(message, { maxLength: 3 }),
  fc.jsonValue({ maxDepth: 2 }),
)
