import type { CheckId } from '../catalogue/check-ids.ts'
import { type RequirementId, decidedRequirement } from '../catalogue/requirements.ts'
import type { Declaration } from '../target/declarations.ts'
import type { Phrase } from '../conclusions/phrase.ts'
import type { Exchange } from '../conclusions/exchange.ts'
import type { ListedKind } from './created-objects.ts'
import type { CheckResult } from './result.ts'
import type { Session } from './session.ts'

interface CommonCheck {
  /** The id of the decided requirement, followed by a unique name. A literal, so that `grep` finds it. */
  readonly id: string
  /** The requirement that the check decides: the beginning of its id. */
  readonly requirement: RequirementId
  /**
   * True if the check tests a rule in an additional place, so that its failure may only repeat the failure of another
   * check. `blame.ts` lists the requirements that explain it.
   */
  readonly mayRepeat?: boolean
  /** True if it passes with a remark that names its requests. */
  readonly namesRequests?: boolean
  /** The requests of the check and the comparison, in a sentence or two. `conformance explain` prints it. */
  readonly description: string
}

/** A check that sends requests. It passes when it returns; any other outcome is thrown as a Conclusion. */
export interface ActiveCheck extends CommonCheck {
  /** True if the check may create, change or delete at the target. */
  readonly effect: 'read' | 'write'
  /** The declarations of the target file that the check needs. */
  readonly needs?: readonly Declaration[]
  /** Checks that must pass first. When one does not, this one is blocked and names it. */
  readonly after?: readonly CheckId[]
  /**
   * The checks of `after` that need not be decided: if one lacks data, this check runs anyway. It must then find
   * out itself what it builds on.
   */
  readonly mayBeOpen?: readonly CheckId[]
  /**
   * Its part in a quick run that does not name it. `never`: another check covers the requirement there. `sampled`: the
   * seed chooses one of the checks of the requirement that are sampled. Default: it runs.
   */
  readonly inQuickRun?: 'never' | 'sampled'
  /** Runs after other checks, as it changes their data by a hook. */
  readonly exclusive?: boolean
  /** Runs at the end, side by side with all checks that let time pass at the target: see `SharedWaits`. */
  readonly waits?: boolean
  /**
   * The most requests that the check sends with a wrong credential. Such checks run after all others, the ones with the
   * fewest such requests first, as a target may lock a client out.
   */
  readonly wrongCredentials?: WrongCredentials
  /**
   * The check that decides the same requirement with fewer wrong credentials: this one is left out of a gentle run, and
   * once the target has locked out.
   */
  readonly decidedBy?: CheckId
  /**
   * True if the check requests protected resources without credentials. Such checks run after those with right
   * credentials, as a target may block an address that is refused too often.
   */
  readonly asksAnonymously?: boolean
  /** True if the check opens pages in a browser, so that no shell script can reproduce its failure. */
  readonly inBrowser?: boolean
  /** A kind of object that the check creates. One check declares it for all checks that create such objects. */
  readonly creates?: CreatedKind
  /** Doubts about the outcome of this check, examined before the general ones. */
  readonly doubts?: readonly Doubt[]
  /** Resolves with a remark on the proof, or with nothing. */
  readonly run: (session: Session) => Promise<Phrase | void>
}

/** The most requests with a wrong credential that a check sends in a gentle run, a quick run and a full run. */
export interface WrongCredentials {
  readonly gentle: number
  readonly quick: number
  /** Default: the value of `quick`. */
  readonly full?: number
}

/** A kind of object that checks create, and how to find one whose id was never returned. */
export interface CreatedKind extends ListedKind {
  /** Resolves with the id. `complete` says whether an object that was not found does not exist. */
  readonly find: (
    session: Session,
    name: string,
  ) => Promise<{ readonly id: string | undefined; readonly complete: boolean }>
  /** Requests the list of such objects, up to the one with an id. Resolves with false if it is certainly missing. */
  readonly isListed: (session: Session, id: string) => Promise<boolean>
  /** Returns true if a list shows that nothing with this id exists. */
  readonly isGone?: (session: Session, id: string) => Promise<boolean>
}

/** A check that reads every exchange of the run and sends nothing itself. */
export interface PassiveCheck extends CommonCheck {
  /** Checks that run before it, whatever their verdicts: without them it would have nothing to read. */
  readonly reads?: readonly CheckId[]
  /** Starts to read a run. */
  readonly observe: () => Observer
}

/** Reads the exchanges of a run for a passive check. */
export interface Observer {
  /** Reads one exchange. */
  record(exchange: Exchange): void
  /** Ends like an active check: returns, or throws a Conclusion. `evidence` holds the deciding exchanges. */
  conclude(): { readonly remark?: Phrase; readonly evidence?: readonly Exchange[] } | void
  /** The exchanges that show a Conclusion that was thrown. */
  readonly evidence?: readonly Exchange[]
}

/** A judgement of a target that decides one requirement. */
export type Check = ActiveCheck | PassiveCheck

/** The check, session and exchanges that an outcome is about. */
export interface Subject {
  readonly check: Check
  readonly session: Session
  /** The exchanges that decided the outcome. */
  readonly exchanges: readonly Exchange[]
  /** Runs the check once more, in another session. */
  readonly again: (session: Session) => Promise<CheckResult>
}

/** Examines whether an outcome shows what it seems to. Returns the outcome, or another one to replace it. */
export type Doubt = (outcome: CheckResult, subject: Subject) => CheckResult | Promise<CheckResult>

/** A check without its requirement, which is the beginning of its id. */
export type DeclaredCheck = Omit<ActiveCheck, 'requirement'> | Omit<PassiveCheck, 'requirement'>

/** Declares a check. Its requirement is the beginning of its id. */
export function defineCheck(check: Omit<ActiveCheck, 'requirement'>): ActiveCheck
export function defineCheck(check: Omit<PassiveCheck, 'requirement'>): PassiveCheck
export function defineCheck(check: DeclaredCheck): Check
export function defineCheck(check: DeclaredCheck): Check {
  return { ...check, requirement: decidedRequirement(check.id) }
}

/** Returns true if a check runs after all checks that leave the target as it is. */
export function isAtEnd(check: ActiveCheck): boolean {
  return check.exclusive === true || check.waits === true
}

/** Returns true if a check sends nothing and reads the exchanges of other checks. */
export function isPassive<Any extends DeclaredCheck>(check: Any): check is Extract<Any, Pick<PassiveCheck, 'observe'>> {
  return 'observe' in check
}
