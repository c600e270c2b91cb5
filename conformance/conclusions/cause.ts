import type { RequirementId } from '../catalogue/requirements.ts'
import { type AnyOf, type Kinds } from './kinds.ts'

/** The kinds without values. */
const plainKinds = {
  /** Writes are not allowed. */
  writes: {},
  /** The target refused a request for a reason that it does not show: rights, a quota, a value. */
  refused: {},
  /** No complete answer came. */
  outage: {},
  /** A refusal by something in front of the API, such as a firewall. */
  gateway: {},
  /** The answers are the same for things that should differ. */
  alike: {},
  /** The data changed during the check. */
  changed: {},
  /** The data of the target does not show it. */
  data: {},
  /** The service does not offer an optional part, or offers it in a form that the kit cannot use. */
  absent: {},
  /** The target answers only 429. */
  quota: {},
  /** A limit of this run. */
  limit: {},
  /** The run was ended. */
  ended: {},
  /** Something is missing on this machine, such as a browser. */
  machine: {},
  /** A fault of the kit. */
  kit: {},
} as const

const kindsWithValues = {
  /** Another check did not pass: it shows the same fault, or this one builds on it. */
  check: { check: 'word' },
  /** These requirements failed, so anything that builds on them cannot be checked. */
  requirement: { requirements: 'requirement[]' },
  /** The target file lacks members: one of each inner list is enough. `isAll`: they are the whole statement. */
  declaration: { members: 'word[][]', 'isAll?': 'flag' },
  /** The target file says that the service does not offer it. */
  omitted: { offer: 'offer' },
  /** A check that this one builds on was skipped. */
  skipped: { check: 'word' },
  /**
   * The target does not accept the user's credential, or no longer accepts it; a check or a requirement has the
   * details. `member` is the member of the target file for a credential that was never accepted.
   */
  credential: {
    credential: ['bearer', 'client', 'integrationToken', 'apiKey', 'dsn'],
    'namedBy?': 'word',
    'member?': 'word',
  },
} as const

/** The kinds of causes of a conclusion about a service. */
export const causeKinds: Kinds = { ...kindsWithValues, ...plainKinds }

/** The reason why something was not decided or not checked. Groups, consequences and exit codes depend on it. */
export type Cause = AnyOf<typeof kindsWithValues> | AnyOf<typeof plainKinds>

export type CauseKind = Cause['kind']

/** The user's credential. `client` is the OAuth client at /oauth/token. */
export type RunCredential = Extract<Cause, { readonly kind: 'credential' }>['credential']

/** The causes without values, by name. */
export const because: { readonly [Kind in keyof typeof plainKinds]: { readonly kind: Kind } } = Object.fromEntries(
  Object.keys(plainKinds).map((kind) => [kind, { kind }]),
) as typeof because

/** The cause for failed requirements that must be fixed first. */
export const see = (...requirements: readonly RequirementId[]): Cause => ({ kind: 'requirement', requirements })

/** The cause for missing members of the target file. One member of a list is enough. */
export const undeclared = (...members: readonly (string | readonly string[])[]): Cause => ({
  kind: 'declaration',
  members: members.map((member) => (typeof member === 'string' ? [member] : member)),
})

/** The checks and requirements that a cause names. */
export function causeNames(cause: Cause): readonly string[] {
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
