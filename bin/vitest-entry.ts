/** `@platform-data/emulator/vitest`: the conformance checks as a suite, and a `test` with an emulator. */
export { describeConformance, type DescribeConformanceOptions } from '../conformance/vitest.ts'
export { type EmulatorTestContext, test } from '../emulator/integrations/vitest.ts'
