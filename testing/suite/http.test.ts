import { conventionCombinations } from './combinations.ts'
import { registerSuite } from './register.ts'
import { toHttp } from './transports.ts'

const combinations = conventionCombinations(30)

for (const index of [0, 7, 19]) {
  const conventions = combinations[index]!
  registerSuite({
    title: `HTTP, conventions ${index}: ${JSON.stringify(conventions)}`,
    conventions,
    transport: toHttp,
    basePath: index === 7 ? '/api' : '',
  })
}
