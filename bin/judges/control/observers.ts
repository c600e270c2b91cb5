import type { RequestObserver } from '../../../emulator/journal/journal-options.ts'

/** Notifies several observers of each request. Without observers, requests have no overhead. */
export class Observers implements RequestObserver {
  readonly #all = new Set<RequestObserver>()
  onBegin: RequestObserver['onBegin']
  onEnd: RequestObserver['onEnd']

  constructor(...first: readonly (RequestObserver | undefined)[]) {
    for (const observer of first) if (observer) this.add(observer)
  }

  /** Adds an observer. @returns a function that removes it. */
  add(observer: RequestObserver): () => void {
    this.#all.add(observer)
    this.#combine()
    return () => {
      this.#all.delete(observer)
      this.#combine()
    }
  }

  #combine(): void {
    this.onBegin = callAll([...this.#all].flatMap(({ onBegin }) => onBegin ?? []))
    this.onEnd = callAll([...this.#all].flatMap(({ onEnd }) => onEnd ?? []))
  }
}

function callAll<Told>(calls: readonly ((told: Told) => void)[]): ((told: Told) => void) | undefined {
  if (calls.length < 2) return calls[0]
  return (told) => {
    for (const call of calls) call(told)
  }
}
