import { expect, it } from 'vitest'
import { ask } from '../../../testing/suite/ask.ts'
import { createEmulator } from '../../create-emulator.ts'
import type { Deviation } from './define-deviation.ts'

/** A deviation that walks all products before it answers. */
const walking = 'new-product-has-low-id'

it('ends the walk of a deviation where the catalog does not exist, whatever list the error has', async () => {
  const emulator = createEmulator({ conventions: { errorBody: 'errors' }, deviations: [walking] })
  const { status } = await ask(emulator, 'GET', `/1.13/pulse/catalogs/${'z'.repeat(27)}/products`)
  expect(status).toBe(404)
})

it('ends the walk of a deviation around another that ignores the cursor', async () => {
  let asked = 0
  const ignoring: Deviation = {
    name: 'ignoring',
    requirement: 'cursors.starting-after',
    description: 'The cursor is ignored.',
    caughtBy: 'cursors.starting-after.rest',
    wrap: (next) => async (request) => {
      if (asked++ > 20) throw new Error('The walk has no end.')
      const url = new URL(request.url)
      url.searchParams.delete('starting_after')
      return next(new Request(url, request))
    },
  }
  const emulator = createEmulator({ deviations: [ignoring, walking] })
  const { status } = await ask(emulator, 'GET', `/1.13/pulse/catalogs/${emulator.samples.catalogId}/products`)
  expect(status).toBe(200)
})
