import { terminalLine } from '../wording/escaping/terminal.ts'
import type { AnswerDifference } from './compare-answers.ts'

/** A value of a service as part of a line, shortened. */
export function valueText(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')
  return terminalLine(text.length > 120 ? `${text.slice(0, 119)}…` : text)
}

/** The words for the two compared answers. */
export type ComparedSides = readonly [left: string, right: string]

/** For the same question to a service and to its twin. */
export const serviceAndTwin: ComparedSides = ['at the service', 'at the twin']

/** For the same question at two times. */
export const beforeAndNow: ComparedSides = ['before', 'now']

/** A difference between two answers, in words. */
export function differenceText(difference: AnswerDifference, [left, right]: ComparedSides): string {
  const both = (of: string, to: string): string => `${of} ${left}, ${to} ${right}`
  const side = 'side' in difference ? (difference.side === 'left' ? left : right) : ''
  switch (difference.kind) {
    case 'status':
      return `status ${both(String(difference.left), String(difference.right))}`
    case 'mediaType':
      return `media type ${both(valueText(difference.left || 'none'), valueText(difference.right || 'none'))}`
    case 'member':
      return `${valueText(difference.path || 'a body')} (${difference.types.join(' or ')}) only ${side}`
    case 'type':
      return `type of ${valueText(difference.path || 'the body')}: ${both(difference.left.join(' or '), difference.right.join(' or '))}`
    case 'redirect':
      return `redirect ${both(valueText(difference.left || 'none'), valueText(difference.right || 'none'))}`
    case 'relation':
      return `relation ${valueText(difference.relation)} only ${side}`
    case 'header':
      return `header ${valueText(difference.header)} only ${side}`
    case 'method':
      return `method ${valueText(difference.method)} only ${side}`
  }
}
