import { selectPart } from '../sample.ts'
import { conventionCombinations } from './combinations.ts'
import { registerSuite } from './register.ts'
import { toMsw } from './transports.ts'

const combinations = [...conventionCombinations(30).entries()]

// One each day.
for (const [index, conventions] of selectPart(combinations, combinations.length)) {
  registerSuite({
    title: `MSW, conventions ${index}: ${JSON.stringify(conventions)}`,
    conventions,
    transport: toMsw,
    basePath: index % 2 === 0 ? '/api' : '',
  })
}
