import { conventionCombinations } from './combinations.ts'
import { registerSuite } from './register.ts'
import { toDirectFetch } from './transports.ts'

for (const [index, conventions] of conventionCombinations(30).entries()) {
  if (index % 2 === 0) continue
  registerSuite({
    title: `direct fetch, conventions ${index}: ${JSON.stringify(conventions)}`,
    conventions,
    transport: toDirectFetch,
    basePath: index % 5 === 4 ? '/api/v' : '',
  })
}
