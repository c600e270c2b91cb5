import type { ProtectedOperation } from '../../catalogue/operations.ts'
import type { CheckId } from '../../catalogue/check-ids.ts'
import type { Phrase } from '../../conclusions/phrase.ts'
import type { Call, Credential } from '../../judge/call.ts'
import type { Session } from '../../judge/session.ts'
import type { Declaration } from '../../target/declarations.ts'
import { credentialFor, effectOf, needsOf, type SampledOperation, sampledCall } from '../documented-calls.ts'
import { absenceOfResources } from '../lists/walked-list.ts'

/** An operation that takes credentials, and that the samples of a target file are enough for. */
type SampledProtected = ProtectedOperation & SampledOperation

/** The known facts about an operation that serves nothing without credentials, beside the table of operations. */
interface Protected {
  readonly name: string
  /** Says that a target need not have it, and does not; undefined where it has. */
  readonly absence?: (session: Session) => Promise<Phrase | undefined>
  /** True if it is a list with a documented way to page two. */
  readonly isPaged?: true
  /** The check without credentials. */
  readonly without: CheckId
  /** The check with a Bearer value that was never issued. */
  readonly wrong: CheckId
}

/** An endpoint that serves nothing without credentials. */
export interface ProtectedEndpoint extends Protected {
  readonly operation: SampledProtected
  readonly needs: readonly Declaration[]
  readonly effect: 'read' | 'write'
  readonly call: (session: Session) => Call | Promise<Call>
  readonly as: (session: Session) => Credential
}

const rows: Readonly<Record<SampledProtected, Protected>> = {
  'environments.list': {
    name: 'the list of environments',
    isPaged: true,
    without: 'auth.required.environments',
    wrong: 'auth.invalid-bearer.environments',
  },
  'resources.list': {
    name: 'the list of resources',
    isPaged: true,
    absence: absenceOfResources,
    without: 'auth.required.resources',
    wrong: 'auth.invalid-bearer.resources',
  },
  'products.list': {
    name: 'the products of a catalog',
    isPaged: true,
    without: 'auth.required.products',
    wrong: 'auth.invalid-bearer.products',
  },
  'configurations.value': {
    name: 'a configuration value',
    without: 'auth.required.configurations',
    wrong: 'auth.invalid-bearer.configurations',
  },
  'access-tokens.list': {
    name: 'the list of access tokens',
    isPaged: true,
    without: 'auth.required.access-tokens',
    wrong: 'auth.invalid-bearer.access-tokens',
  },
  'services.capabilities': {
    name: 'the capabilities of an adapter connection',
    without: 'services.auth.capabilities',
    wrong: 'services.auth.capabilities-wrong-bearer',
  },
  'services.invoke': {
    name: 'a command',
    without: 'services.auth.command',
    wrong: 'services.auth.command-wrong-bearer',
  },
  'connect.prepare': {
    name: 'prepare-connect',
    without: 'connect.prepare-auth.none',
    wrong: 'connect.prepare-auth.wrong-bearer',
  },
  'legacy-projects.list': {
    name: 'the legacy projects',
    without: 'auth.legacy-required.projects',
    wrong: 'auth.legacy-required.projects-wrong-bearer',
  },
  'groups.list': {
    name: 'the legacy groups',
    isPaged: true,
    without: 'auth.legacy-required.groups',
    wrong: 'auth.legacy-required.groups-wrong-bearer',
  },
  'events.list': {
    name: 'the legacy events of an issue',
    isPaged: true,
    without: 'auth.legacy-required.events',
    wrong: 'auth.legacy-required.events-wrong-bearer',
  },
}

/** The documented endpoints that take credentials, except those that write tokens or groups. */
export const protectedEndpoints: readonly ProtectedEndpoint[] = (Object.keys(rows) as SampledProtected[]).map(
  (operation) => ({
    ...rows[operation],
    operation,
    needs: needsOf(operation),
    effect: effectOf(operation),
    call: (session) => sampledCall(session, operation),
    as: (session) => credentialFor(session, operation),
  }),
)
