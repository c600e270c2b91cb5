import { at, decodedSegments } from '../../catalogue/operation-paths.ts'
import { encode } from '../../reading/encode.ts'
import { because, undeclared } from '../../conclusions/cause.ts'
import { blocked, fail, insufficient, notApplicable, unlessConcluded } from '../../conclusions/conclusion.ts'
import type { DeclaredCheck } from '../../judge/define-check.ts'
import { oncePerRun } from '../../judge/once-per-run.ts'
import type { Session } from '../../judge/session.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { answerPhrase, jsonPhrase, type Phrase, phrase } from '../../conclusions/phrase.ts'
import { contrast, joinWords, requestsPhrase, type Similar } from '../similar.ts'
import { eachAtOnce } from '../each-at-once.ts'
import { noSuccess } from '../no-success.ts'
import { askOnce } from '../shared-answers.ts'
import { assertAllowed } from '../assert-allowed.ts'
import { isObject, collectWords } from '../../reading/find-list.ts'
import { hasSuccessStatus } from '../../reading/success.ts'
import { isSameJson } from '../../reading/same-json.ts'

const needs = ['scopeId', 'configurationPath', 'bearer'] as const

function getValue(
  session: Session,
  path: string,
  scope: string = session.run.target.samples!.scopeId!,
): Promise<Exchange> {
  return askOnce(session, {
    path: at('configurations.value', { scope_id: scope }),
    query: { path },
  })
}

/** A scope of the same type that does not exist: a well-formed id after the prefix of the declared one. */
function otherScope({ run }: Session): string {
  return `${run.target.samples!.scopeId!.slice(0, -27)}0${run.random.text(26)}`
}

/**
 * The steps of the declared path. An escaped dot belongs to a key.
 * @throws Conclusion `insufficientEvidence` for a path of one step, which has no level below.
 */
function declaredSteps({ run }: Session): readonly string[] {
  const steps = run.target.samples!.configurationPath!.split(/(?<!\\)\./)
  return steps.length > 1
    ? steps
    : insufficient(
        undeclared('samples.configurationPath'),
        phrase`samples.configurationPath has one step; declare one with two or more, such as a.b`,
      )
}

/** A step that almost certainly leads to nothing. It is the same throughout a run, so that answers are shared. */
const unknownStep = oncePerRun(async (session) => `k${session.run.random.text(12)}`)

/** The maximum depth of an envelope. */
const mostLevels = 8

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Returns true for a possible level of an envelope: exactly one of its members is an object or array. */
const isLevel = (value: object): boolean => Object.values(value).filter(isContainer).length === 1

/** An answer and everything in it. */
function* nestedValues(json: unknown, depth = mostLevels): Generator<unknown> {
  yield json
  if (isContainer(json) && depth > 0) for (const member of Object.values(json)) yield* nestedValues(member, depth - 1)
}

/**
 * The values that an answer may mean, given the answer one level above: a value in the same place of both belongs to
 * the envelope, unless the last step names the place.
 */
function* possibleMeanings(
  json: unknown,
  above: unknown,
  key: string,
  depth = 3,
  levels = mostLevels,
): Generator<unknown> {
  if (!isSameJson(json, above)) yield json
  if (!isContainer(json) || depth === 0) return
  const below = levels > 0 && isLevel(json) ? depth : depth - 1
  for (const [name, member] of Object.entries(json)) {
    const beside = isObject(above) && !name.includes(key) ? above[name] : undefined
    yield* possibleMeanings(member, beside, key, below, levels - 1)
  }
}

/** The members with a name anywhere in a value. The name of an array element is its index. */
function* membersNamed(json: unknown, key: string, depth = 5, levels = mostLevels): Generator<unknown> {
  if (!isContainer(json) || depth === 0) return
  const below = levels > 0 && isLevel(json) ? depth : depth - 1
  for (const [name, member] of Object.entries(json)) {
    if (name === key) yield member
    yield* membersNamed(member, key, below, levels - 1)
  }
}

const isServed = (at: Exchange): boolean => hasSuccessStatus(at) && at.response.json !== undefined

/** Names of members that identify a request and do not depend on its subject. */
const ofRequest = /^(?:x[_-]?)?(?:request|req|trace|correlation)[_-]?id$/i

/**
 * An answer without the requested scope and path and the id of the request, which an envelope may have next to the
 * value.
 */
function withoutEcho({ request, response }: Exchange): unknown {
  const { pathname, searchParams } = new URL(request.url)
  const path = searchParams.get('path') ?? ''
  const id = decodedSegments(pathname).at(-1)!.slice(-27)
  const isEcho = (text: string) =>
    text === path ||
    text.includes(id) ||
    text === path.split('.').at(-1) ||
    [path, encode(path)].some((form) => text.includes(`path=${form}`))
  const without = (json: unknown): unknown => {
    if (typeof json === 'string') return isEcho(json) ? '' : json
    if (Array.isArray(json)) return json.map((item) => without(item))
    return typeof json === 'object' && json !== null
      ? Object.fromEntries(
          Object.entries(json)
            .filter(([name]) => !ofRequest.test(name))
            .map(([name, member]) => [name === path ? '' : name, without(member)]),
        )
      : json
  }
  return without(response.json)
}

/** Returns true if an answer serves the same content as another served answer. */
const answersSame = (exchange: Exchange, served: Exchange): boolean =>
  isServed(exchange) && isSameJson(withoutEcho(exchange), withoutEcho(served))

/**
 * Returns true if an answer contains no value, as at a path that does not exist: null, an empty string, list or object,
 * or an envelope of these.
 */
function hasNoValue(json: unknown): boolean {
  return (
    json === null ||
    json === '' ||
    (typeof json === 'object' && Object.values(json).every((member) => hasNoValue(member)))
  )
}

function assertTells(exchange: Exchange): void {
  if (hasNoValue(withoutEcho(exchange)))
    insufficient(
      undeclared('samples.configurationPath'),
      phrase`the value at samples.configurationPath is null or empty, like the answer at a path that leads to nothing may be; declare a path with a value`,
    )
}

/** @throws Conclusion `fail` for the same answer as at the declared path. */
function assertOther(at: Exchange, value: Exchange, condition: Phrase, expected: Phrase): void {
  if (!answersSame(at, value)) return
  assertTells(value)
  fail({ expected, fact: { kind: 'alike', other: value, at }, condition })
}

/** The answer at the declared path, for comparison with others. @throws Conclusion `blocked` if it has no value. */
async function declaredValue(session: Session): Promise<Exchange> {
  const exchange = await getValue(session, session.run.target.samples!.configurationPath!)
  await assertAllowed(session, exchange)
  if (!isServed(exchange))
    blocked(because.refused, phrase`no value at samples.configurationPath: ${answerPhrase(exchange)}`, exchange)
  return exchange
}

/** The part of a path that a target evidently uses, by the value that it answers. */
interface UsedSteps {
  readonly symptom: Phrase
  /** A right answer at a path of one step. */
  readonly beside?: Phrase | undefined
  /** The right value, and the one that is answered. */
  readonly value: Phrase
  readonly got: Phrase
}

/**
 * Finds the value that a target answers in place of that of a path among the values at the steps of the path, which the
 * value at its first step contains.
 */
async function usedSteps(
  session: Session,
  steps: readonly string[],
  exchange: Exchange,
): Promise<UsedSteps | undefined> {
  const first = await getValue(session, steps[0]!)
  const values: unknown[] = []
  let level: unknown = first.response.json
  for (const step of steps.slice(1)) {
    const [member] = membersNamed(level, step)
    if (member === undefined) return undefined
    level = member
    values.push(member)
  }
  const answered = exchange.response.json
  const shows = (value: unknown) => [...nestedValues(answered)].some((inner) => isSameJson(inner, value))
  // The value of a shorter path contains that of a longer one, so the shortest one is answered.
  const whole = answersSame(first, exchange)
  const depth = whole ? 0 : values.findIndex(shows)
  if (depth < 0 || (!whole && depth === values.length - 1)) return undefined
  const used = whole ? 1 : depth + 2
  const isIgnored = [...membersNamed(answered, steps[0]!)].length > 0 && !whole
  const parent = used === steps.length - 1 ? await getValue(session, dottedPath(steps.slice(0, -1))) : undefined
  return {
    symptom: isIgnored
      ? phrase`the path is ignored`
      : parent && !answersSame(parent, exchange)
        ? phrase`the last step of the path is ignored`
        : phrase`only the first ${used === 1 ? 'step of the path is' : phrase`${used} steps of the path are`} used`,
    beside: isIgnored && isServed(first) && !answersSame(first, exchange) ? phrase`path=${steps[0]!}` : undefined,
    value: jsonPhrase(values.at(-1)),
    got: isIgnored
      ? phrase`the whole configuration`
      : phrase`the value at ${dottedPath(steps.slice(0, used))} (${{ json: whole ? first.response.json : values[used - 2], most: 80 }})`,
  }
}

/** Resolves to true if an answer shows the value at a path that the value at its first step contains, and no more. */
async function showsValueAt(session: Session, [first = '', ...steps]: readonly string[], answer: Exchange) {
  let value: unknown = (await getValue(session, first)).response.json
  for (const step of steps) [value] = membersNamed(value, step)
  const { json } = answer.response
  return (
    [...membersNamed(json, first)].length === 0 && [...nestedValues(json)].some((inner) => isSameJson(inner, value))
  )
}

/** Words for a path that is not served, although its first step is: what shorter paths and another first step show. */
async function unservedPath(
  session: Session,
  steps: readonly string[],
  { response: { status } }: Exchange,
  first: Exchange,
): Promise<Similar> {
  const unknown = await unknownStep(session)
  const prefixedPath = [unknown, steps[0]!]
  const isLast = answersSame(await getValue(session, dottedPath(prefixedPath)), first)
  const isRest = isLast && isServed(await getValue(session, dottedPath([...prefixedPath, steps[1]!])))
  const shorter = dottedPath(steps.slice(0, -1))
  return {
    condition: phrase`with path=${dottedPath(steps)}`,
    ...contrast([
      [phrase`path=${steps[0]!}`, true],
      [
        phrase`path=${dottedPath(prefixedPath)}, with the answer at ${steps[0]!}, although ${unknown} does not exist`,
        isLast ? false : undefined,
      ],
      [phrase`path=${shorter}`, steps.length > 2 ? isServed(await getValue(session, shorter)) : undefined],
    ]),
    symptom: isRest
      ? phrase`the first step of the path is ignored`
      : isLast
        ? phrase`only the last step of the path is used`
        : phrase`${status} for a path with a dot`,
  }
}

const dottedPath = (steps: readonly string[]): string => steps.join('.')

/** Configurations (clause 4.4). */
export const configurationChecks: readonly DeclaredCheck[] = [
  {
    id: 'configurations.dotted-path.with-parameter',
    effect: 'read',
    needs,
    after: ['configurations.value.served'],
    inQuickRun: 'never',
    description:
      'GETs the value at the declared path with one more parameter in the query, if that is accepted: the same value, and never 404.',
    run: async (session) => {
      const { scopeId, configurationPath } = session.run.target.samples!
      const plain = await declaredValue(session)
      const ask = (more: Readonly<Record<string, string>>) =>
        session.send({
          path: at('configurations.value', { scope_id: scopeId! }),
          query: { path: configurationPath!, ...more },
        })
      const exchange = await ask({ [session.run.id]: '1' })
      // A 404 means that there is no value. Any other refusal is about the parameter.
      if (!isServed(exchange) && exchange.response.status !== 404)
        notApplicable(because.absent, phrase`the parameter is not accepted: ${answerPhrase(exchange)}`)
      if (answersSame(exchange, plain)) return
      if (!answersSame(await ask({}), plain)) insufficient(because.changed, phrase`the value changes by itself`)
      fail({
        expected: phrase`the value at the path, regardless of other query parameters`,
        got: phrase`${answerPhrase(exchange)}; without the parameter ${answerPhrase(plain)}`,
        symptom: phrase`the answer changes with an undocumented parameter`,
        condition: phrase`with path`,
        remedy: phrase`Ignore parameters that the endpoint does not know.`,
        fact: { kind: 'different', other: plain, at: exchange },
      })
    },
  },
  {
    id: 'configurations.value.served',
    effect: 'read',
    needs,
    description:
      'GETs the value of samples.configurationPath for samples.scopeId, and at a path that does not exist: the first is served, and the second answer differs.',
    run: async (session) => {
      const path = session.run.target.samples!.configurationPath!
      const exchange = await getValue(session, path)
      await assertAllowed(session, exchange)
      if (!isServed(exchange))
        fail({
          expected: phrase`200 with the JSON value at ${path}`,
          fact: noSuccess(exchange),
        })
      const nothing = await getValue(session, await unknownStep(session))
      const about = phrase`a path that leads to nothing`
      assertOther(nothing, exchange, phrase`for ${about}`, phrase`another answer at ${about} than at ${path}`)
    },
  },
  {
    id: 'configurations.value.scope',
    effect: 'read',
    needs,
    after: ['configurations.value.served'],
    description:
      'GETs the value of samples.configurationPath for a well-formed scope that does not exist: the answer is not that of samples.scopeId.',
    run: async (session) => {
      const path = session.run.target.samples!.configurationPath!
      const exchange = await declaredValue(session)
      const scope = otherScope(session)
      assertOther(
        await getValue(session, path, scope),
        exchange,
        phrase`for a scope that does not exist`,
        phrase`another answer at ${path} for ${scope}, a scope that does not exist, than for samples.scopeId (if every scope has this value by default, declare a path with a value of its own)`,
      )
    },
  },
  {
    id: 'configurations.dotted-path.steps',
    effect: 'read',
    needs,
    description:
      'GETs samples.configurationPath with one step at a time replaced by one that does not exist, and with an additional step: no answer is that of the path, so each step counts. If the path is not served, its first step is not served either.',
    run: async (session) => {
      const steps = declaredSteps(session)
      const exchange = await getValue(session, dottedPath(steps))
      if (!isServed(exchange)) {
        // A target that reads the whole path as one key still serves a key without dots.
        const first = await getValue(session, steps[0]!)
        if (
          isServed(first) &&
          [...membersNamed(first.response.json, steps[1]!)].length > 0 &&
          !answersSame(await getValue(session, await unknownStep(session)), first)
        )
          fail({
            expected: phrase`200 with the value at ${dottedPath(steps)}, as path=${steps[0]!} has ${steps[1]!}`,
            fact: noSuccess(exchange),
            ...(await unlessConcluded(unservedPath(session, steps, exchange, first))),
          })
        blocked(because.refused, phrase`no value at samples.configurationPath: ${answerPhrase(exchange)}`, exchange)
      }
      const unknown = await unknownStep(session)
      const every = [...steps.slice(0, 5).map((_step, index) => steps.with(index, unknown)), [...steps, unknown]]
      const others = session.run.rotation.some(every, 1)
      const answers: Exchange[] = []
      await eachAtOnce(others, async (other, index) => {
        answers[index] = await getValue(session, dottedPath(other))
      })
      const same = answers.filter((answer) => answersSame(answer, exchange))
      if (same.length === 0) return
      assertTells(exchange)
      const used = await unlessConcluded(usedSteps(session, steps, exchange))
      const pathsOf = (all: readonly Exchange[]) => all.map((answer) => dottedPath(others[answers.indexOf(answer)]!))
      const right = requestsPhrase(pathsOf(answers.filter((answer) => !same.includes(answer))))
      fail({
        expected: used
          ? phrase`${used.value}, the value at ${dottedPath(steps)}`
          : phrase`another answer there than at a path that does not exist`,
        got: phrase`${used?.got ?? answerPhrase(exchange)}, also at ${requestsPhrase(pathsOf(same))!} (${unknown} does not exist)`,
        fact: { kind: 'alike', other: exchange, at: same[0]! },
        symptom: used?.symptom ?? phrase`the same answer for a path that does not exist`,
        condition: phrase`with path=${dottedPath(steps)}`,
        beside: joinWords([used?.beside, right && phrase`other answers at ${right}`]),
      })
    },
  },
  {
    id: 'configurations.dotted-path.levels',
    effect: 'read',
    needs,
    description:
      'GETs the value one level above samples.configurationPath: the answer differs, and contains the value of the path under the last step.',
    run: async (session) => {
      const steps = declaredSteps(session)
      const value = await declaredValue(session)
      const parent = dottedPath(steps.slice(0, -1))
      const key = steps.at(-1)!.replaceAll(/\\(.)/g, '$1')
      const above = await getValue(session, parent)
      if (!isServed(above))
        insufficient(
          because.absent,
          phrase`the target serves no value at ${parent}, one level above samples.configurationPath: ${answerPhrase(above)}`,
          above,
        )
      const isParentRight = answersSame(above, value) && (await showsValueAt(session, steps.slice(0, -1), above))
      assertOther(
        isParentRight ? value : above,
        isParentRight ? above : value,
        phrase`with path=${isParentRight ? dottedPath(steps) : parent}`,
        phrase`the value at ${parent} to differ from the one at ${dottedPath(steps)}`,
      )
      const possible = [...possibleMeanings(value.response.json, above.response.json, key)]
      for (const member of membersNamed(above.response.json, key))
        if (possible.some((meaning) => isSameJson(meaning, member))) return
      // The form of a level is not specified: it may be a list of entries, or have whole paths as keys.
      if (
        [...nestedValues(above.response.json)].some((inner) =>
          possible.some((meaning) => meaning !== null && isSameJson(inner, meaning)),
        ) &&
        collectWords(above.response.json).some((word) => word.includes(key))
      )
        return phrase`${parent} shows the value in another form than under ${key}`
      // An empty value may be omitted from the level above.
      assertTells(value)
      fail({
        expected: phrase`the value at ${parent} to hold under ${key} what ${dottedPath(steps)} answers (${value.response.text.slice(0, 80)})`,
        fact: { kind: 'different', other: value, at: above },
      })
    },
  },
]
