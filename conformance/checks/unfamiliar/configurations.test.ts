import { expect, it } from 'vitest'
import { emulatorSubject, runKit } from '../../../testing/selftest/subject.ts'
import { configurationChecks } from '../configurations/configurations-checks.ts'

/** The answer of a target at a path for a scope; undefined for 404. */
type Value = (path: string, scope: string) => unknown

/** The verdicts of the checks, without their common beginning, given the values of a target. */
async function verdicts(value: Value, configurationPath = 'a.b'): Promise<Readonly<Record<string, string>>> {
  const { target } = emulatorSubject()
  const fetch = async (request: Request) => {
    const { pathname, searchParams } = new URL(request.url)
    const found = value(searchParams.get('path') ?? '', pathname.split('/').at(-1)!)
    return found === undefined ? Response.json({ message: 'no' }, { status: 404 }) : Response.json(found)
  }
  const samples = { ...target.samples, configurationPath }
  const { results } = await runKit({ target: { ...target, samples }, fetch }, { checks: configurationChecks })
  return Object.fromEntries(results.map(({ check, verdict }) => [check.slice('configurations.'.length), verdict]))
}

const scopeId = emulatorSubject().target.samples!.scopeId!
const at =
  (values: Readonly<Record<string, unknown>>): Value =>
  (path, scope) =>
    scope === scopeId && Object.hasOwn(values, path) ? values[path] : undefined

it('passes given values that go one level down with each step', async () => {
  expect(await verdicts(at({ a: { b: 1 }, 'a.b': 1 }))).toEqual({
    'dotted-path.with-parameter': 'pass',
    'value.served': 'pass',
    'value.scope': 'pass',
    'dotted-path.steps': 'pass',
    'dotted-path.levels': 'pass',
  })
})

it('is blocked given no value at the declared path', async () => {
  expect(await verdicts(at({ a: 1 }))).toEqual({
    'dotted-path.with-parameter': 'blocked',
    'value.served': 'fail',
    'value.scope': 'blocked',
    'dotted-path.steps': 'blocked',
    'dotted-path.levels': 'blocked',
  })
})

it.each<[string, Value, string]>([
  ['the first step leads to a value with the second in it', at({ a: { b: 1 } }), 'fail'],
  ['the first step leads to nothing', () => undefined, 'blocked'],
  ['the first step leads to a value without the second', at({ a: { c: 1 } }), 'blocked'],
  ['every single step gets the same', (path) => (path.includes('.') ? undefined : { b: 1 }), 'blocked'],
])('judges the steps of a path that is not served where %s', async (_what, value, verdict) => {
  expect((await verdicts(value))['dotted-path.steps']).toBe(verdict)
})

it('does not take an error for a value at the first step', async () => {
  const { target } = emulatorSubject()
  const fetch = async () => Response.json({ b: 'is missing' }, { status: 400 })
  const samples = { ...target.samples, configurationPath: 'a.b' }
  const { results } = await runKit({ target: { ...target, samples }, fetch }, { checks: configurationChecks })
  expect(results.find(({ check }) => check === 'configurations.dotted-path.steps')?.verdict).toBe('blocked')
})

it('decides nothing given a token that may not read configurations', async () => {
  const { target } = emulatorSubject()
  const credentials = { token: target.credentials!.token! }
  const fetch = async (request: Request) =>
    request.headers.get('authorization') === `Bearer ${credentials.token}`
      ? Response.json({ message: 'The token lacks the scope configurations:read.' }, { status: 403 })
      : Response.json({ message: 'unauthenticated' }, { status: 401 })
  const { results } = await runKit({ target: { ...target, credentials }, fetch }, { checks: configurationChecks })
  expect(Object.fromEntries(results.map(({ check, verdict }) => [check, verdict]))).toEqual({
    'configurations.dotted-path.with-parameter': 'insufficientEvidence',
    'configurations.value.served': 'insufficientEvidence',
    'configurations.value.scope': 'insufficientEvidence',
    'configurations.dotted-path.steps': 'blocked',
    'configurations.dotted-path.levels': 'insufficientEvidence',
  })
})

it('needs two steps', async () => {
  const shallow = await verdicts(at({ a: 1, '': { a: 1 } }), 'a')
  expect([shallow['dotted-path.steps'], shallow['dotted-path.levels']]).toEqual([
    'insufficientEvidence',
    'insufficientEvidence',
  ])
})

it.each<[string, unknown]>([
  ['null', null],
  ['an empty text', ''],
  ['an empty envelope', { value: null, items: [] }],
])('decides little given %s as the value', async (_what, empty) => {
  const everywhere = await verdicts((path) => (path === 'a.b' || path === 'a' ? empty : undefined))
  expect(everywhere['value.scope']).toBe('insufficientEvidence')
  expect(everywhere['dotted-path.levels']).toBe('insufficientEvidence')
  // An empty value may be left out of the level above.
  expect((await verdicts(at({ a: { c: 1 }, 'a.b': empty })))['dotted-path.levels']).toBe('insufficientEvidence')
})

it.each<[string, Value, string]>([
  ['is the same', at({ a: 1, 'a.b': 1 }), 'fail'],
  ['is the same object', at({ a: { b: 1 }, 'a.b': { b: 1 } }), 'fail'],
  ['lacks the last step', at({ a: { c: 1 }, 'a.b': 1 }), 'fail'],
  ['is not served', at({ 'a.b': 1 }), 'insufficientEvidence'],
  ['shows the value in another form', at({ a: [{ key: 'b', value: 1 }], 'a.b': 1 }), 'pass'],
])('judges the level above, which %s', async (_what, value, verdict) => {
  expect((await verdicts(value))['dotted-path.levels']).toBe(verdict)
})

/** Every path and every scope get the same value, beside what was asked for. */
it.each<[string, (path: string, scope: string) => object]>([
  ['nothing', () => ({})],
  ['the path', (path) => ({ path })],
  ['the last step of the path', (path) => ({ key: path.split('.').at(-1) })],
  ['the path as a name', (path) => ({ [path]: 1 })],
  ['the address', (path, scope) => ({ self: `/1.13/configurations/${scope}?path=${path}` })],
  ['the address as it is written', (path) => ({ self: `/1.13/configurations?path=${encodeURIComponent(path)}` })],
  ['the scope', (_path, scope) => ({ scope })],
  ['the id of the scope', (_path, scope) => ({ id: scope.slice(-27) })],
  ['a list of both', (path, scope) => ({ asked: [path, { scope }] })],
])('fails given the same value everywhere beside %s', async (_what, beside) => {
  const same = await verdicts((path, scope) => ({ value: 5, ...beside(path, scope) }), 'a.b&c')
  expect(same['value.served']).toBe('fail')
  const anyScope = await verdicts(
    (path, scope) => (path.startsWith('k') ? undefined : { value: path, ...beside(path, scope), of: 5 }),
    'a.b&c',
  )
  expect(anyScope['value.scope']).toBe('fail')
})

/** A value in an envelope of eight levels. */
const enveloped = (value: unknown): unknown =>
  ['status', 'h', 'g', 'f', 'e', 'd', 'c', 'x'].reduce((inner, name) => ({ [name]: inner, ok: true }), value)

it.each<[string, string, Readonly<Record<string, unknown>>]>([
  ['pass', 'an envelope of eight levels', { a: enveloped({ b: 1, z: [2] }), 'a.b': enveloped(1) }],
  ['fail', 'the same, and another value', { a: enveloped({ b: 2, z: [2] }), 'a.b': enveloped(1) }],
  ['fail', 'the same, without the last step', { a: enveloped({ z: 1 }), 'a.b': enveloped(1) }],
  ['pass', 'a level with null in it', { a: { x: null, c: { x: null }, b: 1 }, 'a.b': 1 }],
  ['pass', 'a level with lists and texts in it', { a: [null, 'b', { b: 1 }], 'a.b': 1 }],
  ['fail', 'a level with another value', { a: { b: 2 }, 'a.b': 1 }],
  ['fail', 'a level without the last step', { a: { c: 1 }, 'a.b': 1 }],
  ['fail', 'a level with the value and no name of the step', { a: { c: 1, x: [1] }, 'a.b': 1 }],
  ['pass', 'a level with the value and the name of the step', { a: [{ key: 'b', value: 1 }], 'a.b': 1 }],
  [
    'fail',
    'envelopes that share null alone',
    { a: { value: { b: 2 }, error: null }, 'a.b': { value: 1, error: null } },
  ],
  ['fail', 'envelopes that share a constant', { a: { value: { b: 2 }, ok: true }, 'a.b': { value: 1, ok: true } }],
  ['fail', 'the same, as the value', { a: { value: { b: true }, ok: true }, 'a.b': { value: 1, ok: true } }],
  [
    'pass',
    'a constant that is the value, too',
    { a: { value: { b: true }, ok: true }, 'a.b': { value: true, ok: true } },
  ],
  ['pass', 'whole paths as keys', { a: { 'a.b': 1, 'a.c': 2 }, 'a.b': { 'a.b': 1 } }],
  [
    'pass',
    'envelopes of different kinds',
    { a: { value: { b: 1 }, kind: 'level' }, 'a.b': { value: 1, kind: 'leaf' } },
  ],
])('concludes %s about levels given %s', async (verdict, _what, values) => {
  expect((await verdicts(at(values)))['dotted-path.levels']).toBe(verdict)
})

it.each([
  ['fail', 404],
  ['notApplicable', 400],
] as const)('ends with %s given %s for a value beside another parameter', async (verdict, status) => {
  const { target, fetch: right } = emulatorSubject()
  const fetch = async (request: Request) => {
    const { pathname, searchParams } = new URL(request.url)
    return pathname.includes('/configurations/') && searchParams.size > 1
      ? Response.json({ error: 'no' }, { status })
      : right(request)
  }
  const { results } = await runKit({ target, fetch }, { checks: configurationChecks })
  expect(results.find(({ check }) => check === 'configurations.dotted-path.with-parameter')?.verdict).toBe(verdict)
})
