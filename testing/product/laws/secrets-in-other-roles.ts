import type { RequirementId } from '../../../conformance/catalogue/requirements.ts'
import { around, on, remember, retry } from '../../../emulator/disturb/deviations/wrappers/fetch-wrappers.ts'
import type { FetchWrapper } from '../../../emulator/disturb/deviations/deviation.ts'
import type { Operations } from '../../../emulator/disturb/deviations/wrappers/intercepted-request.ts'
import { readSentForm } from '../../../emulator/disturb/deviations/groups/oauth.ts'
import { type Fault, lawFaults } from '../law.ts'
import { knowRunSecrets, type KnownSecrets, readSlot, type SecretKind, type Slot, fillSlot } from '../secrets.ts'

/** A place that takes a secret of one kind. */
interface Role {
  readonly slot: Slot
  readonly operations: Operations
  readonly requirement: RequirementId
  readonly grant?: 'client_credentials' | 'refresh_token'
  /** The kinds that are not a secret there. */
  readonly others: readonly SecretKind[]
}

const noBearer = [
  'token-id',
  'client-id',
  'client-secret',
  'api-key',
  'dsn',
  'refresh-token',
] as const satisfies readonly SecretKind[]

const roles = {
  'environments.list': {
    slot: 'bearer',
    operations: 'environments.list',
    requirement: 'auth.invalid-bearer',
    others: noBearer,
  },
  'api-key': {
    slot: 'basic',
    operations: 'legacy.projects',
    requirement: 'auth.api-key-verified',
    others: ['client-id', 'client-secret'],
  },
  client_secret: {
    slot: 'client_secret',
    operations: 'oauth.token',
    grant: 'client_credentials',
    requirement: 'oauth.secret-verified',
    others: ['client-id', 'token', 'client-token', 'refresh-token'],
  },
  refresh_token: {
    slot: 'refresh_token',
    operations: 'oauth.token',
    grant: 'refresh_token',
    requirement: 'oauth.refresh-verified',
    others: ['client-secret', 'token', 'client-token', 'refreshed-token'],
  },
  prepare_state: {
    slot: 'prepare_state',
    operations: 'connect.browser',
    requirement: 'connect.code-verified',
    // A token in an address could be logged, so none is sent there.
    others: ['client-id'],
  },
} as const satisfies Readonly<Record<string, Role>>

type RoleName = keyof typeof roles

const findRole = (name: RoleName): Role => roles[name]

/** Takes the last value that was accepted in the role, or the last that was issued for it. */
const takeInRole = (role: Role, other: SecretKind): FetchWrapper => {
  const { slot, operations, grant } = role
  return remember(() => {
    let accepted: string | undefined
    const rightOf = (known: KnownSecrets) =>
      slot === 'refresh_token'
        ? known('refresh-token').at(-1)
        : slot === 'prepare_state'
          ? known('state-code').at(-1)
          : accepted
    return knowRunSecrets((known) => {
      const take = retry(operations, async ({ status }, intercepted) => {
        const sent = status < 400 ? undefined : await readSlot(slot, intercepted)
        if (sent === undefined || !known(other).includes(sent)) return undefined
        if (grant && (await readSentForm(intercepted))['grant_type'] !== grant) return undefined
        const right = rightOf(known)
        return right === undefined ? undefined : await fillSlot(slot, intercepted, right)
      })
      const note = on(operations, async (intercepted) => {
        const response = await intercepted.send()
        if (response.ok) accepted = (await readSlot(slot, intercepted)) ?? accepted
        return response
      })
      return around(take, note)
    })
  })
}

/** A secret of one kind, an id or a name is not accepted in place of another secret (clauses 4.1, 4.3 and 5). */
export const secretsInOtherRoles: readonly Fault[] = lawFaults<RoleName, SecretKind>({
  id: 'secret-in-another-role',
  requirement: (place) => findRole(place).requirement,
  breaks: 'A value of another kind is taken for the right secret.',
  places: Object.keys(roles) as RoleName[],
  conditions: [...new Set(Object.values(roles).flatMap(({ others }): readonly SecretKind[] => others))],
  says: (kind) => `for a value of the kind ${kind}`,
  fault: (place, kind) => (findRole(place).others.includes(kind) ? takeInRole(findRole(place), kind) : undefined),
})
