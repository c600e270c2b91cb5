import { expect, it } from 'vitest'
import { phraseText } from '../wording/text.ts'
import { conditionPhrase, findCondition, type Traits } from './traits.ts'

const withSearch: Traits = { search: 'with search', query: 'with a query', id: 'by a bare id' }

it.each<[about: string, right: Traits, words: string]>([
  ['nothing else', { ...withSearch, search: undefined }, 'in every answer with search'],
  ['the query that follows from it', { query: 'without a query', id: 'by a bare id' }, 'in every answer with search'],
  ['another trait too', { query: 'with a query', id: 'by a prefixed id' }, 'in answers with search'],
])('says "every" only if a right answer differs in the condition: it differs in %s', (_about, right, words) => {
  expect(phraseText(conditionPhrase(findCondition([withSearch], [right])!, 'answer'))).toBe(words)
})
