import { conventionCombinations } from './combinations.ts'
import { registerSuite } from './register.ts'
import { toMsw } from './transports.ts'

// msw.long.test.ts has two others.
const index = 11
const conventions = conventionCombinations(30)[index]!

registerSuite({
  title: `MSW, conventions ${index}: ${JSON.stringify(conventions)}`,
  conventions,
  transport: toMsw,
  basePath: '/api',
})
