// The entry `@platform-data/emulator/node`: what an emulator does with sockets and files.
export { caseOnFailure, type CaseOnFailureOptions } from './case/case-on-failure.ts'
export type { CasePlace, Savable } from './case/keep-case.ts'
export { type RunningServer, serve, type ServeOptions } from './serve.ts'
export { readTwin } from './twin/read-twin.ts'
