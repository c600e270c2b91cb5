import type { DialectFacts, WorldFacts } from '../evidence/world-facts.ts'
import type { OutcomeRun, Preparation } from '../tasks/task.ts'
import type { TaskInput, TaskName } from '../tasks/names.ts'

/** A task that a client is asked to do. */
export interface Assignment {
  readonly task: TaskName
  readonly inputName: string
  readonly input: TaskInput
  /** The change to its world before the task begins. */
  readonly prepare: Preparation | undefined
  /** The name of the scenario that its world plays; undefined in a plain run. */
  readonly scenario: string | undefined
}

/** A client under test, and the worlds that it works in. The judge knows neither processes nor the emulator. */
export interface ClientSubject {
  readonly dialect: DialectFacts
  /** The data of every world before a task. */
  readonly world: WorldFacts
  /** Returns true if waiting takes the client no time. Default: it does. */
  readonly isTimeVirtual?: () => boolean
  /**
   * Lets the client do a task in its own world. It rejects on a fault of the kit, and with an AbortError when the
   * judging was aborted.
   */
  readonly perform: (asked: Assignment) => Promise<OutcomeRun>
}
