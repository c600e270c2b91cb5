/** What `@platform-data/emulator/vitest` publishes: the conformance checks as a suite, and a `test` with an emulator in it. */
export { describeConformance, type DescribeConformanceOptions } from '../conformance/vitest.ts'
export { type EmulatorTestContext, test } from '../emulator/integrations/vitest.ts'
