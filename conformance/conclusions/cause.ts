import type { Offer } from '../catalogue/profiles.ts'
import type { RequirementId } from '../catalogue/requirements.ts'

/** A credential of the user's own. `client` is the OAuth client at /oauth/token. */
export type OwnCredential = 'bearer' | 'client' | 'integrationToken' | 'apiKey' | 'dsn'

/** Why something could not be decided, or was not looked at. Groups, consequences and exit codes go by it. */
export type Cause =
  /** Another check did not pass, which shows the same or which this one builds on. */
  | { readonly kind: 'check'; readonly check: string }
  /** What these requirements state does not hold, so what builds on it cannot be seen. */
  | { readonly kind: 'requirement'; readonly requirements: readonly RequirementId[] }
  /** The target file lacks members: of each inner list, one is enough. */
  | {
      readonly kind: 'declaration'
      readonly members: readonly (readonly string[])[]
      /** Whether these members are all that there is to say. */
      readonly isAll?: boolean
    }
  /** Writes are not allowed. */
  | { readonly kind: 'writes' }
  /** The target file says that the service does not offer it. */
  | { readonly kind: 'omitted'; readonly offer: Offer }
  /** A check that this one builds on is left out. */
  | { readonly kind: 'skipped'; readonly check: string }
  /** The target does not accept a credential of the user's own: from the beginning, or no longer. */
  | { readonly kind: 'credential'; readonly credential: OwnCredential; readonly namedBy?: string }
  /** The target refused what was asked, for a reason that is not shown: rights, a quota, a value. */
  | { readonly kind: 'refused' }
  /** No whole answer came. */
  | { readonly kind: 'outage' }
  /** A refusal from something before the API, such as a firewall. */
  | { readonly kind: 'gateway' }
  /** Answers do not tell apart what should be told apart. */
  | { readonly kind: 'alike' }
  /** The data changed while it was looked at. */
  | { readonly kind: 'changed' }
  /** The data of the target cannot show it. */
  | { readonly kind: 'data' }
  /** The service does not offer what is optional, or offers it in a form that the kit cannot use. */
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

/** The kinds of causes. */
export const causeKinds: readonly Cause['kind'][] = [
  'check',
  'requirement',
  'declaration',
  'writes',
  'omitted',
  'skipped',
  'credential',
  'refused',
  'outage',
  'gateway',
  'alike',
  'changed',
  'data',
  'absent',
  'quota',
  'limit',
  'ended',
  'machine',
  'kit',
]

export type CauseKind = Cause['kind']

/** The kinds that have no values of their own. */
type PlainCause = {
  [Kind in CauseKind]: keyof Extract<Cause, { readonly kind: Kind }> extends 'kind' ? Kind : never
}[CauseKind]

/** The causes that have no values of their own, by name. */
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

/** What these requirements state does not hold: they are to be seen to first. */
export const see = (...requirements: readonly RequirementId[]): Cause => ({ kind: 'requirement', requirements })

/** The target file lacks a member. Of several in a list, one is enough. */
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
