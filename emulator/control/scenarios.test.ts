import { expect, it } from 'vitest'
import { scenarios } from '../disturb/scenarios/scenarios.ts'
import { controlClient } from '../../testing/emulator/control-client.ts'

const playing = (body: { name: string; playing: boolean }[]) =>
  body.filter((scenario) => scenario.playing).map(({ name }) => name)

it('lists every scenario, starts some and ends all', async () => {
  const { control, api } = controlClient({ scenarios: ['link-previous-first'] })
  const { body } = await control('GET', '/scenarios')
  expect(body).toEqual(
    scenarios.map(({ name, group, clause, description, setting }) => ({
      name,
      group,
      clause,
      description,
      setting: setting ? { ...setting, playing: null } : null,
      playing: name === 'link-previous-first',
    })),
  )
  expect(playing((await control('PUT', '/scenarios', ['unknown-members', 'rate-limited-mid-walk'])).body)).toEqual([
    'unknown-members',
    'rate-limited-mid-walk',
  ])
  expect((await api('/0/')).body).toHaveProperty('unknown_member')
  expect((await control('DELETE', '/scenarios')).status).toBe(204)
  expect((await api('/0/')).body).not.toHaveProperty('unknown_member')
})
