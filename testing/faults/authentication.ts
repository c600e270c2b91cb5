import type { CheckId } from '../../conformance/catalogue/check-requirements.ts'
import type { OperationId } from '../../emulator/api/endpoints/operation-ids.ts'
import type { Place } from '../../emulator/disturb/deviations/algebra/asked.ts'
import { type Listed, problem } from '../../emulator/disturb/deviations/algebra/messages.ts'
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
} from '../../emulator/disturb/deviations/algebra/places.ts'
import { around, mapAnswer, mapList, type Way } from '../../emulator/disturb/deviations/algebra/ways.ts'
import { type Deviation, violation } from '../../emulator/disturb/deviations/define-deviation.ts'
import {
  open,
  takeAny,
  haveSameBeginning,
  mistake,
  isIntegration,
  refuse,
  isDsn,
  isBasic,
} from '../../emulator/disturb/deviations/ways/credentials.ts'
import { caughtBy } from './caught-by.ts'

/** Does what is asked without credentials, and answers that it was refused. */
const openQuietly = (place: Place): Way =>
  around(
    mapAnswer(
      place,
      () => problem(401, 'unauthenticated'),
      (_response, { authorization }) => authorization === '',
    ),
    open(place),
  )

/** An operation that needs no credentials. */
const opened = (name: string, place: OperationId, check: CheckId) =>
  violation(check, `open-${name}`, `${place} needs no credentials.`, open(place))

/** An operation that accepts any Bearer value. */
const openToBearers = (name: string, place: OperationId, check: CheckId) =>
  violation(check, `any-bearer-${name}`, `${place} accepts any Bearer value.`, takeAny(place))

/** Both for one operation. */
const door = (name: string, place: OperationId, nobody: CheckId, anyBearer: CheckId) => [
  opened(name, place, nobody),
  openToBearers(name, place, anyBearer),
]

/** What an operation is called by the checks `auth.required.*` and `auth.invalid-bearer.*`. */
type Versioned = 'products' | 'configurations' | 'access-tokens' | Write

type Write = `access-tokens-${'create' | 'rename' | 'revoke'}`

const versioned = (name: Versioned, place: OperationId) =>
  door(name, place, `auth.required.${name}`, `auth.invalid-bearer.${name}`)

const write = (name: Write, place: OperationId) => [
  ...versioned(name, place),
  violation(
    `auth.required.${name}`,
    `open-${name}-quietly`,
    `${place} without credentials is refused, but done.`,
    openQuietly(place),
  ),
]

/** An operation of the legacy API. */
const legacy = (name: 'projects' | 'events' | 'groups-post', place: OperationId) =>
  door(`legacy-${name}`, place, `auth.legacy-required.${name}`, `auth.legacy-required.${name}-wrong-bearer`)

/** Whether the user name and password of Basic, with a colon between them, end with the colon. */
function hasNoPassword(basic: string): boolean {
  try {
    return atob(basic.slice('Basic '.length)).endsWith(':')
  } catch {
    return false
  }
}

/** Changes what an API key is shown of projects. */
const mapKeyProjects = (change: (project: Listed) => readonly Listed[]): Way =>
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
export const authenticationFaults: readonly Deviation[] = [
  openToBearers('resources', resources, 'auth.invalid-bearer.resources'),
  ...versioned('products', products),
  ...versioned('configurations', configuration),
  ...versioned('access-tokens', listTokens),
  ...write('access-tokens-create', createToken),
  ...write('access-tokens-rename', renameToken),
  ...write('access-tokens-revoke', revokeToken),
  ...legacy('projects', projects),
  opened('legacy-groups', groups, 'auth.legacy-required.groups'),
  ...legacy('events', events),
  ...legacy('groups-post', newGroup),
  ...door('capabilities', capabilities, 'services.auth.capabilities', 'services.auth.capabilities-wrong-bearer'),
  ...door('commands', command, 'services.auth.command', 'services.auth.command-wrong-bearer'),
  ...door('prepare-connect', prepareConnect, 'connect.prepare-auth.none', 'connect.prepare-auth.wrong-bearer'),
  ...caughtBy('auth.required.empty-bearer', {
    'empty-bearer-environments': [
      'The environments accept Bearer without a token.',
      mistake(environments, (given) => given === 'Bearer'),
    ],
  }),
  ...caughtBy('auth.required.no-dsn', {
    'dsn-on-the-versioned-api': ['The environments accept a DSN.', mistake(environments, isDsn)],
  }),
  ...caughtBy('auth.required.no-api-key', {
    'api-key-on-the-versioned-api': ['The environments accept an API key.', mistake(environments, isBasic)],
  }),
  ...caughtBy('auth.invalid-bearer.near-misses', {
    'bearer-may-be-longer': [
      'A Bearer value may have more characters at its end.',
      mistake(
        'everywhere',
        (given, accepted) => accepted.startsWith('Bearer ') && given !== accepted && given.startsWith(accepted),
      ),
    ],
  }),
  ...caughtBy('auth.integration-token.events', {
    'integration-token-refused-for-events': [
      'The legacy events accept no integration token.',
      refuse(events, isIntegration),
    ],
  }),
  ...caughtBy('auth.legacy-required.one-character', {
    'integration-token-beginning-alone': [
      'Only the first 20 characters of an integration token are compared.',
      mistake('everywhere', (given, accepted) => isIntegration(accepted) && haveSameBeginning(given, accepted)),
    ],
  }),
  ...caughtBy('auth.api-key.accepted', {
    'api-key-needs-a-password': [
      'An API key is refused when the password is empty.',
      refuse('everywhere', (given) => isBasic(given) && hasNoPassword(given)),
    ],
  }),
  ...caughtBy('auth.api-key-verified.empty', {
    'empty-api-key': [
      'An empty user name is accepted as an API key.',
      mistake('everywhere', (given, accepted) => given === `Basic ${btoa(':')}` && isBasic(accepted)),
    ],
  }),
  ...caughtBy('legacy.projects.key-bound', {
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
