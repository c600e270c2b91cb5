import { expect, it } from 'vitest'
import { controlClient } from '../../testing/emulator/control-client.ts'
import { obtainToken } from '../../testing/emulator/token-requests.ts'

it('pages the requests backwards, each on one line', async () => {
  const { control, api } = controlClient()
  for (let index = 0; index < 7; index++) await api(index % 2 === 0 ? '/0/' : '/nope')
  const indexes = async (search: string) =>
    (await control('GET', `/requests/lines${search}`)).body.requests.map(({ index }: { index: number }) => index)
  expect(await indexes('')).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(await indexes('?limit=2')).toEqual([6, 7])
  expect(await indexes('?limit=2&before=6')).toEqual([4, 5])
  expect(await indexes('?limit=2&before=6&status=404')).toEqual([2, 4])
  expect(await indexes('?before=1')).toEqual([])
  expect((await control('GET', '/requests/lines?limit=0')).status).toBe(400)
})

it('shows both sides of a request, with the requirement that it broke', async () => {
  const { control, api } = controlClient()
  await api('/1.13/resources?status=odd&stauts=x')
  const { body } = await control('GET', '/requests/1')
  expect(body).toMatchObject({
    request: { index: 1, status: 400, refusal: { code: 'invalid_enum_value', requirement: 'filters.enum-invalid' } },
    response: {
      status: 400,
      headers: { 'content-type': 'application/json', 'x-emulator-requirement': 'filters.enum-invalid' },
      body: { error: { code: 'invalid_enum_value' } },
    },
    unread: [{ kind: 'parameter', name: 'stauts', nearest: 'status' }],
  })
  const unknown = await control('GET', '/requests/9')
  expect([unknown.status, unknown.body.error.message]).toEqual([
    404,
    'The journal does not keep the request 9. It keeps those from 1 to 1.',
  ])
  expect((await control('GET', '/requests/x')).status).toBe(400)
})

it('hides the secrets of an answer', async () => {
  const { emulator, control } = controlClient()
  const token = (await obtainToken(emulator)).json
  const printed = await control('GET', '/requests/1')
  expect(printed.body.response).toMatchObject({
    status: 200,
    body: { access_token: '<redacted>', token_type: 'Bearer' },
  })
  expect(JSON.stringify(printed.body)).not.toContain(token.access_token)
  await obtainToken(emulator, { grant_type: 'x' })
  expect((await control('GET', '/requests/2')).body.response.body).toHaveProperty('error_description')
})
