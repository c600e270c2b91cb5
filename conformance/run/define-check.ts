import type { Exchange } from '../wire/exchange.ts'
import type { RequirementId } from '../catalogue/requirements.ts'
import type { Session } from './session.ts'
import type { HookName } from '../target/target-file.ts'

/** What a check cannot do without, as a target file declares it. */
export type Need =
  | 'bearer'
  | 'oauth'
  | 'integrationToken'
  | 'apiKey'
  | 'dsn'
  /** Any credential for the legacy API. */
  | 'legacy'
  | 'catalogId'
  | 'scopeId'
  | 'configurationPath'
  | 'adapter'
  | 'adapterConnectionId'
  | 'command'
  | 'projectId'
  | 'issueId'
  | 'apiKeyProjectId'
  | 'dsnPath'
  | 'enumFilters'
  | 'mcp'
  | `hook:${HookName}`

interface CommonCheck {
  /** A literal that grep finds; it begins with the requirement's subject. */
  readonly id: string
  readonly requirement: RequirementId
  /** What it sends and compares, in a sentence: `conformance explain` prints it. */
  readonly description: string
}

/** A check that sends requests. It passes by returning; anything else is thrown as a Conclusion. */
export interface ActiveCheck extends CommonCheck {
  readonly effect: 'read' | 'write'
  readonly needs?: readonly Need[]
  /** Checks that must have passed: when one has not, this one is blocked and names it. */
  readonly after?: readonly string[]
  /** Checks of the same rule at another place: where one of them failed too, that one names the fault, and this one is blocked by it. */
  readonly sameFaultAs?: readonly string[]
  /** Runs alone, behind all others: for checks that move the target's clock. */
  readonly exclusive?: boolean
  /** Resolves with a remark on what was proven, or with nothing. */
  readonly run: (session: Session) => Promise<string | void>
}

/** A check that reads every exchange of the run and sends nothing of its own. */
export interface PassiveCheck extends CommonCheck {
  /** Checks that run before it, however they end: picked alone it would have nothing to read. */
  readonly reads?: readonly string[]
  readonly observe: () => Observer
}

export interface Observer {
  see(exchange: Exchange): void
  /** Ends like an active check: by returning, or with a Conclusion; `evidence` are the exchanges that show it. */
  conclude(): { readonly remark?: string; readonly evidence?: readonly Exchange[] } | void
  /** The exchanges behind a Conclusion that was thrown. */
  readonly evidence?: readonly Exchange[]
}

export type Check = ActiveCheck | PassiveCheck

/** Declares a check. */
export function defineCheck<C extends Check>(check: C): C {
  return check
}

/** Whether a check sends nothing of its own, and reads what others send. */
export function isPassive(check: Check): check is PassiveCheck {
  return 'observe' in check
}
