import { expect, it } from 'vitest'
import { controlClient } from '../../testing/emulator/control-client.ts'
import { requirementStatements } from './requirement-statements.ts'

it('explains every requirement, and the one that a refusal cites', async () => {
  const { control, emulator } = controlClient()
  const { body } = await control('GET', '/requirements')
  expect(body).toEqual(requirementStatements.map(([id, clause, statement]) => ({ id, clause, statement })))
  const refused = await emulator.fetch('http://emulator.test/1.13/flows/x', {
    headers: { authorization: `Bearer ${emulator.credentials.token}` },
  })
  const cited = refused.headers.get('x-emulator-requirement')
  expect((await control('GET', `/requirements?id=${cited}`)).body).toMatchObject([{ id: cited, clause: '2.1' }])
  expect((await control('GET', '/requirements?id=ids.none')).status).toBe(404)
})
