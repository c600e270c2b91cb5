import type { RunCredential } from '../conclusions/cause.ts'
import type { Time } from '../send/time.ts'
import { mostInARow } from './controls.ts'

/** The shortest lock-out that a control still detects after a wrong credential, in milliseconds. */
const shortestLock = 250

/**
 * Milliseconds after which the next wrong credentials follow a control that is not answered yet. They must not overtake
 * it, as it ends a row of failures.
 */
const headStart = 10

/** A request with a wrong credential, and its priority. */
interface Turn {
  /** The right credential for the wrong one that is sent. */
  readonly credential: RunCredential
  /** The request with the lowest rank goes first. */
  readonly rank: number
  /** True for a request that a gentle run leaves out: the credential then matters more than the rank. */
  readonly isSpare?: boolean
  readonly control: Control
}

/** A request with a wrong credential that waits for its turn. */
interface Waiting extends Omit<Turn, 'control'> {
  readonly enter: (admitted: Admitted) => void
}

/** A request with a wrong credential that was admitted. */
interface Admitted {
  readonly credential: RunCredential
  /** Milliseconds of the run's clock. */
  readonly at: number
  isAnswered: boolean
}

/** Tests once for each credential whether it still works. */
type Control = (credentials: readonly RunCredential[]) => Promise<unknown>

/** The most controls that are under way at the same time. */
const mostControls = 2

/**
 * Admits requests with wrong credentials from all checks: a few at once, then a control of each credential among them,
 * then the next few. The first wrong request for a credential is sent without another one for it, and the next few wait
 * for the answer to its control, so that its refusal can be distinguished from a lock-out. After that, controls and
 * wrong requests follow each other without waiting for answers.
 */
export class Turnstile {
  readonly #time: Time
  /** The most wrong credentials in a row, of all kinds: an address may be locked out for all of them. */
  readonly #most: number
  /** The most requests under way: more would wait elsewhere, and could change their order. */
  readonly #capacity: number
  /** False to send a control only after all answers, which needs fewer of them. */
  readonly #pipelines: boolean
  readonly #waiting: Waiting[] = []
  readonly #proven = new Set<RunCredential>()
  /** The wrong requests since the last control was sent. */
  #inARow: Admitted[] = []
  /** The wrong requests that no control has followed since they were answered. */
  readonly #unproven = new Set<Admitted>()
  #wanted: (() => void)[] = []
  #controls = 0
  /** The controls that are under way. */
  #controlling: Promise<unknown> = Promise.resolve()
  /** The control after which the next wrong credentials may not follow yet. */
  #closedBy: object | undefined
  #control: Control = () => Promise.resolve()

  constructor(time: Time, { quick, concurrency }: { readonly quick: boolean; readonly concurrency: number }) {
    this.#time = time
    this.#most = quick ? mostInARow.quick : mostInARow.full
    this.#pipelines = !quick
    this.#capacity = Math.max(concurrency, this.#most + 1)
  }

  /**
   * Sends a request when its turn has come.
   */
  async pass<T>({ credential, rank, isSpare = false, control }: Turn, send: () => Promise<T>): Promise<T> {
    this.#control = control
    const { promise: turn, resolve: enter } = Promise.withResolvers<Admitted>()
    const behind = this.#waiting.findIndex((other) => other.rank > rank)
    this.#waiting.splice(behind < 0 ? this.#waiting.length : behind, 0, { credential, rank, isSpare, enter })
    this.#next()
    const admitted = await turn
    const before = this.#controlling
    try {
      return await send()
    } finally {
      admitted.isAnswered = true
      this.#next()
      // The answer to a control comes first: a check may continue with other credentials.
      await before
    }
  }

  /** Resolves when a control has followed every wrong credential that was answered. */
  async closed(): Promise<void> {
    if (this.#unproven.size === 0) {
      await this.#controlling
      return
    }
    await new Promise<void>((resolve) => {
      this.#wanted.push(resolve)
      this.#next()
    })
  }

  #next(): void {
    if (this.#closedBy) return
    // Requests for one credential are admitted together and need one control.
    for (let next = this.#admissible(); next; next = this.#admissible()) {
      this.#waiting.splice(this.#waiting.indexOf(next), 1)
      const admitted = { credential: next.credential, at: this.#time.now(), isAnswered: false }
      this.#inARow.push(admitted)
      this.#unproven.add(admitted)
      next.enter(admitted)
    }
    if (this.#needsControl()) this.#controlling = Promise.all([this.#controlling, this.#close()])
  }

  #admissible(): Waiting | undefined {
    const [first] = this.#inARow
    if (this.#inARow.length >= this.#most || this.#underWay >= this.#capacity) return undefined
    if (first && this.#time.now() - first.at > shortestLock) return undefined
    const isAmong = (row: Iterable<Admitted>, { credential }: Waiting) =>
      [...row].some((admitted) => admitted.credential === credential)
    const isProven = ({ credential }: Waiting) => this.#proven.has(credential)
    const byRank = this.#waiting.find((next) => isProven(next) || !isAmong(this.#inARow, next))
    if (!byRank?.isSpare) return byRank
    // Rows of the same credential need the fewest controls.
    const row = first ? this.#inARow : this.#unproven
    return this.#waiting.find((next) => isProven(next) && isAmong(row, next)) ?? byRank
  }

  get #underWay(): number {
    return this.#controls + this.#unanswered
  }

  get #unanswered(): number {
    return [...this.#unproven].filter(({ isAnswered }) => !isAnswered).length
  }

  #needsControl(): boolean {
    if (this.#unproven.size === 0 || this.#waiting.length + this.#wanted.length === 0) return false
    if (this.#underWay === 0) return true
    const mayFollow = this.#pipelines && this.#inARow.length >= this.#most && this.#controls < mostControls
    return mayFollow && this.#waiting.length > 0 && this.#underWay < this.#capacity && this.#areProven(this.#inARow)
  }

  #areProven(admitted: Iterable<Admitted>): boolean {
    return [...admitted].every(({ credential }) => this.#proven.has(credential))
  }

  async #close(): Promise<void> {
    const answered = new AbortController()
    this.#closedBy = answered
    if (this.#unanswered > 0) await this.#time.sleep(headStart)
    const followed = [...this.#unproven].filter((wrong) => wrong.isAnswered || this.#inARow.includes(wrong))
    const credentials = [...new Set(followed.map(({ credential }) => credential))]
    const wanted = this.#wanted
    this.#inARow = []
    this.#wanted = []
    for (const admitted of followed) if (admitted.isAnswered) this.#unproven.delete(admitted)
    const open = () => {
      if (this.#closedBy === answered) this.#closedBy = undefined
      this.#next()
    }
    if (this.#areProven(followed)) void this.#time.sleep(headStart, answered.signal).then(open, () => undefined)
    this.#controls++
    // The control notes its findings, and waiting requests check them.
    await this.#control(credentials).catch(() => undefined)
    for (const credential of credentials) this.#proven.add(credential)
    this.#controls--
    answered.abort()
    open()
    for (const resolve of wanted) resolve()
  }
}
