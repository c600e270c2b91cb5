// A run of the fuzzer: episodes one after the other, each from its own number alone.
import fc from 'fast-check'
import { requestsUnder } from './good-requests.ts'
import { newTally, runEpisode, type Tally } from './run-episode.ts'
import { rawConnections } from './raw-connections.ts'
import { type Setup, setupOf } from './setups.ts'
import { runSocketEpisode } from './socket-episode.ts'

/** About the number of requests of one episode, which has two runs of half as many. */
export const requestsAtOnce = 50

/** The findings of a run. */
export interface Outcome {
  readonly tally: Tally
  readonly failures: readonly Failure[]
}

/** A property that did not hold, with the fewest requests that still show it. */
export interface Failure {
  readonly episode: number
  readonly seed: number
  readonly message: string
}

const runsAtOnce = 2

/** How often a failing episode is tried with fewer or simpler requests. */
const shrinkTries = 400

/** Runs episodes. `report` hears of each before it begins. */
export async function fuzz(
  {
    seed,
    from,
    to,
    most = 1,
  }: { readonly seed: number; readonly from: number; readonly to: number; readonly most?: number },
  report: (episode: number, tally: Tally) => void = () => {},
): Promise<Outcome> {
  const tally = newTally()
  const failures: Failure[] = []
  const rejections: unknown[] = []
  const onRejection = (reason: unknown) => rejections.push(reason)
  process.on('unhandledRejection', onRejection)
  try {
    for (let episode = from; episode < to && failures.length < most; episode++) {
      report(episode, tally)
      const message = await failureOf(setupOf(episode), seed, tally, rejections)
      if (message !== undefined) failures.push({ episode, seed, message })
    }
  } finally {
    process.off('unhandledRejection', onRejection)
  }
  return { tally, failures }
}

async function failureOf(setup: Setup, seed: number, tally: Tally, rejections: unknown[]): Promise<string | undefined> {
  const requests = requestsUnder(setup.conventions, setup.conventionsKey)
  let tries = 0
  const once = async (run: () => Promise<void>) => {
    // Once a failure was found, its copies with fewer requests are tried, and no more than so many.
    if (tries++ > shrinkTries) return
    rejections.length = 0
    await run()
    await new Promise(setImmediate)
    if (rejections.length > 0)
      throw new Error(`An unhandled rejection: ${String(rejections[0])}`, { cause: rejections[0] })
  }
  const sizes = { minLength: 1, size: 'max' } as const
  const parameters = { seed: seed + setup.index, numRuns: runsAtOnce, unbiased: true }
  const details = setup.overSocket
    ? await fc.check(
        fc.asyncProperty(
          fc.array(rawConnections(requests), { ...sizes, maxLength: Math.ceil(requestsAtOnce / 3) }),
          (connections) => once(() => runSocketEpisode(setup, connections, tally)),
        ),
        parameters,
      )
    : await fc.check(
        fc.asyncProperty(fc.array(requests, { ...sizes, maxLength: requestsAtOnce }), (sent) =>
          once(() => runEpisode(setup, sent, tally)),
        ),
        parameters,
      )
  if (!details.failed) return undefined
  const { errorInstance, counterexamplePath, numShrinks } = details
  const message = errorInstance instanceof Error ? errorInstance.message : String(errorInstance)
  const fewest = details.counterexample?.[0].length ?? 0
  return `${message}\nAfter ${fewest} requests, made fewer ${numShrinks} times (${counterexamplePath}).`
}
