import { remember } from '../../../emulator/disturb/deviations/wrappers/fetch-wrappers.ts'
import type { FetchWrapper } from '../../../emulator/disturb/deviations/define-deviation.ts'
import { type ConditionName, during } from '../condition.ts'
import { type Fault, faultsOf } from '../law.ts'
import { guardOf, type ProtectedOperation, protectedOperations } from '../places.ts'
import { mapAnswer, around } from '../../../emulator/disturb/deviations/wrappers/fetch-wrappers.ts'

/** Conditions that each operation can meet, beside `always`. */
const reads = ['head', 'other-slash', 'without-query', 'with-other-parameter', 'from-the-third'] as const

const met: Readonly<Record<ProtectedOperation, readonly ConditionName[]>> = {
  'environments.list': [...reads, 'with-limit', 'with-cursor'],
  'resources.list': [...reads, 'with-filter', 'with-limit', 'with-cursor', 'with-filter-and-limit'],
  'products.list': [
    ...reads,
    'with-filter',
    'with-limit',
    'with-cursor',
    'with-starting-after',
    'with-ending-before',
    'with-filter-and-limit',
    'with-filter-and-cursor',
    'bare-id',
    'prefixed-id',
  ],
  'configurations.value': [...reads.filter((name) => name !== 'without-query'), 'prj-id'],
  'access-tokens.list': [...reads, 'with-limit', 'with-cursor'],
  'services.capabilities': [...reads, 'bare-id', 'prefixed-id', 'second-parent'],
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
const openTo = (
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
export const strangers: readonly Fault[] = faultsOf({
  id: 'no-credential-refused',
  requirement: guardOf,
  breaks: 'The server serves a request that has no Authorization.',
  places: protectedOperations,
  conditions: [...new Set<ConditionName>(['always', ...Object.values(met).flat()])],
  fault: (place, condition) =>
    condition === 'always' || met[place].includes(condition)
      ? openTo(place, condition, (authorization) => authorization === '')
      : undefined,
})
