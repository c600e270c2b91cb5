import { remember } from '../../../emulator/disturb/deviations/wrappers/fetch-wrappers.ts'
import type { FetchWrapper } from '../../../emulator/disturb/deviations/deviation.ts'
import { takeAny } from '../../../emulator/disturb/deviations/groups/credentials.ts'
import { problem } from '../../../emulator/disturb/deviations/wrappers/messages.ts'
import { type ConditionName, during } from '../condition.ts'
import { type Fault, lawFaults } from '../law.ts'
import { bearerGuardRequirement, guardRequirement, type ProtectedOperation, protectedOperations } from '../places.ts'
import { mapAnswer, around } from '../../../emulator/disturb/deviations/wrappers/fetch-wrappers.ts'
import { open } from '../../faults/wrappers.ts'

/** Conditions that each operation can meet, beside `always`. */
const reads = ['head', 'other-slash', 'without-query', 'with-other-parameter', 'from-the-third'] as const

const met: Readonly<Record<ProtectedOperation, readonly ConditionName[]>> = {
  'environments.list': [...reads, 'with-limit', 'with-limit-alone', 'with-cursor', 'with-enum', 'with-search'],
  'resources.list': [
    ...reads,
    'with-filter-alone',
    'with-filter',
    'with-limit',
    'with-cursor',
    'with-filter-and-limit',
    'with-search',
  ],
  'products.list': [
    ...reads,
    'with-filter',
    'with-limit',
    'with-cursor',
    'with-starting-after',
    'with-ending-before',
    'with-filter-and-limit',
    'with-filter-and-cursor',
    'with-brand',
    'with-category',
    'with-enum',
    'with-search',
    'with-filter-alone',
    'with-brand-and-limit-alone',
    'bare-id',
    'prefixed-id',
  ],
  'configurations.value': [...reads.filter((name) => name !== 'without-query'), 'prj-id'],
  'access-tokens.list': [...reads, 'with-limit', 'with-cursor'],
  'services.capabilities': [...reads, 'with-version-alone', 'bare-id', 'prefixed-id', 'second-parent'],
  'access-tokens.create': ['with-other-parameter'],
  'access-tokens.rename': ['with-other-parameter', 'prefixed-id'],
  'access-tokens.revoke': ['with-other-parameter', 'prefixed-id'],
  'services.invoke': ['with-other-parameter', 'prefixed-id', 'second-parent'],
  'connect.prepare': ['with-other-parameter', 'other-slash'],
  'legacy.projects': [...reads],
  'legacy.groups.list': [...reads, 'with-limit', 'with-cursor', 'prefixed-id', 'with-filter'],
  'legacy.events.list': [...reads, 'with-limit', 'with-cursor', 'prefixed-id'],
  'legacy.groups.create': ['with-other-parameter', 'with-filter', 'prefixed-id'],
}

/** Serves requests without a credential as if they had the one that the operation accepted last. */
const openToStrangers = (
  operation: ProtectedOperation,
  condition: ConditionName,
  isStranger: (authorization: string) => boolean,
): FetchWrapper =>
  remember(() => {
    let accepted: string | undefined
    const note = mapAnswer('everywhere', (response, intercepted) => {
      const isOfThis = intercepted.operation?.id === operation
      if (isOfThis && !isStranger(intercepted.authorization)) accepted = intercepted.authorization
      return response
    })
    const open = during(operation, condition, (intercepted) =>
      intercepted.send(
        accepted !== undefined && isStranger(intercepted.authorization) ? { authorization: accepted } : undefined,
      ),
    )
    return around(open, note)
  })

/** A protected operation serves nothing without credentials (clauses 4.3, 4.7, 5.1 and 5.4). */
const withoutCredential: readonly Fault[] = lawFaults({
  id: 'no-credential-refused',
  requirement: guardRequirement,
  breaks: 'The server serves a request that has no Authorization.',
  places: protectedOperations,
  conditions: [...new Set<ConditionName>(['always', ...Object.values(met).flat()])],
  fault: (place, condition) =>
    condition === 'always' || met[place].includes(condition)
      ? openToStrangers(place, condition, (authorization) => authorization === '')
      : undefined,
})

/** A protected operation serves no Bearer value that was never issued (clauses 4.3, 4.7, 5.1 and 5.4). */
const madeUpBearer: readonly Fault[] = lawFaults({
  id: 'made-up-bearer-refused',
  requirement: bearerGuardRequirement,
  breaks: 'The server serves a request with any Bearer value.',
  places: protectedOperations,
  conditions: ['always'] as const,
  fault: (place) => takeAny(place),
})

/** The change that a write without credentials still makes. */
const doneAllTheSame: readonly Fault[] = lawFaults({
  id: 'write-without-credential-not-done',
  requirement: guardRequirement,
  breaks: 'A write without credentials is refused, but done.',
  places: ['access-tokens.create', 'access-tokens.rename', 'access-tokens.revoke'] as const,
  conditions: ['anonymous'] as const,
  fault: (place, condition) =>
    around(
      during(place, condition, async (intercepted) => {
        const response = await intercepted.send()
        return response.ok ? problem(401, 'unauthenticated') : response
      }),
      open(place),
    ),
})

/** Protected operations serve nobody without a credential that was issued. */
export const strangers: readonly Fault[] = [...withoutCredential, ...madeUpBearer, ...doneAllTheSame]
