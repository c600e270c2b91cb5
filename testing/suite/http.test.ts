import { selectPart } from '../sample.ts'
import { conventionCombinations } from './combinations.ts'
import { registerSuite } from './register.ts'
import { toHttp } from './transports.ts'

const combinations = [...conventionCombinations(30).entries()]

// One each day.
for (const [index, conventions] of selectPart(combinations, combinations.length)) {
  registerSuite({
    title: `HTTP, conventions ${index}: ${JSON.stringify(conventions)}`,
    conventions,
    transport: toHttp,
    basePath: index % 3 === 0 ? '/api' : '',
  })
}
