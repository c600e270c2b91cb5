import type { Operations } from '../wrappers/intercepted-request.ts'
import { environments, groups, projects, resources } from '../wrappers/operations.ts'
import type { FetchWrapper } from '../define-deviation.ts'
import { mapRequest, remember, retry } from '../wrappers/fetch-wrappers.ts'
import type { BehavioursOf } from '../deviation-groups.ts'

/** Takes an Authorization that is refused for one that was accepted before, if `isTaken`. */
export const mistake = (operations: Operations, isTaken: (given: string, accepted: string) => boolean): FetchWrapper =>
  remember(() => {
    const accepted = new Set<string>()
    return retry(operations, ({ ok, status }, { authorization: given }) => {
      if (ok && given !== '') accepted.add(given)
      const right = [...accepted].find((one) => isTaken(given, one))
      return status === 401 && right !== undefined ? { authorization: right } : undefined
    })
  })

export const open = (operations: Operations): FetchWrapper => mistake(operations, (given) => given === '')

export const takeAny = (operations: Operations): FetchWrapper =>
  mistake(operations, (given) => given.startsWith('Bearer '))

/** Refuses some values of Authorization. */
export const refuse = (operations: Operations, isRefused: (given: string) => boolean): FetchWrapper =>
  mapRequest(operations, ({ authorization }) =>
    isRefused(authorization) ? { authorization: 'Bearer refused' } : undefined,
  )

/** The integration token, by its form in the emulator's own credentials. */
export const isIntegration = (given: string): boolean => given.startsWith('Bearer int_')

export const isBasic = (given: string): boolean => /^basic /i.test(given)

export const isDsn = (given: string): boolean => /^dsn /i.test(given)

/** Only the first 20 characters of a token are compared. */
export const haveSameBeginning = (given: string, accepted: string): boolean =>
  given.startsWith('Bearer ') && given !== accepted && given.slice(0, 27) === accepted.slice(0, 27)

/** The behaviour of each deviation of "Credentials". */
export const credentialBehaviours: BehavioursOf<'credentials'> = {
  'open-environments': open(environments),
  'open-resources': open(resources),
  'any-bearer-environments': takeAny(environments),
  'any-bearer-legacy-groups': takeAny(groups),
  'bearer-beginning-alone': mistake('everywhere', haveSameBeginning),
  'integration-token-refused-for-projects': refuse(projects, isIntegration),
  'dsn-refused': refuse('everywhere', isDsn),
  'any-dsn': mistake('everywhere', (given, accepted) => isDsn(given) && isDsn(accepted)),
  'api-key-refused': refuse('everywhere', isBasic),
  'any-api-key': mistake('everywhere', (given, accepted) => isBasic(given) && isBasic(accepted)),
}
