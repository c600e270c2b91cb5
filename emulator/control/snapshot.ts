import { Type } from 'typebox'
import { fromSnapshot, type WorldSnapshot } from '../world/snapshot.ts'
import { opensInSnapshot, snapshotText } from '../world/snapshot-text.ts'
import { type ControlEndpoint, defineControl } from './define-control.ts'
import { EmulatorError } from '../tools/emulator-error.ts'
import { recordOf } from '../tools/record-of.ts'

const Snapshot = Type.Object(
  {
    format: Type.String(),
    clock: Type.Unknown(),
    ids: Type.Unknown(),
    collections: recordOf(Type.Array(Type.Unknown())),
  },
  { title: 'Snapshot' },
)

/** In bytes. Ten million records are about 4 GB of JSON, and more than a process can hold. */
const snapshotLimit = 4_294_967_296

function read(json: unknown): WorldSnapshot {
  try {
    return fromSnapshot(json)
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
    opens: opensInSnapshot,
    answers: [{ status: 204, description: 'The world has the contents of the snapshot.' }],
    handle: ({ world, body }) => {
      world.restore(read(body))
      return { status: 204 }
    },
  }),
]
