import { lineOf, type RequestDifference } from './compare-requests.ts'

/** The first request that differs, as a sentence and a diff. It never says why: it cannot know. */
export function differenceText({ world, recorded, sent, parts }: RequestDifference): string {
  const where = world === 'default' ? '' : ` of the world ${world}`
  const sentence = !sent
    ? `Request ${recorded!.number}${where} did not come: in the case it was ${lineOf(recorded!)}.`
    : !recorded
      ? `A request came in addition${where}: ${lineOf(sent)}.`
      : `Request ${recorded.number}${where} differs in ${parts.map(({ part }) => part).join(', ')}.`
  const diff = parts.flatMap(({ part, recorded: old, sent: fresh }) => [
    ...(old === null ? [] : [`- ${part}: ${cut(old)}`]),
    ...(fresh === null ? [] : [`+ ${part}: ${cut(fresh)}`]),
  ])
  return [sentence, '  (- in the case, + now)', ...diff.map((line) => `  ${line}`)].join('\n')
}

function cut(text: string): string {
  return text.length > 500 ? `${text.slice(0, 500)}\u2026` : text
}
