import type { Operations } from '../wrappers/intercepted-request.ts'
import type { FetchWrapper } from '../deviation.ts'
import { mapRequest, refuseRequests as refuseBy, remember, retry } from '../wrappers/fetch-wrappers.ts'

/** Treats a refused Authorization as one that was accepted before, if `isTaken`. */
export const acceptMistaken = (
  operations: Operations,
  isTaken: (sent: string, accepted: string) => boolean,
): FetchWrapper =>
  remember(() => {
    const accepted = new Set<string>()
    return retry(operations, ({ ok, status }, { authorization: sent }) => {
      if (ok && sent !== '') accepted.add(sent)
      const right = [...accepted].find((value) => isTaken(sent, value))
      return status === 401 && right !== undefined ? { authorization: right } : undefined
    })
  })

export const takeAny = (operations: Operations): FetchWrapper =>
  acceptMistaken(operations, (sent) => sent.startsWith('Bearer '))

/** Refuses some values of Authorization. */
export const refuseAuthorization = (operations: Operations, isRefused: (sent: string) => boolean): FetchWrapper =>
  mapRequest(operations, ({ authorization }) =>
    isRefused(authorization) ? { authorization: 'Bearer refused' } : undefined,
  )

/** The integration token, by its form in the emulator's own credentials. */
export const isIntegration = (sent: string): boolean => sent.startsWith('Bearer int_')

export const isBasic = (sent: string): boolean => /^basic /i.test(sent)

export const isDsn = (sent: string): boolean => /^dsn /i.test(sent)

/** Answers some values of Authorization as if the path did not exist. */
const hide = (isHidden: (authorization: string) => boolean): FetchWrapper =>
  refuseBy('everywhere', 404, ({ authorization }) => isHidden(authorization))

/** The deviations of "Credentials". */
export const credentialDeviations = {
  title: 'Credentials',
  deviations: {
    'any-bearer-environments': [
      'auth.invalid-bearer.environments',
      'environments.list accepts any Bearer value.',
      takeAny('environments.list'),
    ],
    'integration-token-refused-for-projects': [
      'auth.integration-token.projects',
      'The legacy projects accept no integration token.',
      refuseAuthorization('legacy.projects', isIntegration),
    ],
    'dsn-refused': ['auth.dsn.accepted', 'No DSN is accepted: a request with one gets 404.', hide(isDsn)],
    'api-key-refused': ['auth.api-key.accepted', 'No API key is accepted: a request with one gets 404.', hide(isBasic)],
  },
} as const
