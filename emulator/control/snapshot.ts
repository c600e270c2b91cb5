import Type from 'typebox'
import { fromSnapshot, type WorldSnapshot } from '../world/snapshot.ts'
import { type ControlEndpoint, defineControl } from './define-control.ts'
import { EmulatorError } from '../tools/emulator-error.ts'

const Snapshot = Type.Object(
  {
    format: Type.String(),
    clock: Type.Unknown(),
    ids: Type.Unknown(),
    collections: Type.Record(Type.String(), Type.Array(Type.Unknown())),
  },
  { title: 'Snapshot' },
)

/** In bytes. A million records are about 400 MB of JSON. */
const snapshotLimit = 1_073_741_824

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
    handle: ({ world }) => ({ body: world.snapshot().toJSON() }),
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
      world.restore(read(body))
      return { status: 204 }
    },
  }),
]
