import type { RunCredential } from '../conclusions/cause.ts'
import type { Time } from '../send/time.ts'
import { maxConsecutiveWrong } from './controls.ts'

/** The shortest lock-out that a control still detects after a wrong credential, in milliseconds. */
const shortestLock = 250

/**
 * Milliseconds after which the next wrong credentials follow a control that is not answered yet. They must not overtake
 * it, as it ends a row of failures.
 */
const headStart = 10

/** A request with a wrong credential. */
export interface WrongRequest {
  /** The right credential for the wrong one that is sent. */
  readonly credential: RunCredential
  /** The request with the lowest rank goes first. */
  readonly rank: number
  /** True if a gentle run does not send it. */
  readonly isSpare?: boolean
}

/** A request with a wrong credential that waits for its turn. */
interface QueuedRequest extends WrongRequest {
  readonly enter: () => void
}

/** A request with a wrong credential since the last control. */
interface WrongCredential {
  readonly credential: RunCredential
  /** Milliseconds of the run's clock. */
  readonly at: number
}

/** Tests once for each credential whether it still works. */
type Control = (credentials: readonly RunCredential[]) => Promise<unknown>

/**
 * Admits requests with wrong credentials from all checks: a few at once, then a control of each credential among them
 * while none is under way, then the next few. The first wrong request for a credential is sent without another one for
 * it, and the next few wait for the answer to its control, so that its refusal can be distinguished from a lock-out.
 */
export class Turnstile {
  readonly #time: Time
  /** The most wrong credentials in a row, of all kinds: an address may be locked out for all of them. */
  readonly #most: number
  readonly #waiting: QueuedRequest[] = []
  readonly #proven = new Set<RunCredential>()
  #entered: WrongCredential[] = []
  #underWay = 0
  #wanted: (() => void)[] = []
  /** The control that is under way. */
  #controlling: Promise<void> | undefined
  /** True until the next wrong credentials may follow the control that is under way. */
  #isClosed = false
  #control: Control = () => Promise.resolve()

  constructor(time: Time, quick: boolean) {
    this.#time = time
    this.#most = quick ? maxConsecutiveWrong.quick : maxConsecutiveWrong.full
  }

  /** Sends a request in its turn. */
  async pass<T>(wrong: WrongRequest, control: Control, send: () => Promise<T>): Promise<T> {
    this.#control = control
    await new Promise<void>((enter) => {
      const behind = this.#waiting.findIndex((other) => other.rank > wrong.rank)
      this.#waiting.splice(behind < 0 ? this.#waiting.length : behind, 0, { ...wrong, enter })
      this.#next()
    })
    const before = this.#controlling
    try {
      return await send()
    } finally {
      this.#underWay--
      this.#next()
      // The answer to a control comes first: a check may continue with other credentials.
      await before
    }
  }

  /** The most requests that are sent at a time: wrong credentials, and a control. */
  get places(): number {
    return this.#most + 1
  }

  /** Resolves when a control has followed every wrong credential that was answered. */
  async closed(): Promise<void> {
    if (this.#entered.length === 0) return await this.#controlling
    await new Promise<void>((resolve) => {
      this.#wanted.push(resolve)
      this.#next()
    })
  }

  #next(): void {
    if (this.#isClosed) return
    // Requests for one credential are admitted together and need one control.
    for (let next = this.#admissible(); next; next = this.#admissible()) {
      this.#waiting.splice(this.#waiting.indexOf(next), 1)
      this.#underWay++
      this.#entered.push({ credential: next.credential, at: this.#time.now() })
      next.enter()
    }
    const isWanted = this.#waiting.length + this.#wanted.length > 0
    if (this.#underWay === 0 && this.#entered.length > 0 && isWanted && !this.#controlling)
      this.#controlling = this.#close()
  }

  #admissible(): QueuedRequest | undefined {
    const [first] = this.#entered
    if (this.#entered.length >= this.#most || (first && this.#time.now() - first.at > shortestLock)) return undefined
    const isAmong = (credential: RunCredential) => this.#entered.some((entered) => entered.credential === credential)
    const admissible = this.#waiting.filter(({ credential }) => this.#proven.has(credential) || !isAmong(credential))
    const [next] = admissible
    // Those that every run sends keep their order, as a lock-out may block the last ones.
    if (next?.isSpare !== true) return next
    return admissible.find(({ credential, isSpare }) => isSpare && isAmong(credential)) ?? next
  }

  async #close(): Promise<void> {
    const credentials = [...new Set(this.#entered.map(({ credential }) => credential))]
    const wanted = this.#wanted
    this.#entered = []
    this.#wanted = []
    this.#isClosed = true
    const answered = new AbortController()
    const open = () => {
      this.#isClosed = false
      this.#next()
    }
    if (credentials.every((credential) => this.#proven.has(credential)))
      void this.#time.sleep(headStart, answered.signal).then(open, () => undefined)
    // The control notes its findings, and waiting requests check them.
    await this.#control(credentials).catch(() => undefined)
    for (const credential of credentials) this.#proven.add(credential)
    this.#controlling = undefined
    answered.abort()
    open()
    for (const resolve of wanted) resolve()
  }
}
