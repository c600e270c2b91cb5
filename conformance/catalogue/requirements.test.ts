import { expect, it } from 'vitest'
import { requirements } from './requirements.ts'

it('has advice and profiles for each requirement that can fail, and for no other', () => {
  for (const { id, kind, excluded, advice, profiles } of requirements) {
    const isDecidable = kind === 'stated' && excluded === undefined
    expect([advice !== undefined, profiles !== undefined], id).toEqual([isDecidable, isDecidable])
  }
})
