/** `@platform-data/emulator/client`: judges a client of the API in process. */
export {
  type ClientConnection,
  type ClientDriver,
  type ClientTasks,
  type DriverContext,
  type ListedIds,
  type WalkProductsInput,
} from './judges/client/driver.ts'
export type { InProcessOptions } from './judges/client/in-process.ts'
export { judgeClient, type JudgeClientOptions } from './judges/client/judge-client.ts'
export { exploreRaces, type RaceOptions, type RaceReport } from './judges/client/races/explore-races.ts'
export type { Level } from '../conformance/client/catalogue/client-requirement.ts'
export type { ClientRequirementId } from '../conformance/client/catalogue/requirements.ts'
export type { ClientVerdict } from '../conformance/client/conclusions/client-conclusion.ts'
export type { ClientCredentials } from '../conformance/client/evidence/world-facts.ts'
export type { ClientIdentity, ClientReport } from '../conformance/client/judge/client-report.ts'
export type { ClientJsonReport, ClientJsonResult } from '../conformance/client/reports/client-json.ts'
export type { RaceFinding } from '../conformance/client/races/race-finding.ts'
export type { ClientResult as ShownResult } from '../conformance/client/judge/client-result.ts'
export type { AnyExchange as ShownRequest } from '../conformance/conclusions/exchange.ts'
export type { TaskInput, TaskName } from '../conformance/client/tasks/names.ts'
