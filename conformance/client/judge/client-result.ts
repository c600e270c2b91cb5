import type { Result } from '../../conclusions/result.ts'
import type { ClientCause } from '../conclusions/client-cause.ts'
import type { ClientFact } from '../conclusions/client-fact.ts'
import type { ClientRequirementId } from '../catalogue/requirements.ts'
import type { ClientVerdict } from '../catalogue/verdicts.ts'
import type { Level } from '../catalogue/client-requirement.ts'
import type { AnyExchange } from '../../conclusions/exchange.ts'
import type { TaskInput, TaskName } from '../tasks/names.ts'

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
