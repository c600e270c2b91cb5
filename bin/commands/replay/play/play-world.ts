// Plays what happened in a world again, for what no record holds: what a scenario and a rate limit have counted.
import type { CaseEvent, CaseRequest, CaseWorld } from '../../../../emulator/case/case-file.ts'
import type { ScenarioName } from '../../../../emulator/disturb/scenarios/scenarios.ts'
import type { Fault } from '../../../../emulator/disturb/faults/fault.ts'
import type { Emulator } from '../../../../emulator/emulator.ts'
import type { Conventions } from '../../../../emulator/model/contract/conventions.ts'
import type { DeviationName } from '../../../../emulator/disturb/deviations/deviation-groups.ts'
import type { WorldState } from '../../../../emulator/world/world-state.ts'
import { faultSteps } from './faults-at.ts'
import { stateWith } from './state-with.ts'

/** The most requests that are played. */
export const mostPlayed = 2000

/** A request that waits is left after so many milliseconds of real time: what it counts, it has counted by then. */
const longestWait = 100

/** What is played, and in what. */
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
export async function playWorld(
  { emulator, world: then, events, start, faults, toFault, toRequest, setTime }: PlayedWorld,
  wanted?: number,
): Promise<Response | undefined> {
  const { name } = then
  let state = stateWith(start, [then.changes])
  setTime(then.at)
  const world = emulator.worlds.use(name)
  world.revert({ ...state, clock: { start: then.at, frozen: false } })
  if (then.scenarios.join() !== world.scenarios.names.join()) world.scenarios.set(then.scenarios as ScenarioName[])
  const { step } = faultSteps(world.faults, faults, toFault)
  const open = new Map<number, Promise<unknown>>()
  let answer: Promise<Response> | undefined
  /** The latest request, which no event says to be answered yet. */
  let latest: number | undefined
  const ended = async (number: number | undefined) => {
    if (number !== undefined) await open.get(number)
    open.delete(number ?? 0)
  }
  const answers = new Set(events.flatMap((event) => (event.kind === 'answer' ? [event.number] : [])))
  for (const event of events) {
    if (event.kind === 'conventions') emulator.setConventions(event.changes as Partial<Conventions>)
    else if (event.kind === 'deviations') emulator.deviations.set(event.names as readonly DeviationName[])
    else if (event.kind === 'answer') await ended(event.number)
    else if (event.world === name)
      switch (event.kind) {
        case 'request': {
          // One whose answer no event tells was answered before the next one came.
          if (latest !== undefined && !answers.has(latest)) await ended(latest)
          else if (open.size > 0) await new Promise((turn) => setTimeout(turn, 0))
          const { number, at, status } = event
          setTime(at)
          world.revert(state)
          const isWanted = number === wanted
          const asked = emulator.fetch(toRequest(event, isWanted ? undefined : AbortSignal.timeout(longestWait)))
          latest = number
          if (isWanted) answer = asked
          open.set(
            number,
            asked.then(isWanted ? () => undefined : left, () => undefined),
          )
          if (status === null && !isWanted) await new Promise((turn) => setTimeout(turn, 0))
          break
        }
        case 'changes':
          state = stateWith(state, [event])
          // A reset makes a new clock, on which rates are counted anew.
          if (event.beginning && latest !== undefined)
            world.revert({ ...state, clock: { frozen: false, start: world.clock.now() } })
          break
        case 'scenarios':
          if (latest !== undefined && !answers.has(latest)) await ended(latest)
          if (event.added === undefined) world.scenarios.set(event.names as readonly ScenarioName[])
          else world.scenarios.add(event.added as ScenarioName)
          break
        case 'faults':
          if (latest !== undefined && !answers.has(latest)) await ended(latest)
          step(event)
          break
        default:
      }
  }
  await Promise.all(open.values())
  return answer
}

/** Ends an answer that nobody reads. */
function left(response: Response): Promise<void> | undefined {
  return response.body?.cancel()
}
