// The entry `@platform-data/emulator/node`: what an emulator does with sockets and files.
export { type RunningServer, serve, type ServeOptions } from './serve.ts'
export { readTwin } from './twin/read-twin.ts'
