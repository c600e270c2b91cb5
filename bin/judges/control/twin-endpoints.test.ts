import { expect, it } from 'vitest'
import { openJudging } from '../../../testing/emulator/judging-emulator.ts'
import { learnEmulator } from '../../../testing/learned-emulator.ts'
import type { PairedAnswers } from './twin-answers.ts'

it('shows the answers of a service that was learned beside those of this emulator', async () => {
  const { document } = await learnEmulator({ conventions: { listEnvelope: 'items' } }, { allowWrites: false })
  const { emulator, close } = openJudging()
  const ask = async (learned: unknown) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ learned }) }
    const response = await emulator.fetch('http://localhost/_emulator/twin/answers', init)
    return [response.status, (await response.json()) as PairedAnswers] as const
  }
  const [status, { answers }] = await ask(document)
  const { differences } = answers.find(({ question }) => question === 'environments.list')!
  expect(differences).toContainEqual({ kind: 'member', path: 'items', side: 'left', types: ['array'] })
  const [refused, error] = await ask({ form: 'other' })
  expect([status, refused, JSON.stringify(error)]).toEqual([200, 400, expect.stringContaining('platform-learned/1')])
  expect((await emulator.fetch('http://localhost/_emulator/twin')).status).toBe(404)
  await close()
})
