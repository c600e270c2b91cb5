import { expect, it } from 'vitest'
import { controlClient } from '../../testing/emulator/control-client.ts'
import { clientForm } from '../../testing/emulator/token-requests.ts'
import { ask } from '../../testing/suite/ask.ts'

const many = 1100

const lists: readonly (readonly [
  path: string,
  fill: (client: ReturnType<typeof controlClient>) => unknown,
  // oxlint-disable-next-line typescript/no-explicit-any -- Each list has another form.
  items: (json: any) => readonly unknown[],
])[] = [
  [
    '/worlds',
    ({ emulator }) => {
      for (let made = 0; made < many; made++) emulator.worlds.use(`w${made}`)
    },
    (json) => json,
  ],
  [
    '/credentials',
    async ({ emulator }) => {
      const form = { grant_type: 'client_credentials', ...clientForm(emulator) }
      for (let made = 0; made < many; made++) await ask(emulator, 'POST', '/oauth/token', { auth: null, form })
    },
    ({ data }) => data,
  ],
  [
    '/data/projects',
    ({ emulator }) =>
      emulator.data.insertAll(
        'projects',
        Array.from({ length: many }, () => ({})),
      ),
    ({ data }) => data,
  ],
  [
    '/requests/lines',
    async ({ emulator }) => {
      for (let sent = 0; sent < many; sent++) await emulator.fetch('http://emulator.test/0/')
    },
    ({ requests }) => requests,
  ],
]

it.each(lists)('shows at most 1000 items of %s at once', async (path, fill, items) => {
  const client = controlClient()
  await fill(client)
  expect(items((await client.control('GET', `${path}?limit=5000`)).body)).toHaveLength(1000)
})

it('accepts no more faults in many requests than in one', async () => {
  const { control } = controlClient()
  const fault = { operation: 'legacy.root', status: 503, body: 'x'.repeat(900_000) }
  const statuses = []
  for (let sent = 0; sent < 6; sent++) statuses.push((await control('POST', '/faults', fault)).status)
  expect(statuses).toEqual([201, 201, 201, 201, 413, 413])
  expect((await control('GET', '/faults')).body).toHaveLength(4)
})
