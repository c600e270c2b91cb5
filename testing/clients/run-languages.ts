// `npm run languages` drives the careful clients in Python and shell under every combination of conventions, plain.
// `-- --language NAME` drives one of them, `--scenarios` plays every scenario too, `--first N --last N` takes a part.
import { parseArgs } from 'node:util'
import { combinations } from '../suite/tested-combinations.ts'
import { driveLanguage, languageClients } from './languages.ts'

const { values } = parseArgs({
  options: {
    language: { type: 'string' },
    scenarios: { type: 'boolean', default: false },
    first: { type: 'string', default: '1' },
    last: { type: 'string', default: `${combinations.length}` },
  },
})
const chosen = languageClients.filter(({ language }) => [undefined, language].includes(values.language))
const [first, last] = [Number(values.first), Number(values.last)]
const isPlace = (number: number) => Number.isInteger(number) && number >= 1 && number <= combinations.length
if (chosen.length === 0 || !isPlace(first) || !isPlace(last) || first > last) {
  const names = languageClients.map(({ language }) => language).join(' or ')
  console.error(`--language must be ${names}, --first and --last numbers from 1 to ${combinations.length}.`)
  process.exit(2)
}

const plain = values.scenarios ? [] : ['--scenario', 'plain']
let faults = 0
for (const client of chosen)
  for (const [index, conventions] of combinations.slice(first - 1, last).entries()) {
    const began = performance.now()
    const { bad, code, passed } = await driveLanguage(client, conventions, ...plain, '--allow-undecided')
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    console.log(`${client.language}, combination ${first + index}: ${passed} passed, ${bad.length} bad, ${seconds} s`)
    for (const line of bad) console.error(`  ${line}`)
    if (bad.length > 0 || code !== 0 || passed === 0) faults++
  }
console.log(faults === 0 ? 'No client has a fault.' : `${faults} runs have faults.`)
process.exitCode = faults === 0 ? 0 : 1
