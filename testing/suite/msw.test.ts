import { conventionCombinations } from './combinations.ts'
import { registerSuite } from './register.ts'
import { toMsw } from './transports.ts'

const combinations = conventionCombinations(30)

for (const index of [0, 11]) {
  const conventions = combinations[index]!
  registerSuite({
    title: `MSW, conventions ${index}: ${JSON.stringify(conventions)}`,
    conventions,
    transport: toMsw,
    basePath: index === 11 ? '/api' : '',
  })
}
