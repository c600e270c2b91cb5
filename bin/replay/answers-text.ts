// Says of a case whether it answers as then: what is near enough is not the failure.
import { type AnswersThen, compareAnswers, type OtherAnswer } from '../../emulator/replay/answered-as-then.ts'
import type { OpenedCase } from '../../emulator/replay/open-case.ts'

/** The time that asking again may take, in milliseconds. */
const longestAsking = 1500

/** The most answers that are told one by one. */
const mostTold = 5

/** Asks the requests of a case again, and says whether their answers are as then. */
export async function answersText(opened: OpenedCase): Promise<string> {
  return toAnswersText(opened, await compareAnswers(opened, longestAsking))
}

/** Says what came of asking again. */
export function toAnswersText({ file, requests }: OpenedCase, { compared, others }: AnswersThen): string {
  const asked = requests.filter(({ status }) => status !== null).length
  const which = compared < asked ? `the latest ${compared} of ${asked}` : `all ${compared}`
  if (others.length === 0)
    return compared === 0 ? 'No request was answered.' : `Asked again, ${which} requests get the same answers as then.`
  const told = others.slice(0, mostTold).map(otherText)
  const more = others.length - told.length
  const why =
    file.dropped.functions > 0
      ? ' Functions of the test answered some, which no file can hold.'
      : ' The case does not hold what made them so.'
  return [
    `Asked again, ${others.length} of ${which} requests get other answers than then, so this is not quite what happened.${why}`,
    ...told,
    ...(more > 0 ? [`  and ${more} more`] : []),
  ].join('\n')
}

function otherText({ number, part, statuses: [then, now] }: OtherAnswer): string {
  return part === 'body'
    ? `  request ${number}: another body than then`
    : `  request ${number}: ${now ?? 'no answer'}; it was ${then ?? 'no answer'}`
}
