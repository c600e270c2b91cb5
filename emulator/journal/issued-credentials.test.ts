import { expect, it } from 'vitest'
import { IssuedCredentials } from './issued-credentials.ts'

it('remembers the latest 500 secrets as they are', () => {
  const issued = new IssuedCredentials(() => [])
  for (let secret = 1; secret <= 501; secret++) issued.noteSecret(`secret-${secret}`)
  expect([issued.secrets.length, issued.secrets[0], issued.secrets.at(-1)]).toEqual([500, 'secret-2', 'secret-501'])
})
