import { isObject, textsIn } from '../../reading/find-list.ts'
import { decoded } from '../evidence/places.ts'
import { jsonOf } from '../evidence/read-request.ts'
import { withoutValue } from './compare-ids.ts'
import { isAnswered } from './listed-pages.ts'
import type { Outcome, OutcomeRun } from './outcome.ts'
import { defineTask, type ClientTask, type InputChoice } from './task.ts'
import { shown, wrong } from './wrong.ts'

/** Begins a connection, and returns the address that a person opens (clauses 4.3 and 5.7). */
export const prepareConnect: ClientTask = defineTask({
  name: 'prepare-connect',
  inputs: [adapter('plain', 0), adapter('another', 1)],
  judge: (run) => {
    const { reported, transcript, opened, input } = run
    if (reported.kind !== 'value') return withoutValue(reported)
    const url = isObject(reported.value) ? reported.value['url'] : undefined
    if (typeof url !== 'string') return wrong('{"url": …}', shown(reported.value), 'client.reports')
    const codes = transcript.requests
      .filter((request) => request.operation === 'connect.prepare' && isAnswered(request))
      .flatMap(({ answer }) => textsIn(jsonOf({ body: answer?.body })).map(({ text }) => text))
    if (codes.length === 0)
      return wrong(
        'a state code of POST /app/{adapter}/prepare-connect',
        'an address without one',
        'client.connect-prepare',
      )
    const fault = faultOf(url, `/app/${encodeURIComponent(String(input['adapter']))}/connect`, codes, run)
    if (fault) return fault
    if (transcript.requests.some(({ operation }) => operation === 'connect.browser'))
      return wrong('an address for the browser alone', 'a client that opened it itself')
    return (opened ?? Infinity) < 400
      ? { kind: 'right' }
      : wrong('an address that begins a connection', `the status ${opened} when ${shown(url)} was opened`)
  },
})

function faultOf(url: string, path: string, codes: readonly string[], { baseUrl }: OutcomeRun): Outcome | undefined {
  if (!URL.canParse(url)) return wrong('an absolute address', shown(url))
  const { origin, pathname, searchParams } = new URL(url)
  // Some languages also encode what need not be, as the ~ in the path of a base URL.
  if (decoded(`${origin}${pathname}`) !== decoded(`${baseUrl}${path}`))
    return wrong(`the address ${baseUrl}${path}`, shown(url))
  const sent = searchParams.getAll('prepare_state')
  return sent.length === 1 && codes.includes(sent[0]!)
    ? undefined
    : wrong('the state code in the parameter prepare_state', shown(url))
}

function adapter(name: string, place: number): InputChoice {
  return {
    name,
    tests: 'client.connect-url',
    of: ({ adapters }) => (adapters[place] === undefined ? undefined : { adapter: adapters[place] }),
  }
}
