// Makes sentences from conclusions. Nothing parses them.
import type { Statement } from '../conclusions/conclusion.ts'
import { firstNames } from '../conclusions/cut-text.ts'
import type { Phrase, PhraseValue } from '../conclusions/phrase.ts'
import { type Exchange, wholeWords } from '../conclusions/exchange.ts'

/** The text of a phrase; empty without a phrase. */
export function phraseText(phrase: Phrase | undefined): string {
  if (!phrase) return ''
  const { words, values } = phrase
  return words.map((word, index) => `${word}${index < values.length ? textOfValue(values[index]!) : ''}`).join('')
}

function textOfValue(value: PhraseValue): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  if ('words' in value) return phraseText(value)
  if ('answer' in value) return answerText(value.answer)
  if ('ids' in value) return firstNames(value.ids, mostIds)
  if ('list' in value) return listTexts(value.list).join(value.between ?? ', ')
  return jsonText(value.json, value.most ?? Infinity)
}

/** The most ids that are named. */
const mostIds = 3

/** The most things that are named with one answer. */
const mostAlike = 6

/** The items of a list, equal phrases once. Those with one answer, such as `${id}: ${answer}`, are one item: a: 400, b: 400 is a, b: 400. */
function listTexts(list: readonly PhraseValue[]): readonly string[] {
  const isPhrase = (item: PhraseValue): item is Phrase => typeof item === 'object' && 'words' in item
  const distinct = new Map(list.map((item, index) => [isPhrase(item) ? phraseText(item) : index, item]))
  return [...Map.groupBy(distinct.values(), (item, index) => answerKey(item) ?? index).values()].map(
    ([first, ...others]) => {
      if (others.length === 0) return textOfValue(first!)
      const { words, values } = first as Phrase
      const isAnswer = values.map(hasAnswer)
      const place = isAnswer.indexOf(false)
      const names = [first!, ...others].map((item) => textOfValue((item as Phrase).values[place]!))
      const named = firstNames(names, mostAlike)
      return phraseText({ words, values: values.map((value, index) => (index === place ? named : value)) })
    },
  )
}

/** Identifies the answer of a phrase that says what one thing was answered; undefined for any other value. */
function answerKey(value: PhraseValue): string | undefined {
  if (typeof value !== 'object' || !('words' in value) || value.values.length !== 2) return undefined
  const [answer, ...others] = value.values.filter(hasAnswer)
  return answer === undefined || others.length > 0 ? undefined : JSON.stringify([value.words, textOfValue(answer)])
}

function hasAnswer(value: PhraseValue): boolean {
  return typeof value === 'object' && ('answer' in value || ('words' in value && value.values.some(hasAnswer)))
}

/** A value in JSON; a long text is cut within its quotes. */
function jsonText(value: unknown, most: number): string {
  if (typeof value === 'string') return escapeUnseen(JSON.stringify(ellipsize(value, most)))
  return ellipsize(escapeUnseen(JSON.stringify(value) ?? 'nothing'), most)
}

/** Spaces and marks that look like an ordinary space, or like nothing, and a space after another one: wrapping joins them. */
const unseen = /[\u00A0\u00AD\u1680\u2000-\u200F\u2028-\u202F\u205F-\u2064\u3000\uFEFF]|(?<= ) /g

/** JSON with characters that nobody sees as their code points. */
const escapeUnseen = (text: string): string =>
  text.replaceAll(unseen, (character) => String.raw`\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

const ellipsize = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most)}…` : text)

/** The statement of a check in one line; empty for no statement. */
export function statementText({ expected, got, remark, suspected, via = [] }: StatementWords): string {
  const message = expected && got ? `expected ${phraseText(expected)}; got ${phraseText(got)}` : phraseText(remark)
  return [...via, message, ...(suspected ? [statementText(suspected)] : [])].join(': ')
}

/** The words of a statement, of either judge. */
type StatementWords = Pick<Statement<unknown, unknown>, 'expected' | 'got' | 'remark' | 'suspected' | 'via'>

/** The most characters of a body that a message repeats: an error says why, while data shows only that it came. */
const repeated = { error: 240, data: 60 }

/** A response in a few words, for a message. */
export function answerText({ response }: Pick<Exchange, 'response'>): string {
  const whole = response.text.replaceAll(/\s+/g, ' ')
  const title = /<title[^>]*>([^<]*)/i.exec(whole)?.[1]
  const most = response.status < 400 ? repeated.data : repeated.error
  const body =
    title !== undefined
      ? `with the page "${ellipsize(title.trim(), repeated.data)}"`
      : whole.length <= most
        ? whole
        : `${wholeWords(whole, most)}…`
  const { location } = response.headers
  const details = [response.trouble, location === undefined ? undefined : `Location: ${location}`]
  const note = details.filter((detail) => detail !== undefined).join(', ')
  return `${response.status}${note === '' ? '' : ` (${note})`}${body === '' ? '' : ` ${body}`}`
}

/** An exchange as one line, without its bodies. */
export function exchangeLine({ request, response, durationMs }: Exchange): string {
  const trouble = response.trouble === undefined ? '' : ` (${response.trouble})`
  return `${request.method} ${request.url} ${response.status}${trouble} ${Math.round(durationMs)} ms`
}
