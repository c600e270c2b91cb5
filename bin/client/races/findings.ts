// The faults that schedules show, each with the shortest of them.
import type { ClientVerdict } from '../../../conformance/client/catalogue/verdicts.ts'
import type { ClientRequirementId } from '../../../conformance/client/catalogue/requirements.ts'
import { broken } from '../../../conformance/client/judge/conclude-report.ts'
import { judgeRace, type RaceRun } from '../../../conformance/client/races/judge-race.ts'
import { scheduleNames, scheduleText } from '../../../conformance/client/races/schedule-text.ts'
import type { RaceEvent } from '../../../conformance/client/races/step.ts'
import type { TaskName } from '../../../conformance/client/tasks/names.ts'

/** A schedule that can be played again: `exploreRaces(driver, { replay })`. */
export interface RaceSchedule {
  /** The tasks that run at the same time. */
  readonly tasks: readonly TaskName[]
  /** What happens to the token. */
  readonly event: RaceEvent
  /**
   * The steps: `2.1` for the first request of the second task, which is served and answered at once; `2.1 served` and
   * `2.1 answered` where its answer comes later; `event` for the expiry or revocation.
   */
  readonly steps: readonly string[]
}

/** A fault that an order of requests shows. */
export interface RaceFinding {
  /** The requirement that is not kept. */
  readonly requirement: ClientRequirementId
  /** `fail`, `advice` or `observed`, by the level of the requirement. */
  readonly verdict: ClientVerdict
  /** `expected …; got …`. */
  readonly message: string
  /** The shortest schedule that shows it, as a numbered list. */
  readonly schedule: string
  /** The same schedule, to play it again. */
  readonly replay: RaceSchedule
}

/** Each fault with the shortest schedule that shows it. */
export class Findings {
  readonly #found = new Map<ClientRequirementId, RaceFinding>()

  /** Every fault once. */
  get all(): readonly RaceFinding[] {
    return [...this.#found.values()]
  }

  /** Adds the faults that a schedule shows. */
  add(race: RaceRun): void {
    for (const { requirement, message, length } of judgeRace(race)) {
      const { event, tasks } = race
      // An answer that comes next is shown with its request.
      const next = race.steps[length]
      const isWhole = next?.effect.kind === 'answered' && next.request === race.steps[length - 1]?.request
      const steps = race.steps.slice(0, isWhole ? length + 1 : length)
      const names = scheduleNames(steps)
      if ((this.#found.get(requirement)?.replay.steps.length ?? Infinity) <= names.length) continue
      this.#found.set(requirement, {
        requirement,
        verdict: broken(requirement),
        message,
        schedule: scheduleText(steps, event),
        replay: { tasks: tasks.map(({ task }) => task.name), event, steps: names },
      })
    }
  }

  /** Leaves out what a fault does not need. @param play Plays a schedule; undefined when it ended early. */
  async shorten(play: (schedule: RaceSchedule) => Promise<RaceRun | undefined>): Promise<void> {
    for (const { requirement } of this.all) {
      const steps = () => this.#found.get(requirement)!.replay.steps
      for (let index = steps().length - 1; index >= 0; index--)
        for (const shorter of shorterThan(steps(), index)) {
          const race = await play({ ...this.#found.get(requirement)!.replay, steps: shorter })
          if (race) this.add(race)
        }
    }
  }
}

/** The schedule without a step; also with an answer that is given at once, when its request is served or later. */
function shorterThan(steps: readonly string[], index: number): readonly (readonly string[])[] {
  const step = steps[index]
  if (step === undefined) return []
  const [name, kind] = step.split(' ')
  const answered = steps.indexOf(`${name} answered`)
  if (kind !== 'served' || answered < 0) return [steps.toSpliced(index, 1)]
  return [
    steps.toSpliced(answered, 1).toSpliced(index, 1),
    steps.with(answered, name!).toSpliced(index, 1),
    steps.toSpliced(answered, 1).with(index, name!),
  ]
}
