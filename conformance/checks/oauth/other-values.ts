import type { Session } from '../../judge/session.ts'
import { firstTokens } from '../tokens/token-list.ts'
import { keyInAddress } from '../dsn-key.ts'
import { granted, refreshed } from './oauth-tokens.ts'

/** A value of a run that a target may accept in place of another. */
export type OtherName =
  | 'the id of a token'
  | 'client_id'
  | 'client_secret'
  | 'an access token'
  | 'a refreshed access token'
  | 'a refresh token'
  | 'the Bearer token'
  | 'the API key'
  | 'the key of the DSN'

const values: Readonly<Record<OtherName, (session: Session) => Promise<unknown>>> = {
  'the id of a token': async (session) => (await firstTokens(session).catch(() => undefined))?.page?.ids[0],
  client_id: async ({ run }) => run.target.credentials?.oauth?.clientId,
  client_secret: async ({ run }) => run.target.credentials?.oauth?.clientSecret,
  'an access token': async (session) => (await granted(session)).accessToken,
  'a refreshed access token': async (session) => (await refreshed(session)).accessToken,
  'a refresh token': async (session) =>
    session.run.target.credentials?.oauth ? (await granted(session)).refreshToken : undefined,
  'the Bearer token': async ({ run }) => run.target.credentials?.token,
  'the API key': async ({ run }) => run.target.credentials?.apiKey,
  'the key of the DSN': async ({ run }) => keyInAddress(run.target.credentials?.dsn ?? '')?.key,
}

/** A value of another kind and its name. */
type OtherValue = readonly [name: string, value: string]

/** Values that are valid elsewhere in the run. @param right The value that is valid here. */
export async function otherValues(
  session: Session,
  names: readonly OtherName[],
  right: unknown,
): Promise<readonly OtherValue[]> {
  const found: OtherValue[] = []
  for (const name of names) {
    const value = await values[name](session)
    if (typeof value === 'string' && value !== '' && value !== right) found.push([name, value])
  }
  return found
}
