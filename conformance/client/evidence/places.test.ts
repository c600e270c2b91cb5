import { expect, it } from 'vitest'
import { madeDialect } from '../../../testing/clients/made-run.ts'
import { destinationOf } from './destinations.ts'

it.each([
  ['/services/a/send', 'command'],
  ['/services//send', 'unknown'],
  ['/1.13/gadgets', 'versioned'],
  ['/1.12/gadgets', 'unknown'],
])('finds the place of %s: %s', (path, kind) => {
  expect(destinationOf({ path, isServed: false }, madeDialect)).toMatchObject({ kind })
})
