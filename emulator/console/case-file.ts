// A case as the page shows it: what happened in an emulator until a test failed. The file is one of a stranger.

/** A moment of a case. */
export type CaseMoment =
  | {
      readonly kind: 'request'
      readonly number: number
      readonly world: string
      readonly at: number
      readonly method: string
      readonly path: string
      readonly search: string
      readonly headers: Readonly<Record<string, string>>
      readonly body: string | undefined
      readonly operation: string | undefined
      readonly status: number | undefined
      readonly credential: string | undefined
      readonly refusal:
        | { readonly code: string; readonly message: string; readonly requirement: string | undefined }
        | undefined
      readonly mcp: string | undefined
      readonly fault: unknown
    }
  /** A change that a test arranged, such as a moved clock. */
  | { readonly kind: 'change'; readonly what: string; readonly world: string; readonly detail: unknown }

/** A case. */
export interface CaseFacts {
  readonly version: string
  readonly seed: string
  readonly test: string | undefined
  readonly message: string | undefined
  readonly command: string | undefined
  readonly worlds: readonly string[]
  readonly moments: readonly CaseMoment[]
  /** The parts that the case does not hold, such as `3 bodies`. */
  readonly dropped: readonly string[]
}

type Members = Readonly<Record<string, unknown>>

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const membersOf = (value: unknown): Members => (isMembers(value) ? value : {})
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

/** The format, without its number: a case of another version is still shown. */
const formatName = 'platform-data-emulator/case/'

/** Reads a case; undefined for anything else. */
export function caseIn(json: Members): CaseFacts | undefined {
  const { format, version, seed, failure, worlds, events, dropped } = json
  if (!textOf(format)?.startsWith(formatName) || !Array.isArray(events)) return undefined
  const { test, message, command } = membersOf(failure)
  const words = listOf(command).map(String)
  return {
    version: String(version),
    seed: String(seed),
    test: textOf(test),
    message: textOf(message),
    command: words.length === 0 ? undefined : words.join(' '),
    worlds: listOf(worlds).map((world) => String(membersOf(world)['name'])),
    moments: events.flatMap(momentsIn),
    dropped: Object.entries(membersOf(dropped))
      .filter(([, count]) => typeof count === 'number' && count > 0)
      .map(([what, count]) => `${String(count)} ${what}`),
  }
}

/** Events that go with a request that is shown. */
const unseen: ReadonlySet<unknown> = new Set(['answer'])

function momentsIn(event: unknown): readonly CaseMoment[] {
  if (!isMembers(event) || unseen.has(event['kind'])) return []
  const { kind, world, ...detail } = event
  const name = textOf(world) ?? ''
  if (kind !== 'request') return [{ kind: 'change', what: String(kind), world: name, detail }]
  const { refusal, mcp, fault, headers } = detail
  const { code, message, requirement } = membersOf(refusal)
  const { method, tool, error } = membersOf(mcp)
  return [
    {
      kind,
      world: name,
      number: numberOf(detail['number']) ?? 0,
      at: numberOf(detail['at']) ?? 0,
      method: String(detail['method']),
      path: String(detail['path']),
      search: textOf(detail['search']) ?? '',
      headers: pairsOf(listOf(headers).map(String)),
      body: textOf(detail['body']),
      operation: textOf(detail['operation']),
      status: numberOf(detail['status']),
      credential: textOf(detail['credential']),
      refusal: isMembers(refusal)
        ? { code: String(code), message: String(message), requirement: textOf(requirement) }
        : undefined,
      mcp: isMembers(mcp) ? [method, tool, error].filter((part) => typeof part === 'string').join(', ') : undefined,
      fault: fault ?? undefined,
    },
  ]
}

/** Headers by name, of names and values in turn. */
function pairsOf(texts: readonly string[]): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {}
  for (let index = 0; index + 1 < texts.length; index += 2) {
    const name = texts[index]!
    headers[name] = Object.hasOwn(headers, name) ? `${headers[name]}, ${texts[index + 1]}` : texts[index + 1]!
  }
  return headers
}
