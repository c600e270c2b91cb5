import { conventionCombinations } from './combinations.ts'
import { registerSuite } from './register.ts'
import { toMsw } from './transports.ts'

for (const index of [0, 23]) {
  const conventions = conventionCombinations(30)[index]!
  registerSuite({
    title: `MSW, conventions ${index}: ${JSON.stringify(conventions)}`,
    conventions,
    transport: toMsw,
    basePath: '',
  })
}
