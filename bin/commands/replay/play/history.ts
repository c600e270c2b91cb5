import type { CaseEvent, CaseRequest } from '../../../../emulator/case/case-file.ts'

/** The events of a case, by their requests. */
export interface History {
  readonly requests: readonly CaseRequest[]
  /** The number of events before a request arrived. */
  readonly beforeArrival: (number: number) => number
  /** The number of events until a request was answered; of 0, before the first arrived. */
  readonly untilAnswer: (number: number) => number
  /** The number of events before the first request of a world arrived. */
  readonly beforeFirstOf: (world: string) => number
}

/** Finds where each request begins and ends: at its answer, or where the next one of its world arrived. */
export function historyOf(events: readonly CaseEvent[]): History {
  const requests: CaseRequest[] = []
  const begins: number[] = [0]
  const ends: number[] = []
  const firsts = new Map<string, number>()
  /** The latest request of each world, while it is not answered. */
  const latest = new Map<string, number>()
  for (const [place, event] of events.entries()) {
    if (event.kind === 'answer') {
      ends[event.number] = place + 1
      continue
    }
    if (event.kind !== 'request') continue
    const before = latest.get(event.world)
    if (before !== undefined) ends[before] ??= place
    if (requests.length === 0) ends[0] = place
    if (before === undefined) firsts.set(event.world, place)
    latest.set(event.world, event.number)
    begins[event.number] = place
    requests.push(event)
  }
  return {
    requests,
    beforeArrival: (number) => begins[number] ?? events.length,
    untilAnswer: (number) => ends[number] ?? events.length,
    beforeFirstOf: (world) => firsts.get(world) ?? events.length,
  }
}
