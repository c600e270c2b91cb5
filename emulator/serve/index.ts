// The entry `@platform-data/emulator/node`: the parts of an emulator that use sockets and files.
export { type RunningServer, serve, type ServeOptions } from './serve.ts'
export { readTwin } from './twin/read-twin.ts'
