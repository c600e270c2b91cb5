// The main entry of the package: the emulator in memory. It does not need Node; `./node` serves it over HTTP.
export { EmulatorError, type EmulatorErrorCode } from './tools/emulator-error.ts'
export { ApiError, type RefusalOptions } from './api/dialect/api-error.ts'
export type { RefusalKind } from './model/contract/refusal.ts'
export type { SchemaFault } from './tools/json-schema.ts'
export { createEmulator, type Emulator, type EmulatorOptions } from './create-emulator.ts'
export type { EmulatorFetch } from './pipeline/context.ts'
export type { Fault } from './disturb/faults/fault.ts'
export type { Faults } from './disturb/faults/faults.ts'
export type { Answer, AnswerBody, AnswerContext, AnswerFunction, OriginalAnswer, Stub } from './disturb/faults/stub.ts'
export type { AnyStub, StartedClock } from './options.ts'
export { type Scenario, type ScenarioName, type Scenarios, scenarios } from './disturb/scenarios/scenarios.ts'
export { type ActiveDeviations } from './disturb/deviations/active-deviations.ts'
export type { Deviation, FetchLike } from './disturb/deviations/deviation.ts'
export type { DeviationName } from './disturb/deviations/shipped.ts'
export type { Journal } from './journal/journal.ts'
export type { JournalLimits } from './journal/journal-limits.ts'
export type { RequestSelector } from './journal/selector.ts'
export type { JournalEntry, Unread } from './journal/request-schemas.ts'
export {
  type ConventionDescription,
  conventionNames,
  defaultConventions,
  describeConventions,
} from './api/dialect/conventions.ts'
export type { ConventionName, Conventions } from './model/contract/conventions.ts'
export type { PerOperation, Template, TemplatePart } from './model/contract/template.ts'
export { defineAdapter } from './api/services/define-adapter.ts'
export type { Adapter, AdapterRegistry, Command, CommandContext, StoredItem, Shelf } from './model/contract/adapter.ts'
export type { Twin } from './world/seed.ts'
export { parseAdapter } from './api/services/json-adapter.ts'
export { type OperationId, operationIds } from './model/contract/operation-ids.ts'
export type { Snapshot, WorldSnapshot } from './world/snapshot.ts'
export { parseSeed } from './fixtures.ts'
export type { DataCollection, DataSelection, MembersOf, RecordOf, WhereOf } from './world/data/data-collections.ts'
export type { StoredAccessToken, StoredAdapterRecord } from './model/contract/stored-records.ts'
export type { UntypedData, WorldData } from './world/data/data.ts'
export type {
  AdapterConnectionRecord,
  AdapterRecord,
  CatalogProductRecord,
  CatalogRecord,
  ConfigurationRecord,
  ConnectionRecord,
  EnvironmentRecord,
  FlowRecord,
  FlowRunRecord,
  GroupRecord,
  IssueEventRecord,
  IssueRecord,
  ProjectRecord,
  ResourceRecord,
  ResourceRecords,
  WorkspaceRecord,
} from './model/resources/resource-records.ts'
export type { CredentialKind, Credentials } from './model/contract/credentials.ts'
export type { Clock, ClockOptions } from './world/clock.ts'
export type { Samples, Seed } from './world/seed.ts'
export type { World } from './world/world.ts'
export type { Worlds } from './world/worlds.ts'
export {
  type FetchTarget,
  type InstalledFetch,
  installFetch,
  type InstallFetchOptions,
} from './integrations/install-fetch.ts'
export { type MswHttp, type MswOptions, toMswHandlers } from './integrations/msw.ts'
export { version } from './tools/version.ts'
