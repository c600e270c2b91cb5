import type { Result } from '../../conclusions/result.ts'
import type { ClientCause, ClientConclusion, ClientFact, ClientVerdict } from '../conclusions/client-conclusion.ts'
import { type ClientRequirementId, clientRequirement } from '../catalogue/requirements.ts'
import type { Level } from '../catalogue/client-requirement.ts'
import type { AnyExchange } from '../../conclusions/exchange.ts'
import type { WireRun } from '../checks/law.ts'
import type { TaskInput, TaskName } from '../tasks/names.ts'
import { outcomeCheck } from './may-decide.ts'

/** The result of one check about one run. */
export interface ClientResult extends Result<ClientFact, ClientCause, AnyExchange, ClientVerdict, ClientRequirementId> {
  /** The level of the requirement: only `stated` can fail a client. */
  readonly level: Level
  /** Null for a watched client. */
  readonly task: TaskName | null
  /** The input of the task; null for a watched client. */
  readonly input: TaskInput | null
  /** The name of the input; null for a watched client. JSON reports omit it. */
  readonly inputName: string | null
  /** Null in a plain run. */
  readonly scenario: string | null
  /**
   * The number of worlds in which a watched client breaks it; undefined for one world. The requests are those of the
   * first.
   */
  readonly worlds?: number | undefined
}

/** The members of a run that its results name. A run that did not happen has no transcript. */
export type RunPlace = Pick<WireRun, 'task' | 'input' | 'inputName' | 'scenario'> & Partial<Pick<WireRun, 'transcript'>>

/** The result of a conclusion about a run. The level of the requirement decides what `fail` counts as. */
export function toClientResult(
  { task, input, inputName, scenario }: RunPlace,
  { id: check, requirement }: { readonly id: string; readonly requirement: ClientRequirementId },
  conclusion: ClientConclusion,
): ClientResult {
  const { clause, level } = clientRequirement(requirement)
  const verdict =
    conclusion.verdict !== 'fail' || level === 'stated'
      ? conclusion.verdict
      : level === 'implied'
        ? 'advice'
        : 'observed'
  return {
    evidence: [],
    ...conclusion,
    check,
    requirement,
    clause,
    level,
    task: task ?? null,
    input: input ?? null,
    inputName: inputName ?? null,
    scenario: scenario ?? null,
    verdict,
    message: '',
  }
}

/** The result of a conclusion about the report of a client. It shows the requests of the run, unless it is a pass. */
export function decide(
  run: RunPlace,
  requirement: ClientRequirementId,
  { evidence = run.transcript?.exchanges ?? [], ...conclusion }: ClientConclusion,
): ClientResult {
  const check = { id: outcomeCheck(requirement), requirement }
  return toClientResult(run, check, { ...conclusion, evidence: conclusion.verdict === 'pass' ? [] : evidence })
}
