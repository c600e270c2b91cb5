import type { Conventions } from '../../../emulator/model/contract/conventions.ts'
import { ClientWorlds, type Errand } from './client-worlds.ts'
import { stopwatch } from './time/real-time.ts'
import { RunTime } from './time/run-time.ts'

/** The worlds of one run at a time. Their clock jumps ahead while a client sleeps. */
export class RunWorlds {
  readonly worlds: ClientWorlds
  /** How far the clock is ahead of real time, in milliseconds. */
  readonly #shift = { ahead: 0 }

  constructor(conventions: Partial<Conventions>, start: number) {
    const timeSource = () => stopwatch() + this.#shift.ahead
    this.worlds = new ClientWorlds({ conventions, clock: { start, timeSource } })
    // Each run has a different base URL, because a driver may store its client by it.
    this.worlds.origin = `http://${crypto.randomUUID().slice(0, 8)}.emulator.test`
  }

  /** The time of a run that begins now. */
  begin({ world }: Pick<Errand, 'world'>): RunTime {
    const { clock } = this.worlds.emulator.worlds.use(world)
    return new RunTime(stopwatch, this.#shift, () => clock.now())
  }
}
