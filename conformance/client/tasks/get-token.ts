import { phrase } from '../../conclusions/phrase.ts'
import { formOf, isAnswered } from '../evidence/read-request.ts'
import { withoutValue } from './compare-ids.ts'
import { defineTask, type Task } from './task.ts'
import { wrongReport } from './wrong-report.ts'

/** Gets an access token by client credentials (clause 5.2). */
export const getToken: Task = defineTask({
  name: 'get-token',
  judge: ({ reported, transcript }) => {
    if (reported.kind !== 'value') return withoutValue(reported)
    const isIssued = transcript.exchanges.some(
      (exchange) =>
        exchange.request.operation === 'oauth.token' &&
        isAnswered(exchange) &&
        formOf(exchange).get('grant_type') === 'client_credentials',
    )
    return isIssued
      ? { kind: 'right' }
      : wrongReport(
          phrase`an access token by client credentials`,
          phrase`a value, although none was issued`,
          { kind: 'effect', fault: 'notDone' },
          'client.token-request',
        )
  },
})
