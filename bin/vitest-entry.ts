/** `@platform-data/emulator/vitest`: the conformance checks as a suite, and a `test` with an emulator. */
import vitest from 'vitest/package.json' with { type: 'json' }
import { assertPeer, vitestPeer } from '../emulator/integrations/peer-version.ts'

export { describeConformance, type DescribeConformanceOptions } from '../conformance/vitest.ts'
export { type EmulatorTestContext, test } from '../emulator/integrations/vitest.ts'

assertPeer(vitestPeer, vitest.version)
