// The tasks of the Services API (clause 4.7).
import { phrase, quoted } from '../../conclusions/phrase.ts'
import { isObject } from '../../reading/find-list.ts'
import { destinationOf } from '../evidence/destinations.ts'
import { isAnswered } from '../evidence/read-request.ts'
import { withoutValue } from './compare-ids.ts'
import type { TaskInput } from './names.ts'
import { defineTask, type Task } from './task.ts'
import { isSameJson } from '../../reading/same-json.ts'
import { malformedReport, wrongReport } from './wrong-report.ts'

/** Runs a command whose result shows what was sent. */
export const invoke: Task = defineTask({
  name: 'invoke',
  judge: ({ reported, input, transcript, dialect }) => {
    if (reported.kind !== 'value') return withoutValue(reported)
    const { value } = reported
    if (!isObject(value) || !Object.hasOwn(value, 'result'))
      return malformedReport(phrase`{"result": …}`, quoted(value))
    const invoked = transcript.exchanges.filter((exchange) => {
      const place = destinationOf(exchange, dialect)
      return (
        exchange.request.operation === 'services.invoke' &&
        place.kind === 'command' &&
        place.command === input['command']
      )
    })
    const answered = invoked.filter(isAnswered)
    const results = answered.map(({ response }) => response?.json)
    if (!results.some((result) => isSameJson(result, value['result']))) {
      const came = results.length > 0 ? quoted(results[0]) : phrase`none, as the command did not run`
      return wrongReport(
        phrase`the result that came: ${came}`,
        quoted(value['result']),
        results.length > 0
          ? { kind: 'value', fault: 'differs', members: ['result'] }
          : { kind: 'effect', fault: 'notDone' },
      )
    }
    const result = value['result'] as Readonly<Record<string, unknown>>
    const changed = Object.entries(input['body'] as TaskInput).find(([name, sent]) => !isSameJson(result[name], sent))
    if (changed)
      return wrongReport(phrase`a result with ${quoted(changed[1])} as ${changed[0]}`, quoted(result[changed[0]]), {
        kind: 'effect',
        fault: 'differs',
      })
    // One whose answer was lost may have been done.
    const done = invoked.filter((exchange) => isAnswered(exchange) || !exchange.response)
    return done.length < 2 || input['command'] !== 'create-order'
      ? { kind: 'right' }
      : {
          kind: 'wrong',
          expected: phrase`a command that runs once`,
          got: phrase`${done.length} requests to run it`,
          fact: { kind: 'effect', fault: 'twice' },
          requirement: 'client.writes-once',
          always: true,
        }
  },
})

/** Lists the commands of a connection. */
export const capabilities: Task = defineTask({
  name: 'capabilities',
  judge: ({ reported, input, before }) => {
    if (reported.kind !== 'value') return withoutValue(reported)
    const commands = isObject(reported.value) ? reported.value['commands'] : undefined
    if (!Array.isArray(commands) || !commands.every((name) => typeof name === 'string'))
      return malformedReport(phrase`{"commands": […]} with strings`, quoted(reported.value))
    const expected = before.adapterConnections.find(({ id }) => id === input['adapterConnectionId'])?.commands ?? []
    return isSameJson(commands.toSorted(), expected.toSorted())
      ? { kind: 'right' }
      : wrongReport(quoted(expected), quoted(commands), { kind: 'value', fault: 'differs', members: ['commands'] })
  },
})
