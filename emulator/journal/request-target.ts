import { parseSearch } from '../api/input/read-parameters.ts'
import type { JournalDraft } from './journal-draft.ts'
import type { Redactor } from './redactor.ts'

/** The path and the query of a request on one line. Secrets are replaced. */
export function requestTarget(draft: JournalDraft, redactor: Redactor): string {
  const parameters = [...parseSearch(draft.search)]
    .flatMap(([name, values]) =>
      values.map((value) => `${inLine(redactor.text(name))}=${inLine(redactor.value(name, value))}`),
    )
    .join('&')
  return shortenTarget(`${redactor.text(draft.path)}${parameters === '' ? '' : `?${parameters}`}`)
}

/** Encodes separators, white space and control characters, so that the line stays one line. */
function inLine(text: string): string {
  return text.replaceAll(/[&#=\s\p{Cc}]/gu, encodeURIComponent)
}

function shortenTarget(text: string): string {
  return text.length > 500 ? `${text.slice(0, 500)}…` : text
}
