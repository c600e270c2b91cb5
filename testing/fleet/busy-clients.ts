// Many clients at work in the worlds of a fleet, until they are told to stop.
import { setTimeout as wait } from 'node:timers/promises'
import type { WorldClient } from './world-client.ts'

/** Clients that share the worlds among them. Each goes through its own worlds, again and again. */
export class BusyClients {
  /** The errors in worlds that are not excused. The clients stop at the first. */
  readonly errors: string[] = []
  /** How many requests failed in worlds that are excused. They were repeated. */
  excusedErrors = 0
  readonly #rounds: number[]
  readonly #isExcused: (world: string) => boolean
  readonly #running: Promise<unknown>
  #stopped = false

  /** @param isExcused Whether a world's worker is down, or was a moment ago. */
  constructor(worlds: ReadonlyMap<string, WorldClient>, clients: number, isExcused: (world: string) => boolean) {
    this.#isExcused = isExcused
    this.#rounds = Array.from({ length: clients }, () => 0)
    const all = [...worlds]
    this.#running = Promise.all(
      this.#rounds.map((_, client) =>
        this.#work(
          client,
          all.filter((__, index) => index % clients === client),
        ),
      ),
    )
  }

  /** Resolves when each client has been through all its worlds so many times more. */
  async rounds(count: number): Promise<void> {
    const goal = Math.max(...this.#rounds) + count
    while (this.errors.length === 0 && Math.min(...this.#rounds) < goal) await wait(20)
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await this.#running
  }

  async #work(client: number, worlds: readonly (readonly [string, WorldClient])[]): Promise<void> {
    for (let round = 0; !this.#stopped && this.errors.length === 0; round += 1) {
      for (const [index, [world, worldClient]] of worlds.entries()) {
        const turn = (index + round) % 6
        await this.#repeat(world, () => worldClient.step())
        if (turn === 0) await this.#repeat(world, () => worldClient.stepByCurl())
        if (turn === 3) await this.#repeat(world, () => worldClient.stepByMcp())
      }
      this.#rounds[client] = round + 1
    }
  }

  /** Repeats what fails because the worker is down. */
  async #repeat(world: string, step: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        return await step()
      } catch (error) {
        if (!this.#isExcused(world)) return void this.errors.push(`${world}: ${String(error)}`)
        this.excusedErrors += 1
        await wait(100)
      }
    }
  }
}
