// Says of a case whether it answers as then: what is near enough is not the failure.
import { compareAnswers, type OtherAnswer } from './play/compare-answers.ts'
import type { OpenedCase } from './play/open-case.ts'

/** The time that asking again may take, in milliseconds. */
const longestAsking = 1500

/** The most answers that are told one by one. */
const mostTold = 5

/** Asks the requests of a case again, and says whether their answers are as then. */
export async function answersText(opened: OpenedCase): Promise<string> {
  const { compared, others } = await compareAnswers(opened, longestAsking)
  const answered = opened.requests.filter(({ status }) => status !== null).length
  if (compared === 0) return 'No answer of the case could be compared.'
  const which = compared < answered ? `the latest ${compared} of ${answered}` : `${compared}`
  if (others.length === 0)
    return answered === 1
      ? 'Asked again, the request gets the same answer as then.'
      : `Asked again, ${compared < answered ? which : `all ${which}`} requests get the same answers as then.`
  const told = others.slice(0, mostTold).map(otherText)
  const more = others.length - told.length
  const why =
    opened.file.dropped.functions > 0
      ? 'Functions of the test answered some, which no file can hold.'
      : 'The case does not hold what made them so.'
  return [
    `Asked again, some answers are others than then: ${others.length} of ${which}. What the console shows behind them may not be what happened. ${why}`,
    ...told,
    ...(more > 0 ? [`  and ${more} more`] : []),
  ].join('\n')
}

function otherText({ number, part, statuses: [then, now] }: OtherAnswer): string {
  return part === 'body'
    ? `  request ${number}: another body than then`
    : `  request ${number}: ${now ?? 'no answer'}; it was ${then ?? 'no answer'}`
}
