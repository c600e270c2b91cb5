import {
  type SecretComparison,
  andMore,
  butTheFirst,
  butTheLast,
  butTheMiddle,
  inAnyCase,
  orLess,
} from './secret-comparisons.ts'
import type { InterceptedRequest, Operations } from '../../emulator/disturb/deviations/wrappers/intercepted-request.ts'
import { membersOf } from '../../emulator/disturb/deviations/wrappers/messages.ts'
import {
  capabilities,
  connect,
  documentedLists,
  environments,
  events,
  groups,
  linkLists,
  listTokens,
  prepareConnect,
} from '../../emulator/disturb/deviations/wrappers/operations.ts'
import { knowTokens } from '../../emulator/disturb/deviations/wrappers/access-tokens.ts'
import { formOf, rememberGrants } from '../../emulator/disturb/deviations/wrappers/token-endpoint.ts'
import type { FetchWrapper } from '../../emulator/disturb/deviations/define-deviation.ts'
import { around, mapAnswer, on, remember, retry } from '../../emulator/disturb/deviations/wrappers/fetch-wrappers.ts'
import { type Violation, violations } from './violations.ts'

/** The secret in an Authorization, between what surrounds it. */
type Scheme = (authorization: string) => readonly [before: string, secret: string, after: string] | undefined

const bearerOf =
  (prefix: RegExp): Scheme =>
  (authorization) => {
    const [, before, secret] = /^(Bearer )(.+)$/.exec(authorization) ?? []
    return before !== undefined && prefix.test(secret!) ? [before, secret!, ''] : undefined
  }

const anyBearer = bearerOf(/./)

/** Tokens by their form in the emulator's own credentials. */
const emulatorTokens = bearerOf(/^(?:pat|acc)_/)

const accessTokens = bearerOf(/^acc_/)

const integrationTokens = bearerOf(/^int_/)

const keyOfDsn: Scheme = (authorization) => {
  const [, before, key, after] = /^(DSN \w+:\/\/)([^@]+)(@.*)$/.exec(authorization) ?? []
  return key === undefined ? undefined : [before!, key, after!]
}

const apiKeys: Scheme = (authorization) => {
  try {
    const [, key] = /^(.+):$/.exec(atob(/^Basic (.+)$/.exec(authorization)?.[1] ?? '')) ?? []
    return key === undefined ? undefined : ['Basic ', key, '']
  } catch {
    return undefined
  }
}

/** Takes an Authorization that is refused for one that was accepted before, if their secrets are alike. */
const confuse = (
  operations: Operations,
  right: Scheme,
  isAlike: SecretComparison,
  wrongScheme: Scheme = right,
): FetchWrapper =>
  remember(() => {
    const accepted = new Set<string>()
    const isTaken = (wrong: string, acceptedValue: string) => {
      const [before, secret, after] = wrongScheme(wrong) ?? []
      const known = right(acceptedValue)
      return known && before === known[0] && after === known[2] && isAlike(secret!, known[1])
    }
    const note = mapAnswer('everywhere', (response, { authorization }) => {
      if (right(authorization)) accepted.add(authorization)
      return response
    })
    const take = retry(operations, ({ status }, { authorization }) => {
      const taken = status === 401 ? [...accepted].find((known) => isTaken(authorization, known)) : undefined
      return taken === undefined ? undefined : { authorization: taken }
    })
    return around(take, note)
  })

/** Answers some requests without credentials as if they had those that were accepted last by the same operation. */
const openWhere = (
  operations: Operations,
  isOpen: (intercepted: InterceptedRequest) => boolean,
  method?: string,
): FetchWrapper =>
  remember(() => {
    const accepted = new Map<string, string>()
    const note = mapAnswer(operations, (response, { operation, authorization }) => {
      if (authorization !== '') accepted.set(operation!.id, authorization)
      return response
    })
    const open = on(
      operations,
      async (intercepted) => {
        const right = accepted.get(intercepted.operation!.id)
        const isStranger = intercepted.authorization === '' && right !== undefined
        return isStranger && isOpen(intercepted) ? intercepted.send({ authorization: right }) : intercepted.send()
      },
      method,
    )
    return around(open, note)
  })

/** Serves the same path with or without a slash at its end to anybody. */
const openTwin = (operations: Operations): FetchWrapper =>
  remember(() => {
    let accepted: string | undefined
    const note = mapAnswer(operations, (response, { authorization }) => {
      if (authorization !== '') accepted = authorization
      return response
    })
    const twin: FetchWrapper = (next, operationOf) => (request) => {
      const url = request.url.replace(
        /(\/?)(\?.*)?$/,
        (_end, slash: string, query = '') => `${slash ? '' : '/'}${query}`,
      )
      const headers = new Headers(request.headers)
      const asTwin = new Request(url, { method: request.method, headers })
      const id = request.method === 'GET' ? operationOf(asTwin)?.id : undefined
      if (
        id === undefined ||
        ![operations].flat().some((candidate) => candidate === id) ||
        operationOf(request)?.id === id
      )
        return next(request)
      if (accepted !== undefined && !headers.has('authorization')) headers.set('authorization', accepted)
      return next(new Request(url, { headers }))
    }
    return around(twin, note)
  })

const isPageTwo = ({ query }: InterceptedRequest): boolean => query.has('starting_after') || query.has('cursor')

/** Where a path is served with and without its last slash, both are one endpoint. */
const twinOf = (operations: Operations) =>
  ({ wrap: openTwin(operations), conventions: { trailingSlash: 'documented' } }) as const

/** Takes a state code that was never given for one that was, if they are alike. */
const confuseCodes = (isAlike: SecretComparison): FetchWrapper =>
  remember(() => {
    const codes = new Set<string>()
    const note = mapAnswer(prepareConnect, async (response) => {
      const code = Object.values(await membersOf(response)).find((value) => typeof value === 'string')
      if (code !== undefined) codes.add(code)
      return response
    })
    const take = retry(connect, ({ status }, { query }) => {
      const prepareState = query.get('prepare_state') ?? ''
      const right = status === 400 ? [...codes].find((code) => isAlike(prepareState, code)) : undefined
      return right === undefined ? undefined : { query: { prepare_state: right } }
    })
    return around(take, note)
  })

/** Takes a token for one that was created, if they are alike. */
const confuseCreated = (isAlike: SecretComparison): FetchWrapper =>
  knowTokens((known) =>
    retry('everywhere', ({ status }, { authorization }) => {
      const right = status === 401 ? [...known.keys()].find((created) => isAlike(authorization, created)) : undefined
      return right === undefined ? undefined : { authorization: right }
    }),
  )

/** Takes the secret of a client for an access token. */
const takeClientSecret: FetchWrapper = rememberGrants((grants) =>
  retry(environments, async ({ status }, { authorization }) => {
    for (const [bearer, source] of status === 401 ? grants : [])
      if (authorization === `Bearer ${(await formOf(source))['client_secret']}`) return { authorization: bearer }
    return undefined
  }),
)

const versionedLists = [...documentedLists, listTokens] as const

/** Violations of clauses 4.3, 4.7 and 5 by comparisons that leave something out, and by guards at one door alone. */
export const nearMissFaults: readonly Violation[] = [
  ...violations('auth.invalid-bearer', 'auth.invalid-bearer.one-character', {
    'bearer-folds-case': [
      'A Bearer value is compared without regard to case.',
      confuse('everywhere', emulatorTokens, inAnyCase, anyBearer),
    ],
  }),
  ...violations('auth.invalid-bearer', 'auth.invalid-bearer.near-misses', {
    'bearer-first-character-ignored': [
      'The first character of a Bearer value is not compared.',
      confuse('everywhere', emulatorTokens, butTheFirst, anyBearer),
    ],
    'bearer-last-character-ignored': [
      'The last character of a Bearer value is not compared.',
      confuse('everywhere', emulatorTokens, butTheLast),
    ],
    'bearer-middle-ignored': [
      'Of a Bearer value only the first 16 and the last 4 characters are compared.',
      confuse('everywhere', emulatorTokens, butTheMiddle),
    ],
    'bearer-may-be-cut': [
      'Any beginning of a Bearer value is accepted that has 16 characters.',
      confuse('everywhere', emulatorTokens, orLess),
    ],
    'bearer-may-be-longer-for-capabilities': [
      'Capabilities accept a Bearer value with more characters at its end.',
      confuse(capabilities, emulatorTokens, andMore),
    ],
  }),
  ...violations('auth.invalid-bearer', 'auth.invalid-bearer.client-token', {
    'access-token-folds-case': [
      'An access token of a client is compared without regard to case.',
      confuse('everywhere', accessTokens, inAnyCase),
    ],
    'access-token-last-character-ignored': [
      'The last character of an access token of a client is not compared.',
      confuse('everywhere', accessTokens, butTheLast),
    ],
  }),
  ...violations('auth.invalid-bearer', 'auth.invalid-bearer.created-token', {
    'created-token-last-character-ignored': [
      'The last character of a token that was created is not compared.',
      confuseCreated(butTheLast),
    ],
  }),
  ...violations('auth.invalid-bearer', 'auth.invalid-bearer.other-values', {
    'client-secret-is-a-bearer': ['The environments take the secret of a client as Bearer.', takeClientSecret],
  }),
  ...violations('auth.legacy-required', 'auth.legacy-required.one-character', {
    'integration-token-folds-case': [
      'An integration token is compared without regard to case.',
      confuse('everywhere', integrationTokens, inAnyCase),
    ],
  }),
  ...violations('auth.legacy-required', 'auth.legacy-required.near-misses', {
    'integration-token-first-character-ignored': [
      'The first character of an integration token is not compared.',
      confuse('everywhere', integrationTokens, butTheFirst, anyBearer),
    ],
    'integration-token-may-be-longer': [
      'An integration token may have more characters at its end.',
      confuse('everywhere', integrationTokens, andMore),
    ],
    'integration-token-last-character-ignored-for-events': [
      'The events do not compare the end of an integration token.',
      confuse(events, integrationTokens, butTheLast),
    ],
  }),
  ...violations('auth.dsn-verified', 'auth.dsn-verified.wrong', {
    'dsn-folds-case': [
      'The key in a DSN is compared without regard to case.',
      confuse('everywhere', keyOfDsn, inAnyCase),
    ],
  }),
  ...violations('auth.dsn-verified', 'auth.dsn-verified.near-misses', {
    'dsn-last-character-ignored': [
      'The last character of the key in a DSN is not compared.',
      confuse('everywhere', keyOfDsn, butTheLast),
    ],
    'dsn-may-be-cut': [
      'Any beginning of the key in a DSN is accepted that has 16 characters.',
      confuse('everywhere', keyOfDsn, orLess),
    ],
  }),
  ...violations('auth.api-key-verified', 'auth.api-key-verified.wrong', {
    'api-key-folds-case': ['An API key is compared without regard to case.', confuse('everywhere', apiKeys, inAnyCase)],
  }),
  ...violations('auth.api-key-verified', 'auth.api-key-verified.near-misses', {
    'api-key-last-character-ignored': [
      'The last character of an API key is not compared.',
      confuse('everywhere', apiKeys, butTheLast),
    ],
    'api-key-may-be-longer': [
      'An API key may have more characters at its end.',
      confuse('everywhere', apiKeys, andMore),
    ],
  }),
  ...violations('connect.code-verified', 'connect.code-verified.made-up', {
    'connect-code-folds-case': ['A state code is compared without regard to case.', confuseCodes(inAnyCase)],
  }),
  ...violations('connect.code-verified', 'connect.code-verified.near-misses', {
    'connect-code-last-character-ignored': [
      'The last character of a state code is not compared.',
      confuseCodes(butTheLast),
    ],
    'connect-code-may-be-longer': [
      'A state code may have more characters at its end, where connecting takes one page.',
      { wrap: confuseCodes(andMore), conventions: { connectFlow: 'immediate' } },
    ],
  }),
  ...violations('auth.required', 'auth.required.side-doors', {
    'head-of-lists-open': ['HEAD of a list needs no credentials.', openWhere(versionedLists, () => true, 'HEAD')],
    'twins-of-lists-open': ['Lists need no credentials with a slash at the end of their path.', twinOf(versionedLists)],
    'page-two-open': ['Lists need no credentials behind a cursor.', openWhere(versionedLists, isPageTwo)],
  }),
  ...violations('auth.legacy-required', 'auth.legacy-required.side-doors', {
    'head-of-groups-open': ['HEAD of the legacy groups needs no credentials.', openWhere(groups, () => true, 'HEAD')],
    'twin-of-events-open': [
      'The legacy events need no credentials without the slash at the end of their path.',
      twinOf(events),
    ],
    'legacy-page-two-open': ['The legacy lists need no credentials behind a cursor.', openWhere(linkLists, isPageTwo)],
  }),
  ...violations('services.auth', 'services.auth.side-doors', {
    'head-of-capabilities-open': [
      'HEAD of capabilities needs no credentials.',
      openWhere(capabilities, () => true, 'HEAD'),
    ],
    'twin-of-capabilities-open': [
      'Capabilities need no credentials with a slash at the end of their path.',
      twinOf(capabilities),
    ],
  }),
]
