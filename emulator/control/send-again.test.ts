import { expect, it } from 'vitest'
import { controlClient } from '../../testing/emulator/control-client.ts'
import { obtainToken } from '../../testing/emulator/token-requests.ts'

it('sends a request again with its credentials, as it was and changed, and shows what it came from', async () => {
  const { control, api } = controlClient()
  const headers = { 'content-type': 'application/json' }
  await api('/1.13/projects?x=1', { method: 'POST', headers, body: '{"name":"A"}' })
  const { status, body } = await control('POST', '/requests/1/again')
  expect([status, body]).toMatchObject([
    200,
    {
      request: { index: 2, path: '/1.13/projects', query: { x: '1' }, body: { name: 'A' } },
      response: { status: 201 },
    },
  ])
  expect(body.related).toEqual([{ relation: 'original', index: 1 }])
  const changes = { body: '{"nam":"B"}', headers: { 'X-Client': 'a', Authorization: 'Bearer <redacted>' } }
  const changed = await control('POST', '/requests/2/again', { ...changes, path: '/1.13/projects' })
  expect(changed.body).toMatchObject({
    request: { index: 3, body: { nam: 'B' }, query: {}, headers: { 'x-client': 'a' } },
    response: { status: 400 },
  })
  const without = await control('POST', '/requests/1/again', { method: 'get', headers: { authorization: null } })
  expect(without.body).toMatchObject({ request: { index: 4, method: 'GET' }, response: { status: 401 } })
})

it('sends hidden values as they came, in a form, in JSON and in the query, in the world of the request', async () => {
  const { emulator, control, api } = controlClient()
  const { clientId, clientSecret } = emulator.credentials
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
  await api('/~blue/oauth/token', { method: 'POST', body: new URLSearchParams(form), headers: { authorization: '' } })
  const hidden = new URLSearchParams({ ...form, client_secret: '<redacted>' }).toString()
  const again = await control('POST', '/requests/1/again', { body: hidden }, { 'x-emulator-world': 'blue' })
  expect(again.body).toMatchObject({ request: { index: 2 }, response: { status: 200 } })
  expect(JSON.stringify(again.body)).not.toContain(clientSecret)
  const headers = { 'content-type': 'application/json' }
  await api('/1.13/projects?token=abc', {
    method: 'POST',
    headers,
    body: '{"name":"A","token":"t","list":[{"token":"u"}]}',
  })
  await control('POST', '/requests/1/again', {
    path: '/1.13/projects?token=%3Credacted%3E',
    body: '{"name":"B","token":"<redacted>","list":[{"token":"<redacted>"}]}',
  })
  const { draftAt } = { draftAt: (index: number) => emulator.requests.draftAt(index)! }
  expect([draftAt(2).search, JSON.parse(draftAt(2).body!)]).toEqual([
    '?token=abc',
    { name: 'B', token: 't', list: [{ token: 'u' }] },
  ])
})

it('sends texts with a hidden part as they came, if they are still as the journal shows them', async () => {
  const { emulator, control, api } = controlClient()
  const headers = { 'content-type': 'application/json' }
  const sent = { name: 'Secret: santa', deep: [{ note: 'see token=abc here', 'password=hunter2': 1 }], more: 'x' }
  await api('/1.13/projects?search=secret%3A+a&search=token%3Db', {
    method: 'POST',
    headers,
    body: JSON.stringify(sent),
  })
  const printed = emulator.requests.one({}).body as object
  expect(JSON.stringify(printed)).not.toMatch(/santa|abc|hunter2/)
  await control('POST', '/requests/1/again', {
    path: '/1.13/projects?search=secret%3A+%3Credacted%3E&search=token%3D%3Credacted%3E',
    body: JSON.stringify({ ...printed, more: 'edited' }),
  })
  const again = emulator.requests.draftAt(2)!
  expect(JSON.parse(again.body!)).toEqual({ ...sent, more: 'edited' })
  expect(new URLSearchParams(again.search).getAll('search')).toEqual(['secret: a', 'token=b'])
})

it('says what cannot be sent again, and accepts a dropped connection as an answer', async () => {
  const { control, api } = controlClient({ faults: [{ operation: 'environments.list', drop: 'before', times: 2 }] })
  await api('/1.13/environments').catch(() => {})
  expect((await control('POST', '/requests/1/again')).body).toMatchObject({ request: { index: 2 }, response: null })
  await api('/1.13/projects', { method: 'POST', body: JSON.stringify({ name: 'x'.repeat(70_000) }) })
  const long = await control('POST', '/requests/3/again')
  expect([long.status, long.body.error.message]).toEqual([400, expect.stringContaining('too long to keep')])
  expect((await control('POST', '/requests/9/again')).status).toBe(404)
  expect((await control('POST', '/requests/1/again', { headers: { 'a b': 'c' } })).status).toBe(400)
  expect((await control('POST', '/requests/1/again', { path: 'no-slash' })).status).toBe(400)
})

it('names the previous page, and the request that issued a token', async () => {
  const { emulator, control, api } = controlClient()
  const token = (await obtainToken(emulator)).json
  const headers = { authorization: `Bearer ${token.access_token}` }
  const { body: first } = await api('/1.13/projects?limit=1', { headers })
  await api(`/1.13/projects?limit=1&starting_after=prj_${first.data[0].id}`, { headers })
  const { body } = await control('GET', '/requests/3')
  expect(body.related).toEqual([
    { relation: 'token', index: 1 },
    { relation: 'page', index: 2 },
  ])
})
