import { type Once, once } from '../../run/once.ts'
import { isAccepted } from '../accepted-bearer.ts'
import { renamed } from './changed-tokens.ts'
import { mainSecret } from './range-tokens.ts'

/** Whether the main token's secret is accepted after the token got a new name; undefined where none was before. */
export const acceptedAfterRename: Once<[], boolean | undefined> = once(async (own) => {
  await renamed(own)
  const { at, acceptance } = await mainSecret(own)
  return at && acceptance?.way ? await isAccepted(own, acceptance.way, at.text) : undefined
})
