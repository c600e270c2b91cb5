import { expect, it } from 'vitest'
import { requirements } from '../../../conformance/catalogue/requirements.ts'
import { openJudging } from '../../../testing/emulator/judging-emulator.ts'
import { ask } from '../../../testing/suite/ask.ts'

it('explains every requirement, and the one that a refusal cites', async () => {
  const { emulator } = openJudging()
  const { json } = await ask(emulator, 'GET', '/_emulator/requirements')
  expect(json).toEqual(requirements.map(({ id, clause, statement }) => ({ id, clause, statement })))
  const cited = (await ask(emulator, 'GET', '/1.13/flows/x')).headers.get('x-emulator-requirement')
  const explained = await ask(emulator, 'GET', `/_emulator/requirements?id=${cited}`)
  expect(explained.json).toMatchObject([{ id: cited, clause: '2.1' }])
  expect((await ask(emulator, 'GET', '/_emulator/requirements?id=ids.none')).status).toBe(404)
})
