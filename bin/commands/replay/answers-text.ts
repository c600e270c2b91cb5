// Says whether the answers of a case are the same when its requests are sent again.
import { compareAnswers, type OtherAnswer } from './play/compare-answers.ts'
import type { OpenedCase } from './play/open-case.ts'

/** The time that asking again may take, in milliseconds. */
const longestAsking = 1500

/** The most answers that are told one by one. */
const mostTold = 5

/** Sends the requests of a case again, and says whether the answers are the same. */
export async function answersText(opened: OpenedCase): Promise<string> {
  const { compared, others } = await compareAnswers(opened, longestAsking)
  const answered = opened.requests.filter(({ status }) => status !== null).length
  if (compared === 0) return 'No answer of the case could be compared.'
  const which = compared < answered ? `the latest ${compared} of ${answered}` : `${compared}`
  if (others.length === 0)
    return answered === 1
      ? 'Sent again, the request gets the same answer as in the case.'
      : `Sent again, ${compared < answered ? which : `all ${which}`} requests get the same answers as in the case.`
  const told = others.slice(0, mostTold).map(otherText)
  const more = others.length - told.length
  const why =
    opened.file.dropped.functions > 0
      ? 'Functions of the test gave some of the answers, and no file can hold functions.'
      : 'The case does not hold their cause.'
  return [
    `Sent again, ${others.length} of ${which} requests get other answers than in the case, so the console may not show what happened after them. ${why}`,
    ...told,
    ...(more > 0 ? [`  and ${more} more`] : []),
  ].join('\n')
}

function otherText({ number, part, statuses: [then, now] }: OtherAnswer): string {
  return part === 'body'
    ? `  request ${number}: another body than in the case`
    : `  request ${number}: ${now ?? 'no answer'}; it was ${then ?? 'no answer'}`
}
