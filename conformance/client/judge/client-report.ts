// Judges a client and creates its report.
import { digestOfRows, kit } from '../../catalogue/kit.ts'
import { clientRequirements } from '../catalogue/requirements.ts'
import { commandWithoutSecrets } from '../../judge/redaction/beside-names.ts'
import type { ClientVerdict } from '../conclusions/client-conclusion.ts'
import type { ClientResult } from './client-result.ts'
import { judgeTasks, type JudgeOptions } from './judge-tasks.ts'
import { Redaction } from './redaction.ts'
import type { ClientSubject } from './client-subject.ts'
import { summarizeClient } from './summary.ts'

/** The client of a report. */
export interface ClientIdentity {
  /** Its name in reports. */
  readonly name: string
  /** The command that was run; empty for a client in process. */
  readonly command: readonly string[]
}

/** The result of judging a client, without secrets. Reports are written from it. */
export interface ClientReport {
  /** Distinguishes it from a report about a service. */
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
  /** True if all stated requirements that apply were decided and kept, false if one failed, null otherwise. */
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
  /** Removes secrets from results. It learns the secrets of each run. */
  readonly redaction?: Redaction
  /** True if a result is reported. Default: all are. */
  readonly reports?: (result: ClientResult) => boolean
  /** On abort, the report covers the runs that have ended. */
  readonly signal?: AbortSignal
}

/** Judges a client by all tasks and reports the results. */
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

/** Creates the report of results whose secrets were removed. */
export function toClientReport({ name, command }: ClientIdentity, results: readonly ClientResult[]): ClientReport {
  const { conformant, counts, requirements } = summarizeClient(results)
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

/** Identifies the catalogue: equal digests mean equal statements. */
const digest = digestOfRows(
  clientRequirements.map(({ id, clause, level, statement }) => [id, clause, level, statement]),
)
