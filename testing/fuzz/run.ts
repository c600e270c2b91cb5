// One run of a property: an emulator in some situation, and what was sent to it.
import type fc from 'fast-check'
import { createEmulator, type Emulator } from '../../emulator/create-emulator.ts'
import { wrongWithJournals } from './promises.ts'
import type { Setup } from './setups.ts'
import { Placeholders } from './wire.ts'

/** Listeners to the runs: for the report of one that has no end, and for the figures of all. */
export interface Observer {
  /** A request is sent: the command that sends it again. */
  readonly sent: (command: string) => void
  /** An operation was answered with success. */
  readonly served?: (operation: string) => void
}

/** The promise that holds for every run. */
export type Property = (observer: Observer) => fc.IAsyncPropertyWithHooks<unknown>

/** An emulator, and the commands that show again what is broken. */
export class Run {
  readonly setup: Setup
  readonly emulator: Emulator
  readonly placeholders: Placeholders
  readonly observer: Observer
  readonly #errors: unknown[] = []
  readonly #commands: string[] = []

  constructor(setup: Setup, observer: Observer) {
    this.setup = setup
    this.observer = observer
    this.emulator = createEmulator({ ...setup.options, onError: (error) => this.#errors.push(error) })
    this.placeholders = new Placeholders(this.emulator)
  }

  sends(command: string): void {
    this.#commands.push(command)
    this.observer.sent(command)
  }

  /** @throws Error with every command: those that do not matter are left out when fast-check makes the run smaller. */
  fail(message: string): never {
    throw new Error([message, ...this.#commands].join('\n'))
  }

  /** @param wrong What is wrong with an answer. @throws Error when something is. */
  assert(wrong: string | undefined): void {
    const [error] = this.#errors
    if (error) this.fail(`An internal error: ${error instanceof Error ? error.stack : String(error)}`)
    if (wrong !== undefined) this.fail(`Got ${wrong}`)
  }

  /** @param secrets No journal may show them. @throws Error when a journal breaks a promise. */
  assertJournals(secrets: readonly string[]): void {
    const wrong = wrongWithJournals(this.emulator, this.setup, secrets)
    if (wrong !== undefined) this.fail(`There is ${wrong}`)
  }
}
