import type { RequirementId } from '../../catalogue/requirements.ts'
import type { Call, Credential } from '../../run/call.ts'
import type { ActiveCheck } from '../../run/define-check.ts'
import type { Session } from '../../run/session.ts'
import type { Declaration } from '../../target/declarations.ts'
import { absenceOfResources, productsPath } from '../lists/walked-list.ts'
import {
  accessTokensPath,
  capabilitiesPath,
  eventsPath,
  groupsPath,
  legacyCredential,
  versionedPath,
} from '../paths.ts'

/** An endpoint that serves nothing without credentials. */
export interface ProtectedEndpoint {
  readonly name: string
  readonly needs: readonly Declaration[]
  readonly call: (session: Session) => Call | Promise<Call>
  readonly as: (session: Session) => Credential
  /** That a target need not have it and does not, in words. */
  readonly absence?: (session: Session) => Promise<string | undefined>
  /** The check without credentials, and its requirement. */
  readonly without: readonly [id: string, requirement: RequirementId]
  /** The check with a Bearer value that was never issued, and its requirement. */
  readonly wrong: readonly [id: string, requirement: RequirementId]
  readonly effect?: 'read' | 'write'
}

const bearer = (): Credential => 'bearer'

/** The documented endpoints that take credentials, except those that write tokens or groups. */
export const protectedEndpoints: readonly ProtectedEndpoint[] = [
  {
    name: 'the list of environments',
    needs: ['bearer'],
    as: bearer,
    call: (session) => ({ path: versionedPath(session, 'environments') }),
    without: ['auth.required.environments', 'auth.required'],
    wrong: ['auth.invalid-bearer.environments', 'auth.invalid-bearer'],
  },
  {
    name: 'the list of resources',
    needs: ['bearer'],
    as: bearer,
    call: (session) => ({ path: versionedPath(session, 'resources') }),
    absence: absenceOfResources,
    without: ['auth.required.resources', 'auth.required'],
    wrong: ['auth.invalid-bearer.resources', 'auth.invalid-bearer'],
  },
  {
    name: 'the products of a catalog',
    needs: ['bearer', 'catalogId'],
    as: bearer,
    call: async (session) => ({ path: await productsPath(session) }),
    without: ['auth.required.products', 'auth.required'],
    wrong: ['auth.invalid-bearer.products', 'auth.invalid-bearer'],
  },
  {
    name: 'a configuration value',
    needs: ['bearer', 'scopeId', 'configurationPath'],
    as: bearer,
    call: (session) => {
      const { scopeId, configurationPath } = session.run.target.samples!
      return { path: versionedPath(session, `configurations/${scopeId}`), query: { path: configurationPath } }
    },
    without: ['auth.required.configurations', 'auth.required'],
    wrong: ['auth.invalid-bearer.configurations', 'auth.invalid-bearer'],
  },
  {
    name: 'the list of access tokens',
    needs: ['bearer'],
    as: bearer,
    call: (session) => ({ path: accessTokensPath(session) }),
    without: ['auth.required.access-tokens', 'auth.required'],
    wrong: ['auth.invalid-bearer.access-tokens', 'auth.invalid-bearer'],
  },
  {
    name: 'the capabilities of an adapter connection',
    needs: ['bearer', 'adapterConnectionId'],
    as: bearer,
    call: ({ run }) => ({ path: capabilitiesPath(run.target.samples!.adapterConnectionId!) }),
    without: ['services.auth.capabilities', 'services.auth'],
    wrong: ['services.auth.capabilities-wrong-bearer', 'services.auth'],
  },
  {
    name: 'a command',
    needs: ['bearer', 'adapterConnectionId', 'command'],
    effect: 'write',
    as: bearer,
    call: ({ run }) => {
      const { adapterConnectionId, command } = run.target.samples!
      return { method: 'POST', path: `/services/${adapterConnectionId}/${command!.name}`, json: command!.validBody }
    },
    without: ['services.auth.command', 'services.auth'],
    wrong: ['services.auth.command-wrong-bearer', 'services.auth'],
  },
  {
    name: 'prepare-connect',
    needs: ['bearer', 'adapter'],
    effect: 'write',
    as: bearer,
    call: ({ run }) => ({ method: 'POST', path: `/app/${run.target.samples!.adapter}/prepare-connect` }),
    without: ['connect.prepare-auth.none', 'connect.prepare-auth'],
    wrong: ['connect.prepare-auth.wrong-bearer', 'connect.prepare-auth'],
  },
  {
    name: 'the legacy projects',
    needs: ['legacy'],
    as: legacyCredential,
    call: () => ({ path: '/0/projects/' }),
    without: ['auth.legacy-required.projects', 'auth.legacy-required'],
    wrong: ['auth.legacy-required.projects-wrong-bearer', 'auth.legacy-required'],
  },
  {
    name: 'the legacy groups',
    needs: ['legacy', 'projectId'],
    as: legacyCredential,
    call: (session) => ({ path: groupsPath(session) }),
    without: ['auth.legacy-required.groups', 'auth.legacy-required'],
    wrong: ['auth.legacy-required.groups-wrong-bearer', 'auth.legacy-required'],
  },
  {
    name: 'the legacy events of an issue',
    needs: ['legacy', 'issueId'],
    as: legacyCredential,
    call: (session) => ({ path: eventsPath(session) }),
    without: ['auth.legacy-required.events', 'auth.legacy-required'],
    wrong: ['auth.legacy-required.events-wrong-bearer', 'auth.legacy-required'],
  },
]

/** A guard that is missing everywhere is one fault, which the checks of the versioned API name. */
export function namedByVersioned(requirement: RequirementId, kind: 'none' | 'wrong'): Pick<ActiveCheck, 'sameFaultAs'> {
  if (requirement === 'auth.required' || requirement === 'auth.invalid-bearer') return {}
  return { sameFaultAs: [kind === 'none' ? 'auth.required.environments' : 'auth.invalid-bearer.environments'] }
}
