import { type Phrase, phrase, quoted } from '../../conclusions/phrase.ts'
import type { ReceivedRequest } from '../evidence/transcript.ts'

/** The query of a request, for a message. */
export function queryText({ search }: Pick<ReceivedRequest, 'search'>): Phrase {
  return search === '' ? phrase`no query` : quoted(search)
}
