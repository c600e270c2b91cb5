import type { RequirementId } from '../../../conformance/catalogue/requirements.ts'
import { hashSecret } from '../../tools/hash.ts'
import type { Caller } from '../../model/contract/credentials.ts'
import type { StoredCode } from '../../model/contract/stored-records.ts'
import type { WorldAccess } from '../../model/contract/world-access.ts'
import { ApiError } from '../dialect/api-error.ts'

/** Issues a code for an adapter and the user of a caller. `lifetime` is in seconds of the world's clock. */
export function issueCode(world: WorldAccess, adapter: string, caller: Caller, lifetime: number): string {
  const code = world.nextSecret()
  world.insert('connect_codes', {
    id: hashSecret(code),
    adapter,
    user_id: caller.userId,
    application: applicationName(world, caller),
    expires_at: world.clock.now() + lifetime * 1000,
    used: false,
  })
  return code
}

/** The name of the caller's application, for people. */
function applicationName(world: WorldAccess, { kind, ownerId }: Caller): string {
  if (kind === 'personalAccessToken') {
    const name = world.get('access_tokens', ownerId)?.name
    return name === undefined ? 'a personal access token' : `the personal access token “${name}”`
  }
  const client = /^client:(.+)$/.exec(ownerId)?.[1]
  return client === undefined ? 'an internal integration' : `the OAuth client ${client}`
}

/** Replaces a known code with another. */
export function replaceCode(world: WorldAccess, code: string, another: string): void {
  const stored = world.get('connect_codes', hashSecret(code))
  if (!stored) return
  world.remove('connect_codes', stored.id)
  world.insert('connect_codes', { ...stored, id: hashSecret(another) })
}

/** Makes the refusal of a state code: 400, or 410 for a code that was valid before. */
function codeRefusal(
  status: 400 | 410,
  message: string,
  requirement: RequirementId = 'connect.code-verified',
): ApiError {
  return new ApiError('refused', message, { status, requirement })
}

const again = 'Go back to where you came from and start again.'

/**
 * Returns the stored code if it is valid for this adapter now. It does not use the code up.
 * @throws ApiError when the code is missing, unknown, for another adapter, used or expired.
 */
export function findCode(world: WorldAccess, adapter: string, code: string | undefined): StoredCode {
  if (code === undefined || code === '')
    throw codeRefusal(400, `The URL needs the query parameter prepare_state, the state code. ${again}`)
  const stored = world.get('connect_codes', hashSecret(code))
  if (!stored) throw codeRefusal(400, `This state code is unknown. ${again}`)
  if (stored.adapter !== adapter)
    throw codeRefusal(400, `This state code belongs to another adapter, not ${adapter}. ${again}`)
  if (stored.used) throw codeRefusal(410, `This state code was already used; each works once. ${again}`)
  if (stored.expires_at <= world.clock.now())
    throw codeRefusal(410, `This state code has expired. ${again}`, 'connect.short-lived')
  return stored
}

/** Uses a code up. @throws ApiError as `findCode` does, so that only one of two simultaneous uses succeeds. */
export function useCode(world: WorldAccess, adapter: string, code: string | undefined): StoredCode {
  return world.replace('connect_codes', { ...findCode(world, adapter, code), used: true })
}
