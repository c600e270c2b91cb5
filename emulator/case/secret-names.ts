import { defaultWorldName } from '../api/auth/world-suffix.ts'
import type { Credentials } from '../model/contract/credentials.ts'
import { Random, saltOf } from '../tools/random.ts'

/** The secrets of every world, by the name that a case gives them. Of a DSN it is the key in it. */
export function secretsOf({
  clientSecret,
  token,
  integrationToken,
  apiKey,
  dsn,
}: Credentials): ReadonlyMap<string, string> {
  return new Map(
    Object.entries({
      clientSecret: bare(clientSecret),
      token: bare(token),
      integrationToken: bare(integrationToken),
      apiKey,
      dsnKey: /[^/@]{32}(?=@)/.exec(dsn)?.[0] ?? '',
    }).filter(([, text]) => text !== ''),
  )
}

/** A secret without its prefix, such as `pat_`. */
function bare(secret: string): string {
  return secret.slice(secret.indexOf('_') + 1)
}

/** A secret that a world has made. @param random The state of the random numbers that it follows from. */
export function madeSecret(world: string, random: number): string {
  return new Random(random, world === defaultWorldName ? 0 : saltOf(world)).text(40)
}
