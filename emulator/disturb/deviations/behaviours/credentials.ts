import type { Operations } from '../wrappers/intercepted-request.ts'
import { environments, groups, projects, resources } from '../wrappers/operations.ts'
import type { FetchWrapper } from '../define-deviation.ts'
import { mapRequest, refuse as refuseBy, remember, retry } from '../wrappers/fetch-wrappers.ts'
import type { BehavioursOf } from '../deviation-groups.ts'

/** Takes an Authorization that is refused for one that was accepted before, if `isTaken`. */
export const mistake = (operations: Operations, isTaken: (sent: string, accepted: string) => boolean): FetchWrapper =>
  remember(() => {
    const accepted = new Set<string>()
    return retry(operations, ({ ok, status }, { authorization: sent }) => {
      if (ok && sent !== '') accepted.add(sent)
      const right = [...accepted].find((value) => isTaken(sent, value))
      return status === 401 && right !== undefined ? { authorization: right } : undefined
    })
  })

export const open = (operations: Operations): FetchWrapper => mistake(operations, (sent) => sent === '')

export const takeAny = (operations: Operations): FetchWrapper =>
  mistake(operations, (sent) => sent.startsWith('Bearer '))

/** Refuses some values of Authorization. */
export const refuse = (operations: Operations, isRefused: (sent: string) => boolean): FetchWrapper =>
  mapRequest(operations, ({ authorization }) =>
    isRefused(authorization) ? { authorization: 'Bearer refused' } : undefined,
  )

/** The integration token, by its form in the emulator's own credentials. */
export const isIntegration = (sent: string): boolean => sent.startsWith('Bearer int_')

export const isBasic = (sent: string): boolean => /^basic /i.test(sent)

export const isDsn = (sent: string): boolean => /^dsn /i.test(sent)

/** Only the first 20 characters of a token are compared. */
const haveSameBeginning = (sent: string, accepted: string): boolean =>
  sent.startsWith('Bearer ') && sent !== accepted && sent.slice(0, 27) === accepted.slice(0, 27)

/** Answers as if no path were there, for some values of Authorization: no service answers wrong credentials so. */
const hide = (isHidden: (authorization: string) => boolean): FetchWrapper =>
  refuseBy('everywhere', 404, ({ authorization }) => isHidden(authorization))

/** The behaviour of each deviation of "Credentials". */
export const credentialBehaviours: BehavioursOf<'credentials'> = {
  'open-environments': open(environments),
  'open-resources': open(resources),
  'any-bearer-environments': takeAny(environments),
  'any-bearer-legacy-groups': takeAny(groups),
  'bearer-beginning-alone': mistake('everywhere', haveSameBeginning),
  'integration-token-refused-for-projects': refuse(projects, isIntegration),
  'dsn-refused': hide(isDsn),
  'any-dsn': mistake('everywhere', (sent, accepted) => isDsn(sent) && isDsn(accepted)),
  'api-key-refused': hide(isBasic),
  'any-api-key': mistake('everywhere', (sent, accepted) => isBasic(sent) && isBasic(accepted)),
}
