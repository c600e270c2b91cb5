// Judges a recorded run again: the checks of this kit run over its exchanges, and nothing is sent.
import { checks } from '../checks/checks.ts'
import type { Exchange } from '../conclusions/exchange.ts'
import type { CheckResult, RunResult } from '../judge/result.ts'
import { runConformance } from '../judge/run-conformance.ts'
import { RunReplay } from '../judge/run-replay.ts'
import { isObject } from '../reading/find-list.ts'
import { toTarget } from '../target/target-file.ts'

/** The outcome of judging a run again. */
export interface JudgedAnew {
  /** The checks whose results came out the same. */
  readonly same: readonly string[]
  /** The results that the exchanges contradict, each with the verdict that they lead to. */
  readonly others: readonly { readonly check: string; readonly verdict: string | undefined }[]
  /** The numbers of the exchanges whose request is not the one that the kit sends there. */
  readonly strange: readonly number[]
  /** True if what the run found besides its results comes out otherwise. */
  readonly hasOtherFindings: boolean
}

/** The reason why a run cannot be judged again. */
export type Unjudged =
  /** The run has no recording. */
  | 'unrecorded'
  /** The HAR has not the whole of a response. */
  | 'lost'
  /** The recording does not lead through the run. */
  | 'other'

/** The most calls of a run: hundred times as many as one has. */
const mostCalls = 200_000

/** Judges a run again by its exchanges. A recording of a stranger may hold anything. */
export async function judgeAnew(run: RunResult, exchanges: readonly Exchange[]): Promise<JudgedAnew | Unjudged> {
  const { recording } = run
  if (recording === undefined) return 'unrecorded'
  try {
    if (recording.order.length > mostCalls * 6 || !isObject(recording.limits)) return 'other'
    const replay = new RunReplay(recording, exchanges, run.startedAt)
    const again = await runConformance({
      target: toTarget(replay.valueOf(recording.target)),
      checks,
      outside: replay,
      signal: replay.signal,
      // Only the limit of the whole run waits by it.
      time: { now: () => run.startedAt, sleep: () => new Promise(() => undefined) },
      fetch: () => Promise.reject(new Error('nothing is sent')),
      keepExchanges: true,
      allowWrites: run.allowWrites,
      seed: run.seed,
      gentle: run.gentle,
      quick: run.quick,
      limits: recording.limits,
      ...recording.selection,
    })
    return replay.divergence ?? compared(run, exchanges, again)
  } catch {
    return 'other'
  }
}

function compared(run: RunResult, exchanges: readonly Exchange[], again: RunResult): JudgedAnew {
  const found = new Map(again.results.map((result) => [result.check, result]))
  const isSame = (result: CheckResult) => textOf(comparable(result)) === textOf(comparable(found.get(result.check)))
  const asked = new Set(run.results.map(({ check }) => check))
  return {
    same: run.results.filter(isSame).map(({ check }) => check),
    others: [
      ...run.results.filter((result) => !isSame(result)),
      ...again.results.filter(({ check }) => !asked.has(check)),
    ].map(({ check }) => ({ check, verdict: found.get(check)?.verdict })),
    strange: exchanges.flatMap((exchange, index) => {
      const sent = again.exchanges[index]
      return sent && textOf(bareOf(exchange)) === textOf(bareOf(sent)) ? [] : [index]
    }),
    hasOtherFindings: textOf(rest(run)) !== textOf(rest(again)),
  }
}

/** A result without the form of a secret, which a bundle does not have. */
function comparable(result: CheckResult | undefined): unknown {
  return result?.fact && 'value' in result.fact ? { ...result, fact: { ...result.fact, value: '' } } : result
}

/** The parts of an exchange that a HAR has. */
function bareOf({ request, response, startedAt, durationMs }: Exchange): unknown {
  const { method, url, headers, body } = request
  return [method, url, headers, body, response.status, response.headers, response.text, startedAt, durationMs]
}

/** The parts of a run that follow from its exchanges, besides the results. */
function rest({ baseUrl, claim, undeclared, findings }: RunResult): unknown {
  return { baseUrl, claim, undeclared, findings }
}

/** A secret that the kit changed, by its mark and in a script. */
const changedSecret = /<([\w:]+) with [\w ]+>|\$\((?:changed|recased) \\"\$(\w+)\\" -?\d+(?: '[^']')?\)/g

/**
 * A value as text. Changed secrets count as the secrets: which character is changed, and how much two of them have in
 * common in an encoding, depends on the secret.
 */
function textOf(value: unknown): string {
  return JSON.stringify(value)?.replaceAll(changedSecret, '<$1$2>') ?? ''
}
