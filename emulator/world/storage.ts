import type { Collections } from '../model/contract/stored-records.ts'
import type { Clock, ClockState } from './clock.ts'
import type { WorldState } from './seed.ts'

/** A world as a storage sees it. */
export interface StorableWorld {
  readonly name: string
  readonly state: WorldState
  readonly clock: Clock
  /** Goes back to an earlier state. */
  revert(state: WorldState & { readonly clock?: ClockState }): void
}

/** The worlds of an emulator as a storage restores them. */
export interface StoredWorlds {
  use(name: string): StorableWorld
  /** Notes that a world was evicted, so that its clients get an error until it is created again. */
  rememberEvicted(name: string, why: string): void
}

/**
 * Keeps worlds beyond the process. The event log of a world reports changes to it, and no answer is sent before `store`
 * has returned. The states of a world share unchanged parts, so an implementation can find the difference by comparing
 * the current state with the one that it stored last.
 */
export interface WorldStorage {
  /**
   * Gives a new emulator the worlds that are stored. Later changes are stored.
   * @param seed The records that every world starts from.
   */
  restore(worlds: StoredWorlds, seed: Collections): void
  /** A world was created, or replaced the one of its name. */
  created(world: StorableWorld): void
  /** The records, the ids or the clock of a world have changed. */
  changed(world: StorableWorld): void
  /**
   * A world was dropped.
   * @param why Why it was evicted. Undefined: on request.
   */
  dropped(name: string, why?: string): void
  /**
   * Stores every change that was reported. A world whose changes cannot be stored goes back to its stored state.
   * @param name The world of the request: only its failure counts. Default: any failure counts.
   * @throws EmulatorError `not_stored`.
   */
  store(name?: string): void
}

/**
 * Passes an answer on once every change is stored, so that nothing is acknowledged that a killed process would lose. A
 * stream of events may continue to change the world, so each of its pieces waits as well.
 * @throws EmulatorError `not_stored`.
 */
export async function storeFirst(answered: Promise<Response>, storage: WorldStorage, name?: string): Promise<Response> {
  const response = await answered
  storage.store(name)
  if (!response.headers.get('content-type')?.startsWith('text/event-stream') || !response.body) return response
  const storing = new TransformStream<Uint8Array, Uint8Array>({
    transform: (piece, controller) => {
      storage.store(name)
      controller.enqueue(piece)
    },
  })
  return new Response(response.body.pipeThrough(storing), response)
}
