import type { RaceEvent } from '../../../conformance/client/races/step.ts'
import type { World } from '../../../emulator/world/world.ts'

/** Ends every access token that was issued until now; a revocation ends refresh tokens, too. */
export function endTokens(world: World, event: RaceEvent | undefined): void {
  for (const one of world.collection('credentials').all()) {
    if (event === 'expiry' && one.kind === 'accessToken')
      world.replace('credentials', { ...one, expires_at: world.clock.now() })
    if (event === 'revocation' && (one.kind === 'accessToken' || one.kind === 'refreshToken'))
      world.remove('credentials', one.id)
  }
}
