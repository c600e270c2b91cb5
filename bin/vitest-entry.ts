/** `@platform-data/emulator/vitest`: suites that check services and clients, and a `test` with an emulator. */
import vitest from 'vitest/package.json' with { type: 'json' }
import { assertPeer, vitestPeer } from '../emulator/integrations/peer-version.ts'

export { describeClient, type DescribeClientOptions } from './judges/client/describe-client.ts'
export { describeConformance, type DescribeConformanceOptions } from '../conformance/vitest.ts'
export { type EmulatorTestContext, test } from '../emulator/integrations/vitest.ts'

assertPeer(vitestPeer, vitest.version)
