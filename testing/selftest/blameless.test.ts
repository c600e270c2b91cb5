import { expect, it } from 'vitest'
import { selectPart } from '../sample.ts'
import { blameless, itBlamesNothing } from './blameless.ts'

itBlamesNothing(selectPart(blameless, 150))

it('knows each server by a name of its own', () => {
  expect(new Set(blameless.map(({ name }) => name)).size).toBe(blameless.length)
})
