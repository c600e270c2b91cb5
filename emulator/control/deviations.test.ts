import { expect, it } from 'vitest'
import type { Deviation } from '../disturb/deviations/deviation.ts'
import { deviations } from '../disturb/deviations/shipped.ts'
import { controlClient } from '../../testing/emulator/control-client.ts'

interface Listed {
  readonly name: string
  readonly active: boolean
}

const active = (body: readonly Listed[]) => body.filter((deviation) => deviation.active).map(({ name }) => name)

it('activates deviations for every world but not for itself, and deactivates them', async () => {
  const { control, api } = controlClient()
  expect(active((await control('PUT', '/deviations', ['legacy-root-204'])).body)).toEqual(['legacy-root-204'])
  expect([(await api('/0/')).status, (await api('/~other/0/')).status]).toEqual([204, 204])
  expect((await control('DELETE', '/deviations')).status).toBe(204)
  expect((await api('/0/')).status).toBe(200)
})

it('lists a custom deviation first, with the conventions that it needs', async () => {
  const custom: Deviation = {
    name: 'mine',
    requirement: 'legacy.root',
    description: 'Mine.',
    caughtBy: 'legacy.root.version',
    conventions: { errorBody: 'errors' },
    wrap: (next) => next,
  }
  const { body } = await controlClient({ deviations: [custom] }).control('GET', '/deviations')
  expect(body[0]).toMatchObject({
    name: 'mine',
    group: 'Your own',
    conventions: { errorBody: 'errors' },
    active: true,
  })
  expect(body).toHaveLength(deviations.length + 1)
})
