import { type Once, once } from '../../judge/once-per-run.ts'
import { type BearerUse, useBearer } from '../accepted-bearer.ts'
import { renamed } from './changed-tokens.ts'
import { mainSecret } from './range-tokens.ts'

/** A use of the main token's secret after the token got a new name; undefined where none was accepted before. */
export const useAfterRename: Once<[], BearerUse | undefined> = once(async (session) => {
  await renamed(session)
  const { at, acceptance } = await mainSecret(session)
  return at && acceptance?.way ? await useBearer(session, acceptance.way, at.text) : undefined
})
