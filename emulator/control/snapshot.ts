import { Type } from 'typebox'
import { parseSnapshot, snapshotText } from '../world/snapshot.ts'
import { type ControlEndpoint, defineControl } from './define-control.ts'
import { EmulatorError } from '../tools/emulator-error.ts'
import { patternRecord } from '../tools/record-of.ts'

const Snapshot = Type.Object(
  {
    format: Type.String(),
    clock: Type.Unknown(),
    ids: Type.Unknown(),
    members: Type.Optional(Type.Unknown({ description: '`open` if records have members that are not documented.' })),
    collections: patternRecord(Type.Array(Type.Unknown())),
  },
  { title: 'Snapshot' },
)

/** In bytes: the longest string that V8 makes has 536 million characters. A million records are about 400 MB of JSON. */
const snapshotLimit = 500_000_000

/** Adds the failed action to the errors of a snapshot. */
function readImported<Value>(read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof EmulatorError)) throw error
    throw new EmulatorError(error.code, `The snapshot cannot be imported: ${error.message}`)
  }
}

/** Exports and imports a world. */
export const snapshotEndpoints: readonly ControlEndpoint[] = [
  defineControl({
    id: 'snapshot.export',
    method: 'GET',
    path: '/snapshot',
    summary: "Exports the request's world as JSON. Secrets appear only as hashes.",
    answers: [{ status: 200, description: 'The snapshot.', schema: Snapshot }],
    handle: ({ world }) => ({ text: snapshotText(world.snapshot()) }),
  }),
  defineControl({
    id: 'snapshot.import',
    method: 'PUT',
    path: '/snapshot',
    summary: "Replaces the contents of the request's world with a snapshot. A refused request changes nothing.",
    body: Snapshot,
    bodyLimit: snapshotLimit,
    answers: [{ status: 204, description: 'The world has the contents of the snapshot.' }],
    handle: ({ world, body }) => {
      world.restore(readImported(() => parseSnapshot(body)))
    },
  }),
]
