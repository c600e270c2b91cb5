import type { Offer } from '../catalogue/profiles.ts'
import type { RequirementId } from '../catalogue/requirements.ts'

/** The user's credential. `client` is the OAuth client at /oauth/token. */
export type RunCredential = 'bearer' | 'client' | 'integrationToken' | 'apiKey' | 'dsn'

/**
 * The reason why something could not be decided, or was not looked at. Groups, consequences and exit codes depend on
 * it.
 */
export type Cause =
  /** Another check did not pass: it shows the same, or this one builds on it. */
  | { readonly kind: 'check'; readonly check: string }
  /** These requirements failed, so anything that builds on them cannot be seen. */
  | { readonly kind: 'requirement'; readonly requirements: readonly RequirementId[] }
  /** The target file lacks members: of each inner list, one is enough. */
  | {
      readonly kind: 'declaration'
      readonly members: readonly (readonly string[])[]
      /** True if these members are the whole statement. */
      readonly isAll?: boolean
    }
  /** Writes are not allowed. */
  | { readonly kind: 'writes' }
  /** The target file says that the service does not offer it. */
  | { readonly kind: 'omitted'; readonly offer: Offer }
  /** A check that this one builds on was left out. */
  | { readonly kind: 'skipped'; readonly check: string }
  /**
   * The target does not accept the user's credential, or no longer accepts it: a check or a requirement says more.
   * `member` is the member of the target file, for a credential that it never accepted.
   */
  | {
      readonly kind: 'credential'
      readonly credential: RunCredential
      readonly namedBy?: string
      readonly member?: string
    }
  /** The target refused a request for a reason that it does not show: rights, a quota, a value. */
  | { readonly kind: 'refused' }
  /** No complete answer came. */
  | { readonly kind: 'outage' }
  /** A refusal by something in front of the API, such as a firewall. */
  | { readonly kind: 'gateway' }
  /** The answers are the same for things that they should tell apart. */
  | { readonly kind: 'alike' }
  /** The data changed while it was looked at. */
  | { readonly kind: 'changed' }
  /** The data of the target cannot show it. */
  | { readonly kind: 'data' }
  /** The service does not offer an optional part, or offers it in a form that the kit cannot use. */
  | { readonly kind: 'absent' }
  /** The target answers nothing but 429. */
  | { readonly kind: 'quota' }
  /** A limit of this run. */
  | { readonly kind: 'limit' }
  /** The run was ended. */
  | { readonly kind: 'ended' }
  /** This machine lacks something, such as a browser. */
  | { readonly kind: 'machine' }
  /** A fault of the kit. */
  | { readonly kind: 'kit' }

export type CauseKind = Cause['kind']

/** The kinds without values. */
type PlainCause = {
  [Kind in CauseKind]: keyof Extract<Cause, { readonly kind: Kind }> extends 'kind' ? Kind : never
}[CauseKind]

/** The causes without values, by name. */
export const because: { readonly [Kind in PlainCause]: { readonly kind: Kind } } = {
  writes: { kind: 'writes' },
  refused: { kind: 'refused' },
  outage: { kind: 'outage' },
  gateway: { kind: 'gateway' },
  alike: { kind: 'alike' },
  changed: { kind: 'changed' },
  data: { kind: 'data' },
  absent: { kind: 'absent' },
  quota: { kind: 'quota' },
  limit: { kind: 'limit' },
  ended: { kind: 'ended' },
  machine: { kind: 'machine' },
  kit: { kind: 'kit' },
}

/** Requirements that failed, and that must be mended first. */
export const see = (...requirements: readonly RequirementId[]): Cause => ({ kind: 'requirement', requirements })

/** The target file lacks a member. One member of a list is enough. */
export const undeclared = (...members: readonly (string | readonly string[])[]): Cause => ({
  kind: 'declaration',
  members: members.map((member) => (typeof member === 'string' ? [member] : member)),
})

/** The checks and requirements that a cause names. */
export function namedIn(cause: Cause): readonly string[] {
  switch (cause.kind) {
    case 'check':
      return [cause.check]
    case 'requirement':
      return cause.requirements
    case 'credential':
      return cause.namedBy === undefined ? [] : [cause.namedBy]
    default:
      return []
  }
}
