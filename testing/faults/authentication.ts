import { mapRequest } from '../../emulator/disturb/deviations/wrappers/fetch-wrappers.ts'
import {
  acceptMistaken,
  isIntegration,
  refuseAuthorization,
  isDsn,
  isBasic,
} from '../../emulator/disturb/deviations/groups/credentials.ts'
import { type Violation, violations } from './violations.ts'

/** The user name and the password of Basic; undefined where they cannot be read. */
function namesOfBasic(basic: string): readonly [user: string, password: string] | undefined {
  try {
    const [user = '', ...rest] = atob(basic.slice('Basic '.length)).split(':')
    return [user, rest.join(':')]
  } catch {
    return undefined
  }
}

/** Violations of clause 5 by credentials that are mistaken or refused. */
export const authenticationFaults: readonly Violation[] = [
  ...violations('auth.required.empty-bearer', {
    'empty-bearer-environments': [
      'The environments accept Bearer without a token.',
      acceptMistaken('environments.list', (sent) => sent === 'Bearer'),
    ],
  }),
  ...violations('auth.required.no-dsn', {
    'dsn-on-the-versioned-api': ['The environments accept a DSN.', acceptMistaken('environments.list', isDsn)],
  }),
  ...violations('auth.required.no-api-key', {
    'api-key-on-the-versioned-api': [
      'The environments accept an API key.',
      acceptMistaken('environments.list', isBasic),
    ],
  }),
  ...violations('auth.integration-token.events', {
    'integration-token-refused-for-events': [
      'The legacy events accept no integration token.',
      refuseAuthorization('legacy.events.list', isIntegration),
    ],
  }),
  ...violations('auth.api-key.accepted', {
    'api-key-needs-a-password': [
      'An API key is refused when the password is empty, and accepted with any other.',
      mapRequest('everywhere', ({ authorization }) => {
        const [user, password] = (isBasic(authorization) && namesOfBasic(authorization)) || []
        if (user === undefined) return undefined
        return { authorization: password === '' ? 'Bearer refused' : `Basic ${btoa(`${user}:`)}` }
      }),
    ],
  }),
  ...violations('auth.api-key-verified.empty', {
    'empty-api-key': [
      'An empty user name is accepted as an API key.',
      acceptMistaken('everywhere', (sent, accepted) => sent === `Basic ${btoa(':')}` && isBasic(accepted)),
    ],
    'api-key-as-password': [
      'An API key is also accepted as the password of an empty user name.',
      acceptMistaken('everywhere', (sent, accepted) => {
        const [user, password] = (isBasic(sent) && namesOfBasic(sent)) || []
        return user === '' && password !== '' && namesOfBasic(accepted)?.[0] === password
      }),
    ],
  }),
]
