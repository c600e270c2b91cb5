// Requests of the control API.
import fc from 'fast-check'
import { controlEndpoints } from '../../emulator/control/control-endpoints.ts'
import type { ControlEndpoint } from '../../emulator/control/define-control.ts'
import { defaultConventions, describeConventions } from '../../emulator/api/dialect/conventions.ts'
import { scenarioNames } from './setups.ts'
import { filled, type QuerySchema, queryOf } from './addresses.ts'
import { fromSchema } from './from-schema.ts'
import { otherHeaders, type Parts } from './parts.ts'
import { effectExamples } from './setups.ts'

/** Bodies of the control API whose schema says too little. */
const controlBodies: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  'scenarios.set': fc.subarray([...scenarioNames], { maxLength: 2 }),
  'faults.add': fc.constantFrom(...effectExamples),
  'clock.change': fc.constantFrom<unknown>(
    { advance: '1h' },
    { seconds: 5 },
    { frozen: true },
    { set: '2020-01-01' },
    { advance: 'x' },
  ),
  'conventions.change': fc
    .constantFrom(...describeConventions(defaultConventions))
    .chain(({ name, alternatives }) =>
      fc
        .constantFrom<unknown>(...(Array.isArray(alternatives) ? alternatives : [7, 'x']))
        .map((value) => ({ [name]: value })),
    ),
}

/** Control endpoints that would change what the episode is about, or turn its clock by real time. */
function byControl(endpoint: ControlEndpoint): fc.Arbitrary<Parts> {
  const schema = endpoint.body as object | undefined
  const body: fc.Arbitrary<unknown> = schema
    ? (controlBodies[endpoint.id] ?? fromSchema(schema))
    : fc.constant(undefined)
  return fc
    .tuple(filled(endpoint.path), queryOf(endpoint.query as QuerySchema | undefined), body, otherHeaders)
    .map(([path, query, value, others]): Parts => ({
      method: endpoint.method,
      path: `/_emulator${path}`,
      query,
      headers: [...(value === undefined ? [] : [['Content-Type', 'application/json'] as const]), ...others],
      body: value === undefined ? undefined : JSON.stringify(value),
    }))
}

/** Requests of every control endpoint. */
export const controlRequests: readonly fc.Arbitrary<Parts>[] = controlEndpoints.map(byControl)
