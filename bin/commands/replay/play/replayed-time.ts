import type { CaseFile, CaseRequest } from '../../../../emulator/case/case-file.ts'
import type { Emulator } from '../../../../emulator/emulator.ts'
import { defaultWorldName } from '../../../../emulator/api/auth/world-suffix.ts'
import { receiveRequest, worldOfAddress } from '../../../../emulator/pipeline/received-request.ts'
import { visibleCredentials } from '../../../../emulator/pipeline/naming-credentials.ts'
import { localSender } from '../../../../emulator/pipeline/sender.ts'
import type { BegunRequest } from '../../../../emulator/journal/journal-limits.ts'
import type { TimedReplay } from './open-case.ts'

/**
 * The real time of a run that repeats a case: each request finds the time that it found then, so that ids, expiries and
 * everything else that follows from the time are the same. It stands still between them, and runs once the requests are
 * others.
 */
export class ReplayedTime implements TimedReplay {
  readonly #stopwatch: () => number
  readonly #requests = new Map<string, CaseRequest>()
  readonly #created: ReadonlyMap<string, number>
  /** The index of the last request of each world. */
  readonly #ends = new Map<string, number>()
  /** When each world was reset, oldest first. */
  readonly #resets = new Map<string, number[]>()
  #time: number
  /** When the last request came, by the stopwatch. */
  #last: number
  /** The request of the case that has the place of the next one. */
  #next: CaseRequest | undefined

  /** @param stopwatch Real time, in milliseconds. */
  constructor({ events, worlds }: CaseFile, stopwatch: () => number) {
    this.#stopwatch = stopwatch
    this.#last = stopwatch()
    this.#created = new Map(worlds.map(({ name, at }) => [name, at]))
    this.#time = this.#created.get(defaultWorldName) ?? worlds[0]?.at ?? 0
    const clocks = new Map<string, number>()
    for (const event of events) {
      // A reset sets the clock, and then makes the world anew.
      if (event.kind === 'clock') clocks.set(event.world, event.time)
      const clock = event.kind === 'changes' && event.beginning ? clocks.get(event.world) : undefined
      if (event.kind === 'changes' && clock !== undefined)
        this.#resets.set(event.world, [...(this.#resets.get(event.world) ?? []), clock])
      if (event.kind !== 'request') continue
      this.#requests.set(`${event.world} ${event.index}`, event)
      this.#ends.set(event.world, event.index)
    }
  }

  readonly timeSource = (): number => this.#time

  /** Called with each request before the emulator gets it. */
  before(request: Request, emulator: Emulator): void {
    const received = receiveRequest(request, localSender, emulator)
    const isControl = received.path.startsWith('/_emulator')
    if (isControl && !(request.method === 'POST' && received.path === '/_emulator/reset')) return
    const name = worldOfAddress(received) ?? visibleCredentials(received)[0]?.world ?? defaultWorldName
    if (isControl) {
      this.#time = Math.max(this.#time, this.#resets.get(name)?.shift() ?? 0)
      return
    }
    const world = emulator.worlds.peek(name)
    const index = (world?.requests.latest ?? 0) + 1
    const then = (this.#next = this.#requests.get(`${name} ${index}`))
    const now = this.#stopwatch()
    const created = this.#created.get(name)
    if (!world && created !== undefined) this.#time = Math.max(this.#time, created)
    else if (index > (this.#ends.get(name) ?? 0)) this.#time += now - this.#last
    else if (then && world && !world.clock.frozen)
      this.#time = Math.max(this.#time, then.at - (world.clock.now() - this.#time))
    this.#last = now
  }

  readonly onBegin = ({ world, draft }: BegunRequest): void => {
    const then = this.#next
    if (!then || then.world !== world || then.index !== draft.index) return
    // A request that waited for its body was served later than it arrived.
    this.#time += (then.servedAt ?? then.at) - then.at
  }
}
