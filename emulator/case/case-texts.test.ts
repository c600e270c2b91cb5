import { expect, it } from 'vitest'
import { deriveCredentials, secretsLike } from '../api/auth/credentials.ts'
import { Random } from '../tools/random.ts'
import { CaseTexts, secretNames, restoreSecrets } from './case-texts.ts'

it.each([false, true])('restores each credential, with special characters in secrets: %s', (oddSecrets) => {
  const credentials = deriveCredentials(1, { apiKeyProjectId: 'project', oddSecrets })
  const { clientId, clientSecret, token, integrationToken, apiKey, dsn } = credentials
  const random = 0x5eed
  const { bearer, inForm } = secretsLike(`client:${clientId}`)
  const issued = new Random(random).text(40)
  const secrets = secretNames(credentials, [{ world: 'default', random }])
  const texts = new CaseTexts(credentials, secrets, [])
  const headers = [
    `Bearer ${token}`,
    `Bearer ${integrationToken}`,
    `Bearer ${bearer('acc', issued)}`,
    `Basic ${btoa(`${apiKey}:`)}`,
    `Basic ${btoa(`${clientId}:${clientSecret}`)}`,
    `DSN ${dsn}`,
  ]
  const kept = headers.map((header) => texts.header('authorization', header))
  const body = JSON.stringify({ client_secret: clientSecret, refresh_token: inForm('ref', issued) })
  const all = [...kept, texts.body(body)]
  for (const secret of [...secrets.values(), issued]) expect(all.join('\n')).not.toContain(secret)
  expect(restoreSecrets(all, secrets)).toEqual([...headers, body])
})
