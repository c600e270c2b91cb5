import { expect, it } from 'vitest'
import { hashSecret } from '../../tools/hash.ts'
import { ask } from '../../../testing/suite/ask.ts'
import {
  addClient,
  basicHeader,
  clientForm,
  startedEmulator,
  sendTokenForm,
  expectRefusal,
  obtainToken,
} from '../../../testing/emulator/token-requests.ts'

it('accepts form-urlencoded client credentials by HTTP Basic, in any case and spacing of the scheme', async () => {
  const emulator = startedEmulator()
  const { clientId, clientSecret } = emulator.credentials
  const odd = addClient(emulator, 'a client', 's:e&c%+r/et')
  for (const auth of [
    basicHeader(clientId, clientSecret),
    basicHeader(clientId, clientSecret).replace('Basic ', 'bAsIc   '),
    basicHeader(encodeURIComponent(odd['client_id']!), encodeURIComponent(odd['client_secret']!)),
    basicHeader('a+client', encodeURIComponent('s:e&c%+r/et')),
  ]) {
    const { status } = await sendTokenForm(emulator, { grant_type: 'client_credentials' }, {}, auth)
    expect(status, auth).toBe(200)
  }
  const both = { grant_type: 'client_credentials', client_id: clientId }
  expect((await sendTokenForm(emulator, both, {}, basicHeader(clientId, clientSecret))).status).toBe(200)
  const twice = { ...both, client_secret: clientSecret }
  expectRefusal(await sendTokenForm(emulator, twice, {}, basicHeader(clientId, clientSecret)), 400, 'invalid_request')
})

// holds: oauth.client-credentials, oauth.refresh
it('takes a client in the form whatever else than HTTP Basic is in Authorization', async () => {
  const emulator = startedEmulator()
  const { token, dsn } = emulator.credentials
  const grant = { grant_type: 'client_credentials', ...clientForm(emulator) }
  for (const auth of [
    `Bearer ${token}`,
    'Bearer expired',
    'bearer',
    `DSN ${dsn}`,
    'Basically x',
    'Digest username="x"',
    '',
    'undefined',
    `Bearer ${token}, Basic ${btoa('a:b')}`,
  ]) {
    const first = await sendTokenForm(emulator, grant, {}, auth)
    expect(first.status, auth).toBe(200)
    const again = { grant_type: 'refresh_token', ...clientForm(emulator), refresh_token: first.json.refresh_token }
    expect((await sendTokenForm(emulator, again, {}, auth)).status, auth).toBe(200)
  }
})

// holds: oauth.secret-verified
it('refuses a client that is unknown, wrong or missing with 401 and a challenge', async () => {
  const emulator = startedEmulator()
  const { clientId: id, clientSecret: secret } = emulator.credentials
  const grant = { grant_type: 'client_credentials' }
  for (const [form, auth] of [
    [{ ...grant, client_id: id, client_secret: `${secret}x` }, null],
    [{ ...grant, client_id: id }, null],
    [{ ...grant, client_secret: secret }, null],
    [grant, null],
    [grant, basicHeader(id, 'wrong')],
    [grant, 'Basic !!!'],
    [grant, `Bearer ${emulator.credentials.token}`],
    [{ ...grant, ...clientForm(emulator) }, 'basic !!!'],
    [{ ...grant, client_id: id, client_secret: hashSecret(secret) }, null],
    [{ ...grant, client_id: '__proto__', client_secret: secret }, null],
  ] as const) {
    const answer = await sendTokenForm(emulator, form, {}, auth)
    expectRefusal(answer, 401, 'invalid_client')
    expect(answer.headers.get('www-authenticate')).toMatch(/^Basic realm="[^"]+"/)
    expect(answer.text).not.toContain(secret)
  }
})

it('does not take client credentials from the query string', async () => {
  const emulator = startedEmulator()
  const path = `/oauth/token?${new URLSearchParams(clientForm(emulator))}`
  const form = { grant_type: 'client_credentials' }
  expectRefusal(await ask(emulator, 'POST', path, { form, auth: null }), 401, 'invalid_client')
})

it('refuses a malformed request in the form of RFC 6749', async () => {
  const emulator = startedEmulator()
  const good = new URLSearchParams({ grant_type: 'client_credentials', ...clientForm(emulator) }).toString()
  for (const [form, code] of [
    [clientForm(emulator), 'invalid_request'],
    [`${good}&grant_type=client_credentials`, 'invalid_request'],
    [`${good}&extra=1&extra=2`, 'invalid_request'],
    [{ grant_type: 'password', ...clientForm(emulator) }, 'unsupported_grant_type'],
    [{ grant_type: 'Client_Credentials', ...clientForm(emulator) }, 'unsupported_grant_type'],
  ] as const) {
    expectRefusal(
      await sendTokenForm(emulator, form, { 'content-type': 'application/x-www-form-urlencoded' }),
      400,
      code,
    )
  }
  expect((await sendTokenForm(emulator, `${good}&extra=1`)).status).toBe(200)
  expect(
    (await sendTokenForm(emulator, good, { 'content-type': 'Application/X-WWW-Form-Urlencoded; charset=UTF-8' }))
      .status,
  ).toBe(200)
})

it('uses the form of RFC 6749 for 405, 413, 415 and 429, whatever the conventions', async () => {
  const emulator = startedEmulator({
    bodyLimit: 200,
    rateLimit: 4,
    errorBody: 'problem',
    refusedStatus: 422,
    unauthenticatedStatus: 403,
  })
  const get = await ask(emulator, 'GET', '/oauth/token', { auth: null })
  expectRefusal(get, 405, 'invalid_request')
  expect(get.headers.get('allow')).toBe('POST, OPTIONS')
  expectRefusal(
    await ask(emulator, 'POST', '/oauth/token', { json: clientForm(emulator), auth: null }),
    415,
    'invalid_request',
  )
  expectRefusal(await sendTokenForm(emulator, { grant_type: 'x'.repeat(300) }), 413, 'invalid_request')
  expectRefusal(await obtainToken(emulator, { client_secret: 'wrong' }), 401, 'invalid_client')
  expectRefusal(await obtainToken(emulator, { grant_type: '' }), 400, 'invalid_request')
  const limited = await obtainToken(emulator)
  expectRefusal(limited, 429, 'temporarily_unavailable')
  expect(limited.headers.get('retry-after')).toBe('60')
})
