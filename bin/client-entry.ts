/** `@platform-data/emulator/client`: judges a client of the API in process. */
export {
  type ClientDriver,
  type ClientConnection,
  type ClientTasks,
  type DriverContext,
  type ListedIds,
  type WalkProductsInput,
} from './client/driver.ts'
export type { InProcessOptions } from './client/in-process.ts'
export { judgeClient, type JudgeClientOptions } from './client/judge-client.ts'
export type { ClientRequirementId } from '../conformance/client/catalogue/requirements.ts'
export type { Level } from '../conformance/client/catalogue/client-requirement.ts'
export type { ClientVerdict } from '../conformance/client/catalogue/verdicts.ts'
export type { Pair, ReceivedAnswer, ReceivedRequest } from '../conformance/client/evidence/transcript.ts'
export type { ClientCredentials } from '../conformance/client/evidence/world-facts.ts'
export type { ClientResult } from '../conformance/client/judge/client-result.ts'
export type { ClientReport } from '../conformance/client/reports/client-report.ts'
export type { TaskInput, TaskName } from '../conformance/client/tasks/names.ts'
