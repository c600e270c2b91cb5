// What the judgement of a client comes to: the report of DESIGN.md, 12.4.
import { createHash } from 'node:crypto'
import { kit } from '../../catalogue/kit.ts'
import { type ClientRequirementId, clientRequirements } from '../catalogue/requirements.ts'
import { type ClientVerdict, clientVerdicts } from '../catalogue/verdicts.ts'
import type { ClientResult } from '../judge/client-result.ts'

/** The report about a client. */
export interface ClientReport {
  /** Tells it from a report about a service. */
  readonly kind: 'client'
  /** What judged: `digest` identifies the catalogue of requirements. */
  readonly kit: {
    readonly name: string
    readonly version: string
    readonly requirements: number
    readonly digest: string
  }
  /** The client; in process, the command is empty. */
  readonly client: { readonly name: string; readonly command: readonly string[] }
  /** False: a stated requirement was not kept. Null: nothing failed, and some that apply could not be decided. */
  readonly conformant: boolean | null
  /** Results by verdict. */
  readonly summary: Readonly<Record<ClientVerdict, number>>
  /** How many stated requirements apply to the client, and how many of these were decided. */
  readonly requirements: { readonly stated: number; readonly decided: number }
  /** In the order of tasks, inputs and scenarios. */
  readonly results: readonly ClientResult[]
}

/** Puts results together. A requirement applies unless every result about it says that it does not. */
export function toClientReport(
  results: readonly ClientResult[],
  client: { readonly name: string; readonly command: readonly string[] },
): ClientReport {
  const summary = Object.fromEntries(clientVerdicts.map((verdict) => [verdict, 0])) as Record<ClientVerdict, number>
  const found = new Map<ClientRequirementId, Set<ClientVerdict>>()
  for (const { verdict, requirement } of results) {
    summary[verdict]++
    found.set(requirement, (found.get(requirement) ?? new Set()).add(verdict))
  }
  const stated = clientRequirements
    .filter(({ level }) => level === 'stated')
    .flatMap(({ id }) => found.get(id) ?? [])
    .filter((verdicts) => verdicts.size > 1 || !verdicts.has('notApplicable'))
  const decided = stated.filter((verdicts) => verdicts.has('pass') || verdicts.has('fail')).length
  return {
    kind: 'client',
    kit: { ...kit, requirements: clientRequirements.length, digest },
    client,
    conformant:
      summary.fail > 0 ? false : stated.length > 0 && decided === stated.length && summary.error === 0 ? true : null,
    summary,
    requirements: { stated: stated.length, decided },
    results,
  }
}

const digest = `sha256:${createHash('sha256')
  .update(JSON.stringify(clientRequirements.map(({ id, clause, level, statement }) => [id, clause, level, statement])))
  .digest('hex')}`
