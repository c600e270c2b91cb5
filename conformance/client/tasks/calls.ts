// The tasks that make one call: a token, a configuration value, a connection, and the Services API.
import { operationPath } from '../../catalogue/operation-paths.ts'
import { andList, countPhrase, jsonPhrase, type Phrase, phrase } from '../../conclusions/phrase.ts'
import { percentDecoded } from '../../percent-decoded.ts'
import { isObject, collectTexts } from '../../reading/find-list.ts'
import { isSameJson } from '../../reading/same-json.ts'
import { resolveDestination } from '../evidence/destinations.ts'
import { formParameters, isAnswered } from '../evidence/transcript.ts'
import { servedNames } from '../evidence/requested-operation.ts'
import type { WorldFacts } from '../evidence/world-facts.ts'
import { readDottedPath } from './expected-values.ts'
import type { TaskInput } from './names.ts'
import { malformedReport, type OutcomeRun, type ReportComparison, wrongReport, type JudgeValue } from './task.ts'

/** Gets an access token by client credentials (clause 5.2). */
export const getToken: JudgeValue = (_value, { transcript }) => {
  const isIssued = transcript.exchanges.some(
    (exchange) =>
      exchange.request.operation === 'oauth.token' &&
      isAnswered(exchange) &&
      formParameters(exchange).get('grant_type') === 'client_credentials',
  )
  return isIssued
    ? { kind: 'right' }
    : wrongReport(
        phrase`an access token by client credentials`,
        phrase`a value, although none was issued`,
        { kind: 'effect', fault: 'notDone' },
        'client.token-request',
      )
}

/** Reads one value of a configuration (clause 4.4). */
export const getConfiguration: JudgeValue = (value, { input, before, after }) => {
  const expected = [before, after].map((world) => trueConfiguration(world, input['scopeId'], input['path']))
  if (!isObject(value) || !Object.hasOwn(value, 'value'))
    return malformedReport(phrase`{"value": ${jsonPhrase(expected[0])}}`, jsonPhrase(value))
  return expected.some((truth) => isSameJson(truth, value['value']))
    ? { kind: 'right' }
    : wrongReport(jsonPhrase(expected[0]), jsonPhrase(value['value']), {
        kind: 'value',
        fault: 'differs',
        members: ['value'],
      })
}

function trueConfiguration({ configurations }: WorldFacts, scopeId: unknown, path: unknown): unknown {
  return readDottedPath(configurations.get(String(scopeId)), String(path))
}

/** Begins a connection, and returns the address for a person to open (clauses 4.3 and 5.7). */
export const prepareConnect: JudgeValue = (value, run) => {
  const { transcript, opened, input } = run
  const url = isObject(value) ? value['url'] : undefined
  if (typeof url !== 'string') return malformedReport(phrase`{"url": …}`, jsonPhrase(value))
  const codes = transcript.exchanges
    .filter((exchange) => exchange.request.operation === 'connect.prepare' && isAnswered(exchange))
    .flatMap(({ response }) => collectTexts(response?.json).map(({ text }) => text))
  if (codes.length === 0)
    return wrongReport(
      phrase`a state code of POST /app/{adapter}/prepare-connect`,
      phrase`an address without one`,
      { kind: 'effect', fault: 'notDone' },
      'client.connect-prepare',
    )
  const path = operationPath('connect.browser', servedNames(run.dialect), { adapter: String(input['adapter']) })
  const fault = reportedUrlFault(url, path, codes, run)
  if (fault) return fault
  if (transcript.exchanges.some(({ request: { operation } }) => operation === 'connect.browser'))
    return wrongReport(phrase`an address that only the browser opens`, phrase`a client that opened it itself`, {
      kind: 'effect',
      fault: 'others',
    })
  return (opened ?? Infinity) < 400
    ? { kind: 'right' }
    : wrongUrl(
        phrase`an address that begins a connection`,
        phrase`the status ${String(opened)} when ${jsonPhrase(url)} was opened`,
      )
}

function wrongUrl(expected: Phrase, got: Phrase): ReportComparison {
  return wrongReport(expected, got, { kind: 'value', fault: 'differs', members: ['url'] })
}

function reportedUrlFault(
  url: string,
  path: string,
  codes: readonly string[],
  { baseUrl }: OutcomeRun,
): ReportComparison | undefined {
  if (!URL.canParse(url)) return wrongUrl(phrase`an absolute address`, jsonPhrase(url))
  const { origin, pathname, searchParams } = new URL(url)
  // Some languages also encode characters that need no encoding, such as the ~ in the path of a base URL.
  if (percentDecoded(`${origin}${pathname}`) !== percentDecoded(`${baseUrl}${path}`))
    return wrongUrl(phrase`the address ${baseUrl}${path}`, jsonPhrase(url))
  const sent = searchParams.getAll('prepare_state')
  return sent.length === 1 && codes.includes(sent[0]!)
    ? undefined
    : wrongUrl(
        phrase`the state code in the parameter prepare_state`,
        phrase`${jsonPhrase(url)}${unencodedPart(url, codes)}`,
      )
}

/** The part of a sentence about an address that has a state code as it was received; empty for another address. */
function unencodedPart(url: string, codes: readonly string[]): Phrase {
  const code = codes.find((text) => url.includes(`prepare_state=${text}`))
  const signs = [...new Set(code)].filter((sign) => encodeURIComponent(sign) !== sign)
  if (signs.length === 0) return phrase``
  return signs.length === 1
    ? phrase`, in which ${signs[0]!} is not encoded`
    : phrase`, in which ${andList(signs)} are not encoded`
}

/** Runs a command whose result contains the request. */
export const invoke: JudgeValue = (value, { input, transcript, dialect }) => {
  if (!isObject(value) || !Object.hasOwn(value, 'result'))
    return malformedReport(phrase`{"result": …}`, jsonPhrase(value))
  const invoked = transcript.exchanges.filter(
    (exchange) =>
      exchange.request.operation === 'services.invoke' &&
      resolveDestination(exchange, dialect).values['command'] === input['command'],
  )
  const answered = invoked.filter(isAnswered)
  const results = answered.map(({ response }) => response?.json)
  if (!results.some((result) => isSameJson(result, value['result']))) {
    const came = results.length > 0 ? jsonPhrase(results[0]) : phrase`none, as the command did not run`
    return wrongReport(
      phrase`the returned result: ${came}`,
      jsonPhrase(value['result']),
      results.length > 0
        ? { kind: 'value', fault: 'differs', members: ['result'] }
        : { kind: 'effect', fault: 'notDone' },
    )
  }
  const result = value['result'] as Readonly<Record<string, unknown>>
  const changed = Object.entries(input['body'] as TaskInput).find(([name, sent]) => !isSameJson(result[name], sent))
  if (changed)
    return wrongReport(
      phrase`a result with ${jsonPhrase(changed[1])} as ${changed[0]}`,
      jsonPhrase(result[changed[0]]),
      {
        kind: 'effect',
        fault: 'differs',
      },
    )
  // A command whose answer was lost may have been run.
  const done = invoked.filter((exchange) => isAnswered(exchange) || !exchange.response)
  return done.length < 2 || input['command'] !== 'create-order'
    ? { kind: 'right' }
    : {
        kind: 'wrong',
        expected: phrase`a command that runs once`,
        got: phrase`${countPhrase(done.length, 'request')} to run it`,
        fact: { kind: 'effect', fault: 'twice' },
        requirement: 'client.writes-once',
        always: true,
      }
}

/** Lists the commands of a connection. */
export const capabilities: JudgeValue = (value, { input, before }) => {
  const commands = isObject(value) ? value['commands'] : undefined
  if (!Array.isArray(commands) || !commands.every((name) => typeof name === 'string'))
    return malformedReport(phrase`{"commands": […]} with strings`, jsonPhrase(value))
  const expected = before.adapterConnections.find(({ id }) => id === input['adapterConnectionId'])?.commands ?? []
  return isSameJson(commands.toSorted(), expected.toSorted())
    ? { kind: 'right' }
    : wrongReport(jsonPhrase(expected), jsonPhrase(commands), {
        kind: 'value',
        fault: 'differs',
        members: ['commands'],
      })
}
