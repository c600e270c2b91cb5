import { expect, it } from 'vitest'
import { type GivenAnswer, readAnswer } from '../../../../testing/cases/given-answer.ts'
import { histories, keepingClient } from '../../../../testing/cases/histories.ts'
import { readCase } from '../../../../emulator/case/read-case.ts'
import { createEmulator, type Emulator } from '../../../../emulator/create-emulator.ts'
import { compareAnswers } from './compare-answers.ts'
import { openCase } from './open-case.ts'

/** Tells whether each request is answered again as it was. */
async function replayed(emulator: Emulator, answers: readonly GivenAnswer[]): Promise<void> {
  const opened = openCase(await readCase(await emulator.saveCase()))
  expect(opened.requests.length).toBe(answers.length)
  for (const { number } of opened.requests)
    expect([number, await readAnswer(opened.answerOf(number))]).toEqual([number, answers[number - 1]])
}

it.each(Object.entries(histories))('answers again as then: %s', async (_name, [options, play]) => {
  const emulator = createEmulator(options)
  const client = keepingClient(emulator)
  await play(client, emulator)
  await replayed(emulator, client.answers)
})

it('counts the answers by functions, and tells each answer that is another one than then', async () => {
  const emulator = createEmulator()
  const { send } = keepingClient(emulator)
  let count = 0
  const remove = emulator.faults.stub({ operation: 'flows.list', answer: () => ({ data: [], has_more: count++ > 9 }) })
  for (let step = 0; step < 2; step++) await send('/1.13/flows')
  remove()
  await send('/1.13/flows')
  const opened = openCase(await readCase(await emulator.saveCase()))
  expect(opened.file.dropped.functions).toBe(2)
  expect(await compareAnswers(opened, 5000)).toEqual({
    compared: 3,
    others: [1, 2].map((number) => ({ number, part: 'body', statuses: [200, 200] })),
  })
})

it('says in the time line of a world at which request it stands', async () => {
  const emulator = createEmulator({ scenarios: ['short-pages'] })
  const { send } = keepingClient(emulator)
  await send('/1.13/flows')
  emulator.data.insert('flows', { name: 'Mine' })
  await send('/1.13/projects')
  const opened = openCase(await readCase(await emulator.saveCase()))
  for (const [number, detail] of [
    [0, 'before request 1'],
    [1, expect.stringMatching(/^after request 1 of 2: #1 GET \/1\.13\/flows at .*Z: 200$/)],
  ] as const) {
    const served = await opened.playedAt(number)
    const timeline = await (await served.fetch('http://emulator.test/_emulator/timeline')).json()
    const { moments } = timeline as { readonly moments: readonly { readonly kind: string }[] }
    expect(moments.filter(({ kind }) => kind === 'change')).toMatchObject([{ operation: 'replay', detail }])
    expect(moments.at(-1)).toMatchObject({ kind: 'change' })
  }
})
