import { expect, it } from 'vitest'
import { keepingClient } from '../../../testing/cases/histories.ts'
import { readCase } from '../../../emulator/case/read-case.ts'
import { createEmulator } from '../../../emulator/create-emulator.ts'
import { localSender } from '../../../emulator/pipeline/sender.ts'
import { MovedCase } from './moved-case.ts'
import { openCase } from './play/open-case.ts'

it('moves to the place that was asked for last, however long each move takes', async () => {
  const emulator = createEmulator({ scenarios: ['short-pages'] })
  const { json } = keepingClient(emulator)
  for (let step = 0; step < 6; step++) await json('/1.13/flows', { name: 'Mine' })
  const moved = await MovedCase.at(openCase(await readCase(await emulator.saveCase())), 0)
  const move = async (at: number) => {
    const headers = { 'content-type': 'application/json' }
    const init = { method: 'PUT', headers, body: JSON.stringify({ at }) }
    const response = await moved.served.respond(new Request('http://emulator.test/_emulator/replay', init), localSender)
    return ((await response.json()) as { readonly at: number }).at
  }
  expect(await Promise.all([move(6), move(1)])).toEqual([6, 1])
  expect(moved.served.emulator.data.count('flows', { name: 'Mine' })).toBe(1)
})
