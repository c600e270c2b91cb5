import { type Exchange, summary } from '../wire/exchange.ts'
import { withoutLongWords } from './long-words.ts'
import type { Redactor } from './redact.ts'

/**
 * A message of a check without secrets. What it quotes came from outside. The rest are the kit's words, and reports and
 * exit codes go by some of them, so they stay even if a target has named its secrets after them.
 */
export function redactedMessage(message: string, evidence: readonly Exchange[], redactor: Redactor): string {
  const [, expected, got] = /^expected (.*?); got (.*)$/s.exec(message) ?? []
  return expected === undefined || got === undefined
    ? redactedPart(message, evidence, redactor)
    : `expected ${redactedPart(expected, evidence, redactor)}; got ${redactedPart(got, evidence, redactor)}`
}

function redactedPart(part: string, evidence: readonly Exchange[], redactor: Redactor): string {
  const text = withoutLongWords(part)
  const quotes = [...text.matchAll(/"[^"]*"/g)].map(({ 0: { length }, index }) => [index, index + length] as const)
  const summaries = new Set(evidence.map((exchange) => withoutLongWords(summary(exchange))))
  for (const one of summaries) {
    const at = text.indexOf(one)
    if (at >= 0) quotes.push([at, at + one.length])
  }
  return redactor.own(text, (start, end) => quotes.some(([from, to]) => start < to && end > from))
}
