import type { OperationId } from '../../endpoints/operation-ids.ts'
import type { Place } from '../algebra/asked.ts'
import { type Listed, problem } from '../algebra/messages.ts'
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
} from '../algebra/places.ts'
import { around, mapAnswer, mapList, mapRequest, remember, retry, type Way } from '../algebra/ways.ts'
import { type Deviation, violation, violations } from '../define-deviation.ts'

/** Takes an Authorization that is refused for one that was accepted before, if `isTaken`. */
const mistake = (place: Place, isTaken: (given: string, accepted: string) => boolean): Way =>
  remember(() => {
    const accepted = new Set<string>()
    return retry(place, ({ ok, status }, { authorization: given }) => {
      if (ok && given !== '') accepted.add(given)
      const right = [...accepted].find((one) => isTaken(given, one))
      return status === 401 && right !== undefined ? { authorization: right } : undefined
    })
  })

const open = (place: Place): Way => mistake(place, (given) => given === '')
const takeAny = (place: Place): Way => mistake(place, (given) => given.startsWith('Bearer '))

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

/** For an operation, one deviation that needs no credentials and one that accepts any Bearer value. */
const door = (name: string, place: OperationId, nobody: string, anyBearer = `${nobody}-wrong-bearer`) => [
  violation(nobody, `open-${name}`, `${place} needs no credentials.`, open(place)),
  violation(anyBearer, `any-bearer-${name}`, `${place} accepts any Bearer value.`, takeAny(place)),
]

const versioned = (name: string, place: OperationId) =>
  door(name, place, `auth.required.${name}`, `auth.invalid-bearer.${name}`)

/** Refuses some values of Authorization. */
const refuse = (place: Place, isRefused: (given: string) => boolean): Way =>
  mapRequest(place, ({ authorization }) => (isRefused(authorization) ? { authorization: 'Bearer refused' } : undefined))

/** The integration token, by its form in the emulator's own credentials. */
const isIntegration = (given: string) => given.startsWith('Bearer int_')
const isBasic = (given: string) => /^basic /i.test(given)
const isDsn = (given: string) => /^dsn /i.test(given)

/** Whether the user name and password of Basic, with a colon between them, end with the colon. */
function hasNoPassword(basic: string): boolean {
  try {
    return atob(basic.slice('Basic '.length)).endsWith(':')
  } catch {
    return false
  }
}

/** Only the first 20 characters of a token are compared. */
const haveSameBeginning = (given: string, accepted: string) =>
  given.startsWith('Bearer ') && given !== accepted && given.slice(0, 27) === accepted.slice(0, 27)

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
export const authenticationDeviations: readonly Deviation[] = [
  ...versioned('environments', environments),
  ...versioned('resources', resources),
  ...versioned('products', products),
  ...versioned('configurations', configuration),
  ...versioned('access-tokens', listTokens),
  ...([createToken, renameToken, revokeToken] as const).flatMap((place) => {
    const name = place.replace('.', '-')
    const description = `${place} without credentials is refused, but done.`
    const quietly = violation(`auth.required.${name}`, `open-${name}-quietly`, description, openQuietly(place))
    return [...versioned(name, place), quietly]
  }),
  ...door('legacy-projects', projects, 'auth.legacy-required.projects'),
  ...door('legacy-groups', groups, 'auth.legacy-required.groups'),
  ...door('legacy-events', events, 'auth.legacy-required.events'),
  ...door('legacy-groups-post', newGroup, 'auth.legacy-required.groups-post'),
  ...door('capabilities', capabilities, 'services.auth.capabilities'),
  ...door('commands', command, 'services.auth.command'),
  ...door('prepare-connect', prepareConnect, 'connect.prepare-auth.none', 'connect.prepare-auth.wrong-bearer'),
  ...violations`
  auth.required.empty-bearer
    empty-bearer-environments: The environments accept Bearer without a token.
      ${mistake(environments, (given) => given === 'Bearer')}
  auth.required.no-dsn
    dsn-on-the-versioned-api: The environments accept a DSN. ${mistake(environments, isDsn)}
  auth.required.no-api-key
    api-key-on-the-versioned-api: The environments accept an API key. ${mistake(environments, isBasic)}
  auth.invalid-bearer.one-character
    bearer-beginning-alone: Only the first 20 characters of a Bearer value are compared.
      ${mistake('everywhere', haveSameBeginning)}
  auth.invalid-bearer.near-misses
    bearer-may-be-longer: A Bearer value may have more characters at its end.
      ${mistake(
        'everywhere',
        (given, accepted) => accepted.startsWith('Bearer ') && given !== accepted && given.startsWith(accepted),
      )}
  auth.integration-token.projects
    integration-token-refused-for-projects: The legacy projects accept no integration token.
      ${refuse(projects, isIntegration)}
  auth.integration-token.events
    integration-token-refused-for-events: The legacy events accept no integration token.
      ${refuse(events, isIntegration)}
  auth.legacy-required.one-character
    integration-token-beginning-alone: Only the first 20 characters of an integration token are compared.
      ${mistake('everywhere', (given, accepted) => isIntegration(accepted) && haveSameBeginning(given, accepted))}
  auth.dsn.accepted
    dsn-refused: No DSN is accepted. ${refuse('everywhere', isDsn)}
  auth.dsn-verified.wrong
    any-dsn: Any DSN is accepted. ${mistake('everywhere', (given, accepted) => isDsn(given) && isDsn(accepted))}
  auth.api-key.accepted
    api-key-refused: No API key is accepted. ${refuse('everywhere', isBasic)}
    api-key-needs-a-password: An API key is refused when the password is empty.
      ${refuse('everywhere', (given) => isBasic(given) && hasNoPassword(given))}
  auth.api-key-verified.wrong
    any-api-key: Any user name is accepted as an API key.
      ${mistake('everywhere', (given, accepted) => isBasic(given) && isBasic(accepted))}
  auth.api-key-verified.empty
    empty-api-key: An empty user name is accepted as an API key.
      ${mistake('everywhere', (given, accepted) => given === `Basic ${btoa(':')}` && isBasic(accepted))}
  legacy.projects.key-bound (legacy.projects-key)
    api-key-of-another-project: An API key is shown another project than its own.
      ${mapKeyProjects((project) => [otherThan(project)])}
    api-key-of-all-projects: An API key is shown other projects besides its own.
      ${mapKeyProjects((project) => [otherThan(project), project])}
`,
]
