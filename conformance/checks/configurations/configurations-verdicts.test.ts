// Targets whose configurations have few values, empty ones, or envelopes around them.
import { emulatorSubject } from '../../../testing/conformance/subject.ts'
import { itEnds } from '../../../testing/servers/ends.ts'

/** The answer at a path for a scope: a value, a refusal, or undefined for 404. */
type Value = (path: string, scope: string, query: URLSearchParams) => unknown

const { target } = emulatorSubject()
const scopeId = target.samples!.scopeId!

/** The values by their paths, for the declared scope. */
const valuesByPath =
  (values: Readonly<Record<string, unknown>>): Value =>
  (path, scope) =>
    scope === scopeId && Object.hasOwn(values, path) ? values[path] : undefined

/** A value in an envelope of eight levels. */
const enveloped = (value: unknown): unknown =>
  ['status', 'h', 'g', 'f', 'e', 'd', 'c', 'x'].reduce((inner, name) => ({ [name]: inner, ok: true }), value)

/** One value at the path and its level above, for every scope. */
const same =
  (value: unknown): Value =>
  (path) =>
    path === 'a.b' || path === 'a' ? value : undefined
/** Every path of every scope gets the same value, beside what was requested. */
const valueWithOthers =
  (beside: (path: string, scope: string) => object): Value =>
  (path, scope) => ({ value: 5, ...beside(path, scope) })

const refusal = (status: number) => Response.json({ b: 'is missing' }, { status })
const ok = true

/** Opens a target of configurations, of which the target file declares a path. */
const openConfigurations = (configurationPath: string) => (value: Value) => ({
  target: { ...target, samples: { ...target.samples, configurationPath } },
  fetch: async (request: Request) => {
    const { pathname, searchParams } = new URL(request.url)
    const found = value(searchParams.get('path') ?? '', pathname.split('/').at(-1)!, searchParams)
    return found instanceof Response ? found : found === undefined ? refusal(404) : Response.json(found)
  },
})

itEnds(openConfigurations('a'), [
  ['configurations.dotted-path.steps', 'insufficientEvidence', 'a path of one step', valuesByPath({ a: 1 })],
])

itEnds(openConfigurations('a.b'), [
  ['configurations.dotted-path.levels', 'blocked', 'no value at the declared path', valuesByPath({ a: 1 })],
  ['configurations.dotted-path.steps', 'blocked', 'a first step without the second', valuesByPath({ a: { c: 1 } })],
  [
    'configurations.dotted-path.steps',
    'blocked',
    'the same for every single step',
    (path) => (path.includes('.') ? undefined : { b: 1 }),
  ],
  ['configurations.dotted-path.steps', 'blocked', 'an error that names the second step', () => refusal(400)],
  ['configurations.value.scope', 'insufficientEvidence', 'an empty text', same('')],
  ['configurations.value.scope', 'insufficientEvidence', 'an empty envelope', same({ value: null, items: [] })],
  [
    'configurations.dotted-path.levels',
    'insufficientEvidence',
    'null that is left out above',
    valuesByPath({ a: { c: 1 }, 'a.b': null }),
  ],
  ['configurations.dotted-path.levels', 'insufficientEvidence', 'no level above', valuesByPath({ 'a.b': 1 })],
  [
    'configurations.dotted-path.levels',
    'pass',
    'entries with keys',
    valuesByPath({ a: [{ key: 'b', value: 1 }], 'a.b': 1 }),
  ],
  [
    'configurations.dotted-path.levels',
    'pass',
    'an envelope of eight levels',
    valuesByPath({ a: enveloped({ b: 1, z: [2] }), 'a.b': enveloped(1) }),
  ],
  [
    'configurations.dotted-path.levels',
    'fail',
    'such an envelope around another value',
    valuesByPath({ a: enveloped({ b: 2, z: [2] }), 'a.b': enveloped(1) }),
  ],
  [
    'configurations.dotted-path.levels',
    'fail',
    'envelopes that share only null',
    valuesByPath({ a: { value: { b: 2 }, error: null }, 'a.b': { value: 1, error: null } }),
  ],
  [
    'configurations.dotted-path.levels',
    'fail',
    'envelopes that share a constant, which is the other value',
    valuesByPath({ a: { value: { b: true }, ok }, 'a.b': { value: 1, ok } }),
  ],
  [
    'configurations.dotted-path.levels',
    'pass',
    'whole paths as keys',
    valuesByPath({ a: { 'a.b': 1, 'a.c': 2 }, 'a.b': { 'a.b': 1 } }),
  ],
  ['configurations.value.served', 'fail', 'the same everywhere beside the path', valueWithOthers((path) => ({ path }))],
  [
    'configurations.value.scope',
    'fail',
    'the same for every scope beside its id',
    (path, scope) => (path === 'a.b' ? { value: 5, asked: [path, { id: scope.slice(-27) }] } : undefined),
  ],
  [
    'configurations.dotted-path.with-parameter',
    'notApplicable',
    'other parameters refused',
    (path, scope, query) =>
      query.size > 1 ? refusal(400) : valuesByPath({ a: { b: 1 }, 'a.b': 1 })(path, scope, query),
  ],
])

itEnds(openConfigurations('a.b&c'), [
  [
    'configurations.value.served',
    'fail',
    'the same everywhere beside the address',
    valueWithOthers((path, scope) => ({ self: `/1.13/configurations/${scope}?path=${encodeURIComponent(path)}` })),
  ],
])
