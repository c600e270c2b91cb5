import type { AnswerShape } from './answer-shape.ts'

/** The minimum number and share of equal answers for which a service counts as hidden. */
const [fewestAnswers, part] = [5, 0.9]

/** The number of different forms of answers. */
export function countForms(shapes: readonly AnswerShape[]): number {
  return new Set(shapes.map(shapeKey)).size
}

/**
 * The common form of nearly all answers, if different questions get the same answer: a sign-in page, the refusal of a
 * firewall, or an error of a gateway. No convention can be learned from them.
 */
export function answeredAlike(shapes: readonly AnswerShape[]): AnswerShape | undefined {
  if (shapes.length < fewestAnswers) return undefined
  const [most = []] = [...Map.groupBy(shapes, shapeKey).values()].toSorted((left, right) => right.length - left.length)
  return most.length >= shapes.length * part ? most[0] : undefined
}

const shapeKey = ({ status, mediaType, members }: AnswerShape): string => JSON.stringify([status, mediaType, members])
