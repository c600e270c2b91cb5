// Describes the view of a browser for messages.
import { type Phrase, type PhraseValue, phrase } from '../../conclusions/phrase.ts'
import type { BrowserError, BrowserView } from '../../send/web-browser.ts'

/** The status and address of a page. The address is complete if it is at another origin. */
export function pageWords({ status, url }: BrowserView, origin: string): Phrase {
  return phrase`${status ?? phrase`no page`} at ${quotePageText(relativeAddress(url, origin))}`
}

/** The same, with the first error of the page and its text. */
export function wholePageWords(view: BrowserView, origin: string): Phrase {
  const [first] = view.errors
  const error = first === undefined ? phrase`` : phrase`, ${quotedError(first)}`
  const text = unquotedText(view.text) === '' ? phrase`` : phrase` ${quotePageText(view.text)}`
  return phrase`${pageWords(view, origin)}${error}${text}`
}

/** Texts, each in quotation marks. */
export function quotedList(texts: readonly string[]): PhraseValue {
  return joinPhrases(texts.map((text) => quotePageText(text, 200)))
}

/** The first of some phrases, joined. */
export const joinPhrases = (phrases: readonly Phrase[]): PhraseValue => ({
  list: phrases.slice(0, 5),
  between: ' and ',
})

/** An error on a page, in quotation marks. */
export function quotedError(error: BrowserError): Phrase {
  switch (error.kind) {
    case 'response':
      return phrase`"${error.status} for ${error.method} ${unquotedText(error.path)}"`
    case 'failed':
      return phrase`"${unquotedText(error.text)} for ${error.method} ${unquotedText(error.path)}"`
    case 'page':
    case 'console':
      return quotePageText(error.text, 200)
  }
}

/** The text of a page, in quotation marks. */
function quotePageText(text: string, most = 120): Phrase {
  const words = unquotedText(text)
  return words === '' ? phrase`` : phrase`${{ json: words, most }}`
}

/** A string without line breaks and quotation marks. */
const unquotedText = (text: string): string => text.replaceAll(/[\s"]+/g, ' ').trim()

function relativeAddress(url: string, pageOrigin: string): string {
  const { origin, pathname } = new URL(url)
  return origin === pageOrigin ? pathname : `${origin}${pathname}`
}
