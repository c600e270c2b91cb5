// Makes sentences from conclusions. Nothing parses them.
import { answerText } from './exchange-text.ts'
import type { Failure, Statement } from '../conclusions/conclusion.ts'
import type { Phrase, PhraseValue } from '../conclusions/phrase.ts'

/** The text of a phrase; empty without a phrase. */
export function textOf(phrase: Phrase | undefined): string {
  if (!phrase) return ''
  const { words, values } = phrase
  return words.map((word, index) => `${word}${index < values.length ? textOfValue(values[index]!) : ''}`).join('')
}

function textOfValue(value: PhraseValue): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  if ('words' in value) return textOf(value)
  if ('answer' in value) return answerText(value.answer)
  if ('ids' in value) return `${value.ids.slice(0, 3).join(', ')}${more(value.ids.length)}`
  if ('list' in value) return value.list.map(textOfValue).join(value.between ?? ', ')
  return jsonText(value.json, value.most ?? Infinity)
}

/** A value in JSON; a long text is cut within its quotes. */
function jsonText(value: unknown, most: number): string {
  if (typeof value === 'string') return JSON.stringify(cutAt(value, most))
  return cutAt(JSON.stringify(value) ?? 'nothing', most)
}

const cutAt = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most)}…` : text)

const more = (count: number): string => (count > 3 ? ` and ${count - 3} more` : '')

/** The statement of a check in one line; empty for no statement. */
export function messageOf({ expected, got, remark, suspected, via = [] }: Told): string {
  const message = expected && got ? failureText({ expected, got }) : textOf(remark)
  return [...via, message, ...(suspected ? [failureText(suspected)] : [])].join(': ')
}

/** The words of a statement, of either judge. */
interface Told extends Pick<Statement, 'expected' | 'got' | 'remark'> {
  readonly suspected?: FailureWords | undefined
  readonly via?: readonly string[] | undefined
}

type FailureWords = Pick<Failure, 'expected' | 'got'>

/** The statement of a failure in one line. */
export function failureText({ expected, got }: FailureWords): string {
  return `expected ${textOf(expected)}; got ${textOf(got)}`
}
