import type { AnswerShape } from './answer-shape.ts'

/** The number and the part of the answers that are alike before a service counts as hidden. */
const [fewestAnswers, part] = [5, 0.9]

/** How many different forms answers have. */
export function countForms(shapes: readonly AnswerShape[]): number {
  return new Set(shapes.map(formOf)).size
}

/**
 * The form of nearly all answers, where different questions are answered alike: by a page to sign in, the refusal of a
 * firewall, or an error of a gateway. No convention can be learned from them.
 */
export function answeredAlike(shapes: readonly AnswerShape[]): AnswerShape | undefined {
  if (shapes.length < fewestAnswers) return undefined
  const [most = []] = [...Map.groupBy(shapes, formOf).values()].toSorted((left, right) => right.length - left.length)
  return most.length >= shapes.length * part ? most[0] : undefined
}

const formOf = ({ status, mediaType, members }: AnswerShape): string => JSON.stringify([status, mediaType, members])
