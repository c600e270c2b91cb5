// One schedule of concurrent tasks of a client, in a world of its own.
import type { RaceRun } from '../../../conformance/client/races/judge-race.ts'
import type { RaceEvent } from '../../../conformance/client/races/step.ts'
import type { TaskInput } from '../../../conformance/client/tasks/names.ts'
import type { Reported } from '../../../conformance/client/tasks/outcome.ts'
import type { ClientTask, InputChoice } from '../../../conformance/client/tasks/task.ts'
import type { ClientDriver } from '../driver.ts'
import type { RunWorlds } from '../run-worlds.ts'
import { inRunTime } from '../time/virtual-time.ts'
import { Race, type Raced, type Schedule } from './race.ts'

/** A task that runs beside others. */
export interface RacingTask {
  readonly task: ClientTask
  readonly choice: InputChoice
  readonly input: TaskInput
}

/** What is raced. */
export interface RaceSetup {
  readonly driver: ClientDriver
  readonly tasks: readonly RacingTask[]
  /** Undefined: nothing happens. */
  readonly event: RaceEvent | undefined
}

const unended: Reported = { kind: 'timeout', why: 'it had not ended when nothing more happened' }

/** Has a client do its tasks by a schedule. @returns undefined when the schedule ended early. */
export async function performRace(
  setup: RaceSetup,
  schedule: Schedule,
  place: RunWorlds,
): Promise<RaceRun | undefined> {
  const { tasks, event } = setup
  const { worlds } = place
  const main = tasks.find(({ task }) => task.name === 'create-access-token') ?? tasks[0]!
  const asked = {
    task: main.task.name,
    inputName: main.choice.name,
    input: main.input,
    prepare: undefined,
    scenario: undefined,
  }
  let raced: Raced | undefined
  const run = await worlds.perform(asked, async (errand) => {
    const time = place.begin(errand, { stands: true })
    const world = worlds.emulator.worlds.use(errand.world)
    const race = new Race(setup, { errand, world, dialect: worlds.dialect, advance: () => time.advance() })
    try {
      raced = await inRunTime(time, () => race.play(schedule))
    } finally {
      race.close()
      time.end()
    }
    return race.reported[tasks.indexOf(main)] ?? unended
  })
  if (!raced) return undefined
  const { steps, before, reported } = raced
  return {
    event: event ?? 'expiry',
    steps,
    before,
    tasks: tasks.map(({ task, choice, input }, index) => ({
      task,
      tests: choice.tests,
      run: { ...run, task: task.name, inputName: choice.name, input, reported: reported[index] ?? unended },
    })),
  }
}
