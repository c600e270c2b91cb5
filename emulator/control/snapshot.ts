import { Type } from 'typebox'
import { ApiError } from '../api/dialect/api-error.ts'
import { assertCollection, RecordReader } from '../world/read-records.ts'
import { fromSnapshot } from '../world/snapshot.ts'
import { opensInWorld, snapshotText } from '../world/snapshot-text.ts'
import { type ControlEndpoint, defineControl } from './define-control.ts'
import type { JsonPiece } from '../tools/json-pieces.ts'
import { EmulatorError } from '../tools/emulator-error.ts'
import { recordOf } from '../tools/record-of.ts'

const Snapshot = Type.Object(
  {
    format: Type.String(),
    clock: Type.Unknown(),
    ids: Type.Unknown(),
    members: Type.Optional(Type.Unknown({ description: '`open` if records have members that are not documented.' })),
    collections: recordOf(Type.Array(Type.Unknown())),
  },
  { title: 'Snapshot' },
)

/** In bytes. Ten million records are about 4 GB of JSON, and more than a process can hold. */
const snapshotLimit = 4_294_967_296

/** Adds what failed to the errors of a snapshot. */
function importing<Value>(read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof EmulatorError)) throw error
    throw new EmulatorError(error.code, `The snapshot cannot be imported: ${error.message}`)
  }
}

/** Looks at each record while the snapshot comes in: a wrong one is refused before the others are read. */
function inspectSnapshot(): (piece: JsonPiece) => void {
  const reader = new RecordReader()
  return function inspect(piece) {
    const [member, collection, index] = piece.path
    if ('begins' in piece && piece.begins === 'list' && collection === undefined)
      throw new ApiError('refused', `${member ?? 'A snapshot'} must be an object; got a list.`)
    if (member === 'members' && 'value' in piece) reader.openMembers = piece.value === 'open'
    if (member !== 'collections' || collection === undefined) return
    importing(() => {
      assertCollection(collection)
      if (typeof index === 'number' && 'value' in piece) reader.assertRecord(collection, index, piece.value)
    })
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
    opens: opensInWorld,
    inspect: inspectSnapshot,
    answers: [{ status: 204, description: 'The world has the contents of the snapshot.' }],
    handle: ({ world, body }) => {
      world.restore(importing(() => fromSnapshot(body)))
      return { status: 204 }
    },
  }),
]
