import { expect, it } from 'vitest'
import { phrase } from '../../conclusions/phrase.ts'
import { textOf } from '../../wording/text.ts'
import { fewestParameters, rightWithout } from './fewest-parameters.ts'

const query = { brand: 'Acme', limit: 2, starting_after: 'x', status: 'none' }

/** The parameters that remain, and what is said of them, where a mistake takes some. */
async function remaining(takes: readonly string[]): Promise<readonly [names: readonly string[], text: string]> {
  const fewest = await fewestParameters(query, ['status'], (fewer) =>
    Promise.resolve(takes.every((name) => name in fewer)),
  )
  return [Object.keys(fewest), textOf(phrase`${rightWithout(fewest, ['status'])}`)]
}

it.each([
  [[], ['status'], ''],
  [['limit'], ['limit', 'status'], '; the answer is right without limit'],
  [
    ['brand', 'starting_after'],
    ['brand', 'starting_after', 'status'],
    '; the answer is right without brand or without starting_after',
  ],
])('leaves the parameters %j of a mistake', async (takes, names, text) => {
  expect(await remaining(takes)).toEqual([names, text])
})
