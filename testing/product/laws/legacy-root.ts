// The root of the legacy API (clause 4.9): status, Content-Type, Allow and version, for every caller, method and query.
import type { RequirementId } from '../../../conformance/catalogue/requirements.ts'
import { type ConditionName, findCondition, during } from '../condition.ts'
import { type Fault, lawFaults } from '../law.ts'

/** Changes to the answer of the root, by what they break. */
const changes = {
  'status-201': ['legacy.root', (response) => changeParts(response, { status: 201 })],
  'status-203': ['legacy.root', (response) => changeParts(response, { status: 203 })],
  'status-204': ['legacy.root', async () => new Response(null, { status: 204 })],
  'status-404': ['legacy.root', async () => Response.json({}, { status: 404 })],
  'version-a-number': ['legacy.root', () => rootJson({ version: 0 })],
  'version-null': ['legacy.root', () => rootJson({ version: null })],
  'version-a-list': ['legacy.root', () => rootJson({ version: ['0'] })],
  'version-missing': ['legacy.root', () => rootJson({ status: 'ok' })],
  'version-in-other-case': ['legacy.root', () => rootJson({ Version: '0' })],
  'version-in-envelope': ['legacy.root', () => rootJson({ data: { version: '0' } })],
  'version-alone': ['legacy.root', () => rootJson('0')],
  'version-in-list': ['legacy.root', () => rootJson([{ version: '0' }])],
  'type-text': ['legacy.root-content-type', (response) => changeParts(response, { type: 'text/plain' })],
  'type-text-json': ['legacy.root-content-type', (response) => changeParts(response, { type: 'text/json' })],
  'type-vendor': [
    'legacy.root-content-type',
    (response) => changeParts(response, { type: 'application/vnd.api+json' }),
  ],
  'type-missing': ['legacy.root-content-type', (response) => changeParts(response, { type: null })],
  'allow-missing': ['legacy.root-allow', (response) => changeParts(response, { allow: null })],
  'allow-anything': ['legacy.root-allow', (response) => changeParts(response, { allow: '*' })],
  'allow-without-get': ['legacy.root-allow', (response) => changeParts(response, { allow: 'HEAD, OPTIONS' })],
  'allow-without-head': ['legacy.root-allow', (response) => changeParts(response, { allow: 'GET, OPTIONS' })],
  'allow-without-options': ['legacy.root-allow', (response) => changeParts(response, { allow: 'GET, HEAD' })],
  'allow-with-post': ['legacy.root-allow', (response) => changeParts(response, { allow: 'GET, HEAD, OPTIONS, POST' })],
} as const satisfies Readonly<Record<string, readonly [RequirementId, (response: Response) => Promise<Response>]>>

type Change = keyof typeof changes

/** Who asks and how. */
const doors = [
  'always',
  'bearer',
  'basic',
  'anonymous',
  'with-other-parameter',
] as const satisfies readonly ConditionName[]

interface Parts {
  readonly status?: number
  readonly type?: string | null
  readonly allow?: string | null
}

async function changeParts(response: Response, { status = response.status, type, allow }: Parts): Promise<Response> {
  const headers = new Headers(response.headers)
  for (const [name, value] of [
    ['content-type', type],
    ['allow', allow],
  ] as const) {
    if (value === null) headers.delete(name)
    else if (value !== undefined) headers.set(name, value)
  }
  return new Response(await response.arrayBuffer(), { status, headers })
}

/** An answer that is right but for its body. */
const rootJson = async (body: unknown): Promise<Response> =>
  Response.json(body, { headers: { allow: 'GET, HEAD, OPTIONS' } })

const aspects: readonly Fault[] = doors.flatMap((door) =>
  lawFaults({
    id: 'legacy-root-is-described',
    way: door,
    requirement: (_place, change: Change) => changes[change][0],
    breaks: `The root of the legacy API is not described, ${findCondition(door).says}.`,
    places: ['legacy.root'] as const,
    conditions: Object.keys(changes) as readonly Change[],
    says: (change) => `with ${change}`,
    fault: (place, change) => during(place, door, async (intercepted) => changes[change][1](await intercepted.send())),
  }),
)

/** HEAD is served, as the Allow of the root says (clause 4.9). */
const heads: readonly Fault[] = lawFaults({
  id: 'legacy-root-takes-head',
  requirement: 'legacy.root-allow',
  breaks: 'The root of the legacy API does not take HEAD.',
  places: ['legacy.root'] as const,
  conditions: ['405', '404', '501', '400'] as const,
  says: (status) => `with ${status}`,
  fault: (place, status) => during(place, 'head', async () => new Response(null, { status: Number(status) })),
})

/** The root of the legacy API (clause 4.9). */
export const legacyRoot: readonly Fault[] = [...aspects, ...heads]
