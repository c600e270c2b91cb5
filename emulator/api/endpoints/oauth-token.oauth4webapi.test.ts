import * as oauth from 'oauth4webapi'
import { expect, it } from 'vitest'
import { createEmulator, type Emulator } from '../../create-emulator.ts'

const server: oauth.AuthorizationServer = { issuer: 'http://localhost', token_endpoint: 'http://localhost/oauth/token' }

const start = { start: Date.UTC(2026, 2, 1), frozen: true }
const oauthOptions = ({ fetch }: Emulator) => ({
  [oauth.allowInsecureRequests]: true,
  [oauth.customFetch]: (url: string, init: object) => fetch(new Request(url, init as RequestInit)),
})

const methods = { ClientSecretPost: oauth.ClientSecretPost, ClientSecretBasic: oauth.ClientSecretBasic }

it.each(Object.entries(methods))(
  'serves oauth4webapi with %s: client credentials and refresh, with its response checks',
  async (_, authentication) => {
    const emulator = createEmulator({ clock: start, checkResponses: true })
    const client: oauth.Client = { client_id: emulator.credentials.clientId }
    const secret = authentication(emulator.credentials.clientSecret)
    const granted = await oauth.processClientCredentialsResponse(
      server,
      client,
      await oauth.clientCredentialsGrantRequest(server, client, secret, {}, oauthOptions(emulator)),
    )
    expect(granted).toMatchObject({ token_type: 'bearer', expires_in: 3600 })
    const refreshed = await oauth.processRefreshTokenResponse(
      server,
      client,
      await oauth.refreshTokenGrantRequest(server, client, secret, granted.refresh_token!, oauthOptions(emulator)),
    )
    expect(refreshed.access_token).not.toBe(granted.access_token)
    const resource = await oauth.protectedResourceRequest(
      refreshed.access_token,
      'GET',
      new URL('http://localhost/1.13/environments'),
      undefined,
      null,
      oauthOptions(emulator),
    )
    expect(resource.status).toBe(200)
  },
)

it('gives oauth4webapi a challenge that it can parse when a token has expired or lacks a scope', async () => {
  const emulator = createEmulator({ clock: start, checkResponses: true })
  const client: oauth.Client = { client_id: emulator.credentials.clientId }
  const { access_token: token } = await oauth.processClientCredentialsResponse(
    server,
    client,
    await oauth.clientCredentialsGrantRequest(
      server,
      client,
      oauth.ClientSecretPost(emulator.credentials.clientSecret),
      { scope: 'projects:read' },
      oauthOptions(emulator),
    ),
  )
  const request = (path: string) =>
    oauth.protectedResourceRequest(
      token,
      'GET',
      new URL(`http://localhost${path}`),
      undefined,
      null,
      oauthOptions(emulator),
    )
  await expect(request('/1.13/flows')).rejects.toMatchObject({
    status: 403,
    cause: [{ scheme: 'bearer', parameters: { error: 'insufficient_scope', scope: 'flows:read' } }],
  })
  emulator.clock.advance('1h')
  await expect(request('/0/projects/')).rejects.toMatchObject({
    status: 401,
    cause: [{ scheme: 'bearer', parameters: { error: 'invalid_token' } }, { scheme: 'basic' }, { scheme: 'dsn' }],
  })
})
