// A snapshot as text, written in pieces: a text of many records is longer than a string can be.
import type { StoredRecord } from '../model/contract/resource.ts'
import { toIso } from '../tools/time.ts'
import { collectionNames } from './collections.ts'
import { membersOption } from './read-records.ts'
import { snapshotFormat, type WorldSnapshot } from './snapshot.ts'

/** The minimum length of a piece, in characters: a write for each record would take most of the time. */
const pieceLength = 65_536

/** The text of a snapshot, in pieces. */
export function* snapshotText(snapshot: WorldSnapshot): Generator<string, void> {
  let piece = ''
  for (const text of texts(snapshot)) {
    piece += text
    if (piece.length < pieceLength) continue
    yield piece
    piece = ''
  }
  yield piece
}

function* texts({ clock, ids, openMembers, collections }: WorldSnapshot): Generator<string, void> {
  yield `{"format":${JSON.stringify(snapshotFormat)},`
  yield `"clock":${JSON.stringify({ time: toIso(clock.start), frozen: clock.frozen })},"ids":${JSON.stringify(ids)},`
  const { members } = membersOption(openMembers)
  if (members) yield `"members":${JSON.stringify(members)},`
  yield '"collections":{'
  let separator = ''
  for (const name of collectionNames) {
    yield `${separator}${JSON.stringify(name)}:[`
    separator = ','
    let comma = ''
    for (const block of collections[name].blocks as readonly (readonly StoredRecord[])[])
      for (const record of block) {
        yield comma + JSON.stringify(record)
        comma = ','
      }
    yield ']'
  }
  yield '}}'
}
