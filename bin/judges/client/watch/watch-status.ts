// The status of a watch, for the control API.
import type { ClientVerdict } from '../../../../conformance/client/catalogue/verdicts.ts'
import type { Level } from '../../../../conformance/client/catalogue/client-requirement.ts'
import { clientRequirement } from '../../../../conformance/client/catalogue/requirements.ts'
import type { ClientCause } from '../../../../conformance/client/conclusions/client-cause.ts'
import type { ClientResult } from '../../../../conformance/client/judge/client-result.ts'
import { clientFactKinds } from '../../../../conformance/client/conclusions/client-fact.ts'
import type { ClientJsonFact } from '../../../../conformance/client/reports/client-json.ts'
import { toJsonFact } from '../../../../conformance/report/json-result.ts'
import type { LiveVerdicts, LiveWatch } from './live-watch.ts'

/** The verdict of a check. */
export interface WatchVerdict {
  readonly check: string
  readonly requirement: string
  readonly clause: string
  readonly level: Level
  readonly statement: string
  readonly verdict: ClientVerdict
  /** True if the client triggered the check. */
  readonly sprung: boolean
  readonly message: string
  /** The fact that shows a failure. */
  readonly fact?: ClientJsonFact
  /** Why it could not be decided. */
  readonly cause?: ClientCause
  /** The behaviour of a careful client; empty unless the requirement was not kept. */
  readonly careful: string
  /** The requests that show the failure, such as `GET /1.13/environments → 200`. */
  readonly evidence: readonly string[]
}

/** The status of a watch. */
export interface WatchStatus {
  readonly state: 'watching' | 'ended'
  readonly client: string
  /** Null for all worlds. */
  readonly world: string | null
  readonly requests: number
  readonly revision: number
  /** Null if the caller already has them. */
  readonly results: readonly WatchVerdict[] | null
  readonly summary: {
    readonly counts: Readonly<Record<ClientVerdict, number>>
    readonly requirements: { readonly stated: number; readonly decided: number }
    readonly conformant: boolean | null
    readonly exitCode: number
  } | null
  readonly why: string | null
}

/** @param known The revision whose verdicts the caller has; they are left out. */
export async function readStatus(watch: LiveWatch, known: number | undefined): Promise<WatchStatus> {
  const verdicts = await watch.verdicts()
  const { revision, isOver, name, world, requests, why } = watch
  return {
    state: isOver ? 'ended' : 'watching',
    client: name,
    world: world ?? null,
    requests,
    revision,
    ...(revision === known ? { results: null, summary: null } : readVerdicts(verdicts)),
    why: why ?? null,
  }
}

function readVerdicts({ report, context }: LiveVerdicts): Pick<WatchStatus, 'results' | 'summary'> {
  const { summary: counts, requirements, conformant, results } = report
  const { exitCode } = context.summary
  return { results: results.map(toVerdict), summary: { counts, requirements, conformant, exitCode } }
}

function toVerdict(result: ClientResult): WatchVerdict {
  const { check, requirement, clause, level, verdict, message, fact, cause, evidence } = result
  const { statement, careful } = clientRequirement(requirement)
  const isBroken = verdict === 'fail' || verdict === 'advice'
  return {
    check,
    requirement,
    clause,
    level,
    statement,
    verdict,
    sprung: cause?.kind !== 'neverDone',
    message,
    ...(fact ? { fact: toJsonFact<ClientJsonFact>(fact, evidence, clientFactKinds) } : {}),
    ...(cause ? { cause } : {}),
    careful: isBroken ? careful : '',
    evidence: evidence.map(
      ({ request, response }) => `${request.method} ${request.url} → ${response?.status ?? 'no answer'}`,
    ),
  }
}
