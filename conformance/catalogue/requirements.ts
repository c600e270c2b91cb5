import { accessTokenRequirements } from './requirements/access-tokens.ts'
import { authenticationRequirements } from './requirements/authentication.ts'
import { connectRequirements } from './requirements/connect.ts'
import { httpRequirements } from './requirements/general.ts'
import { idRequirements } from './requirements/ids.ts'
import { legacyRequirements } from './requirements/legacy.ts'
import { linkRequirements } from './requirements/link.ts'
import { listRequirements } from './requirements/lists.ts'
import { oauthRequirements } from './requirements/oauth.ts'
import { otherRequirements } from './requirements/other.ts'
import { serviceRequirements } from './requirements/services.ts'

/**
 * One sentence of the specification that concerns a server, in our own words, with its kind.
 *
 * - `stated`: normative. Only these can fail a target. One that no client can judge from outside carries `excluded`
 *   with the reason and is never checked.
 * - `example`: shown by an example, not stated as a contract. It is recorded and never judged.
 * - `notShown`: the specification says that it leaves this open. A target is free.
 */
export interface Requirement {
  /** A literal for `grep`, the same for pass and fail. */
  readonly id: string
  /** The clause that states it. */
  readonly clause: string
  /** The kind decides about failures: only `stated` can fail a target. */
  readonly kind: 'stated' | 'example' | 'notShown'
  /** The sentence, in our own words. */
  readonly statement: string
  /** Why no client can judge it from outside. */
  readonly excluded?: string
  /**
   * The profiles that a decidable requirement belongs to, beside `full`: those whose part of the specification has its
   * clause, as far as it can be seen at a service that offers only that part. `read-only` has what a run without writes
   * decides.
   */
  readonly profiles?: readonly PartialProfile[]
  /** For a decidable requirement, the usual cause of a failure, and the remedy. */
  readonly advice?: Advice
}

/** The profiles that name a part of the specification. `full` is all of it. */
export type PartialProfile = 'versioned' | 'legacy' | 'tokens' | 'services' | 'read-only'

/** The usual cause of a failure, and its remedy. */
export interface Advice {
  /** The usual cause, in a sentence. */
  readonly cause: string
  /** The remedy, in a sentence. */
  readonly remedy: string
  /** The remedy if the route is served, where `remedy` suspects that it is missing. Default: `remedy`. */
  readonly servedRemedy?: string
  /** A narrower remedy, by the kind of the fact of a failure. Default: `remedy`. */
  readonly byFact?: Readonly<Record<string, string>>
}

const rows = {
  ...httpRequirements,
  ...idRequirements,
  ...accessTokenRequirements,
  ...oauthRequirements,
  ...authenticationRequirements,
  ...connectRequirements,
  ...listRequirements,
  ...serviceRequirements,
  ...legacyRequirements,
  ...linkRequirements,
  ...otherRequirements,
}

/** A row of the catalogue, by its id. A decidable requirement has a cause and a remedy. Default of `kind`: `stated`. */
type Row = Omit<Requirement, 'id' | 'kind' | 'advice'> & Partial<Pick<Requirement, 'kind'> & Advice>

/** The name of a requirement: the only thing that both halves have in common. */
export type RequirementId = keyof typeof rows

/** Every requirement. The order is that of reports and of `conformance list`. */
export const requirements: readonly (Requirement & { readonly id: RequirementId })[] = (
  Object.entries(rows) as [RequirementId, Row][]
).map(([id, { clause, kind = 'stated', statement, cause, remedy, servedRemedy, byFact, ...decided }]) => ({
  id,
  clause,
  kind,
  statement,
  ...decided,
  ...(cause !== undefined && remedy !== undefined
    ? {
        advice: {
          cause,
          remedy,
          ...(servedRemedy === undefined ? {} : { servedRemedy }),
          ...(byFact === undefined ? {} : { byFact }),
        },
      }
    : {}),
}))

const byId: ReadonlyMap<string, Requirement> = new Map(requirements.map((requirement) => [requirement.id, requirement]))

/** The requirement with an id; undefined for an unknown id. */
export function findRequirement(id: string): Requirement | undefined {
  return byId.get(id)
}

/** The requirement that a check decides: the first two parts of the check's id. */
export function decidedRequirement(check: string): RequirementId {
  return check.split('.', 2).join('.') as RequirementId
}
