// Judges a client and makes the report of it.
import { digestOfRows, kit } from '../../catalogue/kit.ts'
import { clientRequirements } from '../catalogue/requirements.ts'
import { commandWithoutSecrets } from '../../judge/redaction/beside-names.ts'
import type { ClientVerdict } from '../catalogue/verdicts.ts'
import type { ClientResult } from './client-result.ts'
import { judgeTasks, type JudgeOptions } from './judge-tasks.ts'
import { Redaction } from './redaction.ts'
import type { ClientSubject } from './client-subject.ts'
import { clientTally } from './summary.ts'

/** The client that a report is about. */
export interface ClientIdentity {
  /** As reports call it. */
  readonly name: string
  /** The command that was run; empty for one in process. */
  readonly command: readonly string[]
}

/** The result of judging a client, without secrets. Reports are written from it. */
export interface ClientReport {
  /** Tells it from a report about a service. */
  readonly kind: 'client'
  /** The kit; `digest` identifies the catalogue of requirements. */
  readonly kit: {
    readonly name: string
    readonly version: string
    readonly requirements: number
    readonly digest: string
  }
  /** The judged client. */
  readonly client: ClientIdentity
  /** True where all that is stated and applies was decided and kept, false where something failed, null otherwise. */
  readonly conformant: boolean | null
  /** Results by verdict. */
  readonly summary: Readonly<Record<ClientVerdict, number>>
  /** The number of stated requirements that apply to the client, and of those that were decided. */
  readonly requirements: { readonly stated: number; readonly decided: number }
  /** In the order of tasks, inputs and scenarios. */
  readonly results: readonly ClientResult[]
}

/** Options for judging a client and reporting on it. */
export interface ClientReportOptions extends JudgeOptions {
  /** Takes the secrets out of results. It learns those of each run. */
  readonly redaction?: Redaction
  /** True if a result is reported. Default: all are. */
  readonly reports?: (result: ClientResult) => boolean
  /** When it aborts, the report is made of the runs that have ended. */
  readonly signal?: AbortSignal
}

/** Judges a client by all tasks and reports what came of it. */
export async function reportOnTasks(
  subject: ClientSubject,
  client: ClientIdentity,
  { onResults, redaction = new Redaction(), reports = () => true, signal, ...options }: ClientReportOptions = {},
): Promise<ClientReport> {
  const redacted = new Map<ClientResult, ClientResult>()
  const judging = judgeTasks(subject, {
    ...options,
    onResults: (results, run) => {
      if (run) redaction.learn(run)
      for (const result of results) if (reports(result)) redacted.set(result, redaction.show(result))
      onResults?.(results, run)
    },
  })
  const results = await judging.catch((error: unknown) => {
    if (signal?.aborted) return [...redacted.keys()]
    throw error
  })
  return toClientReport(
    client,
    results.flatMap((result) => redacted.get(result) ?? []),
  )
}

/** Makes the report of results from which the secrets were taken. */
export function toClientReport({ name, command }: ClientIdentity, results: readonly ClientResult[]): ClientReport {
  const { conformant, counts, requirements } = clientTally(results)
  return {
    kind: 'client',
    kit: { ...kit, requirements: clientRequirements.length, digest },
    client: { name: commandWithoutSecrets(name.split(' ')).join(' '), command: commandWithoutSecrets(command) },
    conformant,
    summary: counts,
    requirements,
    results,
  }
}

/** Identifies the catalogue: the same digest means the same statements. */
const digest = digestOfRows(
  clientRequirements.map(({ id, clause, level, statement }) => [id, clause, level, statement]),
)
