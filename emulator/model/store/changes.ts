import type { Collection } from './collection.ts'
import type { Identified } from './sorted-list.ts'

/** One difference between two collections: a record that was added or replaced, or the id of a removed one. */
export type Change<T extends Identified> = { readonly put: T } | { readonly removed: string }

/**
 * The differences between an older and a newer collection, in id order. It visits only the blocks that the two do not
 * share, so its time depends on the size of the change, not of the collection.
 */
export function* diffCollections<T extends Identified>(
  older: Collection<T>,
  newer: Collection<T>,
): Generator<Change<T>, void> {
  if (older === newer) return
  const before = recordsBeyond(older, newer)
  const after = recordsBeyond(newer, older)
  let old = before.next()
  let now = after.next()
  while (!old.done || !now.done) {
    if (!old.done && !now.done && old.value.id === now.value.id) {
      if (old.value !== now.value) yield { put: now.value }
      old = before.next()
      now = after.next()
    } else if (now.done || (!old.done && old.value.id < now.value.id)) {
      yield { removed: old.value!.id }
      old = before.next()
    } else {
      yield { put: now.value }
      now = after.next()
    }
  }
}

/** The records in the blocks of `one` that `other` does not have, in id order. */
function* recordsBeyond<T extends Identified>(
  collection: Collection<T>,
  other: Collection<T>,
): Generator<T, undefined> {
  const shared = new Set(other.blocks)
  for (const block of collection.blocks) if (!shared.has(block)) yield* block
  return undefined
}
