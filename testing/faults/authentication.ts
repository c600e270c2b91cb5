import type { OperationId } from '../../emulator/model/contract/operation-ids.ts'
import type { Operations } from '../../emulator/disturb/deviations/wrappers/intercepted-request.ts'
import { type Listed, problem } from '../../emulator/disturb/deviations/wrappers/messages.ts'
import {
  capabilities,
  command,
  configuration,
  createToken,
  environments,
  events,
  groups,
  listTokens,
  newGroup,
  prepareConnect,
  products,
  projects,
  renameToken,
  resources,
  revokeToken,
} from '../../emulator/disturb/deviations/wrappers/operations.ts'
import type { FetchWrapper } from '../../emulator/disturb/deviations/define-deviation.ts'
import { around, mapAnswer, mapList, mapRequest } from '../../emulator/disturb/deviations/wrappers/fetch-wrappers.ts'
import {
  open,
  takeAny,
  haveSameBeginning,
  mistake,
  isIntegration,
  refuse,
  isDsn,
  isBasic,
} from '../../emulator/disturb/deviations/behaviours/credentials.ts'
import { type RequirementAndCheck, type Violation, violation, violations } from './violations.ts'

/** Does what is asked without credentials, and answers that it was refused. */
const openQuietly = (operations: Operations): FetchWrapper =>
  around(
    mapAnswer(
      operations,
      () => problem(401, 'unauthenticated'),
      (_response, { authorization }) => authorization === '',
    ),
    open(operations),
  )

/** An operation that needs no credentials. */
const opened = (name: string, operation: OperationId, decided: RequirementAndCheck) =>
  violation(decided, `open-${name}`, `${operation} needs no credentials.`, open(operation))

/** An operation that accepts any Bearer value. */
const openToBearers = (name: string, operation: OperationId, decided: RequirementAndCheck) =>
  violation(decided, `any-bearer-${name}`, `${operation} accepts any Bearer value.`, takeAny(operation))

/** Both for one operation. */
const door = (name: string, operation: OperationId, nobody: RequirementAndCheck, anyBearer: RequirementAndCheck) => [
  opened(name, operation, nobody),
  openToBearers(name, operation, anyBearer),
]

/** The name of an operation in the checks `auth.required.*` and `auth.invalid-bearer.*`. */
type Versioned = 'products' | 'configurations' | 'access-tokens' | Write

type Write = `access-tokens-${'create' | 'rename' | 'revoke'}`

const versioned = (name: Versioned, operation: OperationId) =>
  door(
    name,
    operation,
    ['auth.required', `auth.required.${name}`],
    ['auth.invalid-bearer', `auth.invalid-bearer.${name}`],
  )

const write = (name: Write, operation: OperationId) => [
  ...versioned(name, operation),
  violation(
    ['auth.required', `auth.required.${name}`],
    `open-${name}-quietly`,
    `${operation} without credentials is refused, but done.`,
    openQuietly(operation),
  ),
]

/** An operation of the legacy API. */
const legacy = (name: 'projects' | 'events' | 'groups-post', operation: OperationId) =>
  door(
    `legacy-${name}`,
    operation,
    ['auth.legacy-required', `auth.legacy-required.${name}`],
    ['auth.legacy-required', `auth.legacy-required.${name}-wrong-bearer`],
  )

/** The user name and the password of Basic; undefined where they cannot be read. */
function namesOfBasic(basic: string): readonly [user: string, password: string] | undefined {
  try {
    const [user = '', ...rest] = atob(basic.slice('Basic '.length)).split(':')
    return [user, rest.join(':')]
  } catch {
    return undefined
  }
}

/** Changes what an API key is shown of projects. */
const mapKeyProjects = (change: (project: Listed) => readonly Listed[]): FetchWrapper =>
  mapList(
    projects,
    (records) => records.flatMap(change),
    ({ ok }, { authorization }) => ok && isBasic(authorization),
  )

const otherThan = (project: Listed): Listed => ({
  ...project,
  id: `${project.id.slice(0, 20)}${project.id.endsWith('another') ? 'further' : 'another'}`,
})

/** Violations of clause 5: operations that are open, and credentials that are mistaken or refused. */
export const authenticationFaults: readonly Violation[] = [
  openToBearers('resources', resources, ['auth.invalid-bearer', 'auth.invalid-bearer.resources']),
  ...versioned('products', products),
  ...versioned('configurations', configuration),
  ...versioned('access-tokens', listTokens),
  ...write('access-tokens-create', createToken),
  ...write('access-tokens-rename', renameToken),
  ...write('access-tokens-revoke', revokeToken),
  ...legacy('projects', projects),
  opened('legacy-groups', groups, ['auth.legacy-required', 'auth.legacy-required.groups']),
  ...legacy('events', events),
  ...legacy('groups-post', newGroup),
  ...door(
    'capabilities',
    capabilities,
    ['services.auth', 'services.auth.capabilities'],
    ['services.auth', 'services.auth.capabilities-wrong-bearer'],
  ),
  ...door(
    'commands',
    command,
    ['services.auth', 'services.auth.command'],
    ['services.auth', 'services.auth.command-wrong-bearer'],
  ),
  ...door(
    'prepare-connect',
    prepareConnect,
    ['connect.prepare-auth', 'connect.prepare-auth.none'],
    ['connect.prepare-auth', 'connect.prepare-auth.wrong-bearer'],
  ),
  ...violations('auth.required', 'auth.required.empty-bearer', {
    'empty-bearer-environments': [
      'The environments accept Bearer without a token.',
      mistake(environments, (sent) => sent === 'Bearer'),
    ],
  }),
  ...violations('auth.required', 'auth.required.no-dsn', {
    'dsn-on-the-versioned-api': ['The environments accept a DSN.', mistake(environments, isDsn)],
  }),
  ...violations('auth.required', 'auth.required.no-api-key', {
    'api-key-on-the-versioned-api': ['The environments accept an API key.', mistake(environments, isBasic)],
  }),
  ...violations('auth.invalid-bearer', 'auth.invalid-bearer.near-misses', {
    'bearer-may-be-longer': [
      'A Bearer value may have more characters at its end.',
      mistake(
        'everywhere',
        (sent, accepted) => accepted.startsWith('Bearer ') && sent !== accepted && sent.startsWith(accepted),
      ),
    ],
  }),
  ...violations('auth.integration-token', 'auth.integration-token.events', {
    'integration-token-refused-for-events': [
      'The legacy events accept no integration token.',
      refuse(events, isIntegration),
    ],
  }),
  ...violations('auth.legacy-required', 'auth.legacy-required.one-character', {
    'integration-token-beginning-alone': [
      'Only the first 20 characters of an integration token are compared.',
      mistake('everywhere', (sent, accepted) => isIntegration(accepted) && haveSameBeginning(sent, accepted)),
    ],
  }),
  ...violations('auth.api-key', 'auth.api-key.accepted', {
    'api-key-needs-a-password': [
      'An API key is refused when the password is empty, and accepted with any other.',
      mapRequest('everywhere', ({ authorization }) => {
        const [user, password] = (isBasic(authorization) && namesOfBasic(authorization)) || []
        if (user === undefined) return undefined
        return { authorization: password === '' ? 'Bearer refused' : `Basic ${btoa(`${user}:`)}` }
      }),
    ],
  }),
  ...violations('auth.api-key-verified', 'auth.api-key-verified.empty', {
    'empty-api-key': [
      'An empty user name is accepted as an API key.',
      mistake('everywhere', (sent, accepted) => sent === `Basic ${btoa(':')}` && isBasic(accepted)),
    ],
  }),
  ...violations('legacy.projects-key', 'legacy.projects.key-bound', {
    'api-key-of-another-project': [
      'An API key is shown another project than its own.',
      mapKeyProjects((project) => [otherThan(project)]),
    ],
    'api-key-of-all-projects': [
      'An API key is shown other projects besides its own.',
      mapKeyProjects((project) => [otherThan(project), project]),
    ],
  }),
]
