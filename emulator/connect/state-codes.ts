import type { RequirementId } from '../../conformance/catalogue/requirements.ts'
import { hashOf } from '../tools/hash.ts'
import type { StoredCode } from '../contract/stored-records.ts'
import type { WorldAccess } from '../contract/world-access.ts'
import { ApiError } from '../dialect/api-error.ts'

/** A new code for an adapter and a user, good for some seconds of the world's clock. */
export function issueCode(world: WorldAccess, adapter: string, userId: string, lifetime: number): string {
  const code = world.nextSecret()
  world.insert('connect_codes', {
    id: hashOf(code),
    adapter,
    user_id: userId,
    expires_at: world.clock.now() + lifetime * 1000,
    used: false,
  })
  return code
}

/** Why a state code is not taken: 400, or 410 for one that was good once. */
function codeRefusal(
  status: 400 | 410,
  message: string,
  requirement: RequirementId = 'connect.code-verified',
): ApiError {
  return new ApiError('refused', message, { status, requirement })
}

const again = 'Go back to where you came from and start again.'

/**
 * The code as it is stored, if it is good for this adapter now. Looking does not use it up.
 * @throws ApiError when it is missing, unknown, of another adapter, used or expired.
 */
export function findCode(world: WorldAccess, adapter: string, code: string | undefined): StoredCode {
  if (code === undefined || code === '')
    throw codeRefusal(400, `The address lacks prepare_state, the code that begins a connection. ${again}`)
  const stored = world.get('connect_codes', hashOf(code))
  if (!stored) throw codeRefusal(400, `This code is not known here. ${again}`)
  if (stored.adapter !== adapter)
    throw codeRefusal(400, `This code was prepared for another adapter than ${adapter}. ${again}`)
  if (stored.used) throw codeRefusal(410, `This code was already used, and a code works once. ${again}`)
  if (stored.expires_at <= world.clock.now())
    throw codeRefusal(410, `This code has expired. ${again}`, 'connect.short-lived')
  return stored
}

/** Uses a code up. @throws ApiError as `findCode` does, so that of two who use it at once only one succeeds. */
export function useCode(world: WorldAccess, adapter: string, code: string | undefined): StoredCode {
  return world.replace('connect_codes', { ...findCode(world, adapter, code), used: true })
}
