// Plays what happened in a world again, for what no record holds: what a scenario and a rate limit have counted.
import type { CaseEvent, CaseRequest, CaseWorld } from '../../../../emulator/case/case-file.ts'
import type { ScenarioName } from '../../../../emulator/disturb/scenarios/scenarios.ts'
import type { Fault } from '../../../../emulator/disturb/faults/fault.ts'
import type { Emulator } from '../../../../emulator/emulator.ts'
import type { Conventions } from '../../../../emulator/model/contract/conventions.ts'
import type { DeviationName } from '../../../../emulator/disturb/deviations/deviation-groups.ts'
import type { World } from '../../../../emulator/world/world.ts'
import type { WorldState } from '../../../../emulator/world/world-state.ts'
import { faultSteps } from './faults-at.ts'
import { stateWith } from './state-with.ts'

/** The most requests that are played. */
export const mostPlayed = 2000

/** A request that waits is left after so many milliseconds of real time: what it counts, it has counted by then. */
const longestWait = 100

/** The events that are played, and their world. */
export interface PlayedWorld {
  readonly emulator: Emulator
  readonly world: CaseWorld
  /** All events of the case until the end of the play. */
  readonly events: readonly CaseEvent[]
  /** The state of the world when the case begins. */
  readonly start: WorldState
  /** The faults of a new world. */
  readonly faults: readonly Fault[]
  readonly toFault: (fault: object) => Fault
  /** A request as it is sent again. */
  readonly toRequest: (request: CaseRequest, signal?: AbortSignal) => Request
  /** Sets the real time of the emulator. It never goes back. */
  readonly setTime: (time: number) => void
}

/**
 * Plays the requests of a world, each from the state that it found then, so that what went otherwise changes nothing
 * behind it. Requests that were under way at a time are again.
 * @param wanted The number of a request.
 * @returns its answer.
 */
export async function playWorld(played: PlayedWorld, wanted?: number): Promise<Response | undefined> {
  const play = new WorldPlay(played, wanted)
  for (const event of played.events) await play.follow(event)
  return await play.end()
}

class WorldPlay {
  readonly #played: PlayedWorld
  readonly #wanted: number | undefined
  readonly #world: World
  readonly #stepFaults: ReturnType<typeof faultSteps>['step']
  /** The requests whose answers are events. Any other was answered before the next event of its world. */
  readonly #answered: ReadonlySet<number>
  /** The requests that are under way. */
  readonly #open = new Map<number, Promise<unknown>>()
  #state: WorldState
  #latest: number | undefined
  #answer: Promise<Response> | undefined

  constructor(played: PlayedWorld, wanted: number | undefined) {
    const { emulator, world: then, events, start, faults, toFault, setTime } = played
    this.#played = played
    this.#wanted = wanted
    this.#answered = new Set(events.flatMap((event) => (event.kind === 'answer' ? [event.number] : [])))
    this.#state = stateWith(start, [then.changes])
    setTime(then.at)
    const world = emulator.worlds.use(then.name)
    world.revert({ ...this.#state, clock: { start: then.at, frozen: false } })
    if (then.scenarios.join() !== world.scenarios.names.join()) world.scenarios.set(then.scenarios as ScenarioName[])
    this.#stepFaults = faultSteps(world.faults, faults, toFault).step
    this.#world = world
  }

  async follow(event: CaseEvent): Promise<void> {
    const { emulator, world: then } = this.#played
    if (event.kind === 'conventions') emulator.setConventions(event.changes as Partial<Conventions>)
    else if (event.kind === 'deviations') emulator.deviations.set(event.names as readonly DeviationName[])
    else if (event.kind === 'answer') await this.#ended(event.number)
    else if (event.world === then.name)
      switch (event.kind) {
        case 'request':
          return await this.#ask(event)
        case 'changes':
          return this.#change(event)
        case 'scenarios':
          await this.#latestEnded()
          if (event.added === undefined) this.#world.scenarios.set(event.names as readonly ScenarioName[])
          else this.#world.scenarios.add(event.added as ScenarioName)
          return
        case 'faults':
          await this.#latestEnded()
          return this.#stepFaults(event)
        default:
      }
  }

  /** Waits for all answers. Returns the wanted one. */
  async end(): Promise<Response | undefined> {
    await Promise.all(this.#open.values())
    return this.#answer
  }

  async #ask(request: CaseRequest): Promise<void> {
    const { emulator, toRequest, setTime } = this.#played
    const { number, at, status } = request
    if (!(await this.#latestEnded()) && this.#open.size > 0) await turn()
    setTime(at)
    this.#world.revert(this.#state)
    this.#latest = number
    if (number === this.#wanted) {
      this.#answer = emulator.fetch(toRequest(request))
      this.#open.set(number, settled(this.#answer))
      return
    }
    const asked = emulator.fetch(toRequest(request, AbortSignal.timeout(longestWait)))
    this.#open.set(number, settled(asked.then(left)))
    if (status === null) await turn()
  }

  #change(changes: Extract<CaseEvent, { readonly kind: 'changes' }>): void {
    this.#state = stateWith(this.#state, [changes])
    // A reset makes a new clock, on which rates are counted anew.
    if (changes.beginning && this.#latest !== undefined)
      this.#world.revert({ ...this.#state, clock: { frozen: false, start: this.#world.clock.now() } })
  }

  /** Waits for the latest request, unless its answer is an event to come. Returns true if it had to end. */
  async #latestEnded(): Promise<boolean> {
    if (this.#latest === undefined || this.#answered.has(this.#latest)) return false
    await this.#ended(this.#latest)
    return true
  }

  async #ended(number: number): Promise<void> {
    await this.#open.get(number)
    this.#open.delete(number)
  }
}

const turn = (): Promise<void> => new Promise((next) => setTimeout(next, 0))

const settled = (promise: Promise<unknown>): Promise<void> =>
  promise.then(
    () => undefined,
    () => undefined,
  )

/** Ends an answer that nobody reads. */
function left(response: Response): Promise<void> | undefined {
  return response.body?.cancel()
}
