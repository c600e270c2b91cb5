import { expect, it } from 'vitest'
import { exposureWarning } from './serve-from-flags.ts'

it('warns about an exposed host, with what it means and what to do', () => {
  expect(exposureWarning('0.0.0.0')).toMatch(/--host 0\.0\.0\.0 .*read and change.*--control-token.*127\.0\.0\.1/)
})
