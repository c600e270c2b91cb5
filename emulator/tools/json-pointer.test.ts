import { expect, it } from 'vitest'
import { pointerNames, pointerStep } from './json-schema.ts'

it.each(['plain', '', 'a/b', '~', '~1', 'a~/b', 'ö'])('reads %j as it was written', (name) => {
  expect(pointerNames(`${pointerStep(name)}${pointerStep('end')}`)).toEqual([name, 'end'])
})
