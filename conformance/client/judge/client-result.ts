import type { StatementOf } from '../../conclusions/statement.ts'
import type { ClientCause } from '../conclusions/client-cause.ts'
import type { ClientFact } from '../conclusions/client-fact.ts'
import type { ClientRequirementId } from '../catalogue/requirements.ts'
import type { ClientVerdict } from '../catalogue/verdicts.ts'
import type { Level } from '../catalogue/client-requirement.ts'
import type { ReceivedRequest } from '../evidence/transcript.ts'
import type { TaskInput, TaskName } from '../tasks/names.ts'

/** The conclusion of one check about one run. */
export interface ClientResult extends ClientStatement {
  /** The id of the check. */
  readonly check: string
  /** The requirement that it decides. */
  readonly requirement: ClientRequirementId
  /** As `4.10`. */
  readonly clause: string
  /** The level of the requirement: only `stated` can fail a client. */
  readonly level: Level
  /** Null where a client was watched. */
  readonly task: TaskName | null
  /** The input of the task; null for a watched client. */
  readonly input: TaskInput | null
  /** The name of the input; null where a client was watched. Reports in JSON leave it out. */
  readonly inputName: string | null
  /** Null in a plain run. */
  readonly scenario: string | null
  /** The verdict of the check. */
  readonly verdict: ClientVerdict
  /**
   * The number of worlds in which a watched client breaks it; undefined for one world. The requests are of the first.
   */
  readonly worlds?: number | undefined
  /** The requests that show it. */
  readonly evidence: readonly ReceivedRequest[]
}

/** The statement of a result. It becomes text last. */
export type ClientStatement<Fact = ClientFact> = StatementOf<Fact, ClientCause>

/** A result of which other things are to be said. */
export function withoutStatement<Result extends ClientStatement<unknown>>(
  result: Result,
): Omit<Result, keyof ClientStatement> {
  const {
    expected: _expected,
    got: _got,
    remark: _remark,
    fact: _fact,
    cause: _cause,
    suspected: _suspected,
    ...others
  } = result
  return others
}
