import type { CheckResult, RunResult } from '../judge/result.ts'
import { omittedOffer, unclaimedResults } from './open.ts'

/** An example value and a description for each member of a target file that a report may ask for. */
const examples: Readonly<Record<string, readonly [value: string, note: string]>> = {
  'credentials.token': ['${PLATFORM_TOKEN}', 'any Bearer value for the versioned API'],
  'credentials.oauth': [
    '{ clientId: "${PLATFORM_CLIENT_ID}", clientSecret: "${PLATFORM_CLIENT_SECRET}" }',
    'an OAuth client',
  ],
  'credentials.integrationToken': ['${PLATFORM_INTEGRATION_TOKEN}', 'a Bearer value for the legacy API'],
  'credentials.apiKey': ['${PLATFORM_API_KEY}', 'without the colon'],
  'credentials.dsn': ['${PLATFORM_DSN}', 'a client key'],
  'samples.catalogId': [
    '2rHt2Okh4RUnlKcuUyeAJjTsJzW',
    'best with ten products or more, of several brands and categories',
  ],
  'samples.scopeId': ['prj_2rHt2Okh4RUnlKcuUyeAJjTsJzW', 'of a project, an environment or a flow, with its prefix'],
  'samples.configurationPath': ['a.b.c', 'a path where that scope has a value'],
  'samples.adapter': ['shop', 'as in /app/{adapter}/prepare-connect'],
  'samples.adapterConnectionId': ['2rHt2Okh4RUnlKcuUyeAJjTsJzW', 'as in /services/{adapterConnectionId}/capabilities'],
  'samples.otherAdapterConnectionId': ['2rHt2Okh4RUnlKcuUyeAJjTsJzX', 'a connection with other commands'],
  'samples.command': [
    '{ name: create-order, validBody: { items: [1] } }',
    'a command of that connection, with a valid body',
  ],
  'samples.projectId': ['2rHt2Okh4RUnlKcuUyeAJjTsJzW', 'best with more than one page of groups'],
  'samples.issueId': ['2rHt2Okh4RUnlKcuUyeAJjTsJzW', 'best with more than one page of events'],
  'samples.apiKeyProjectId': ['2rHt2Okh4RUnlKcuUyeAJjTsJzW', 'the project that the API key is bound to'],
  'samples.dsnPath': ['/0/issues/2rHt2Okh4RUnlKcuUyeAJjTsJzW/events/', 'an endpoint that accepts a DSN'],
  'paths.accessTokens': ['/access-tokens', 'the path of the personal access tokens, where it is another'],
  'paths.mcp': ['/mcp', 'the path of the MCP endpoint'],
  connectOrigins: ['["https://login.example"]', 'other origins that the pages of a connection need'],
  enumFilters: [
    '[{ path: /1.13/resources, parameter: status, values: [active, paused] }]',
    'with all values; the path may also be the list of products',
  ],
  'personalAccessTokens.scopes': ['["catalogs:read", "catalogs:write"]', 'two or more, in the format of the service'],
  'hooks.advanceClock': [
    '{ method: POST, path: /test/clock, body: { seconds: $seconds } }',
    '$seconds becomes a number',
  ],
  'hooks.createProduct': [
    '{ method: POST, path: /test/products, body: { name: Lamp } }',
    'creates a product in samples.catalogId',
  ],
  'hooks.createEvent': [
    '{ method: POST, path: /test/events, body: { message: Boom } }',
    'creates an event of samples.issueId',
  ],
  'hooks.deleteProduct': [
    '{ method: DELETE, path: /test/products/$id }',
    'deletes what createProduct made; $id becomes its id',
  ],
  'hooks.deleteEvent': ['{ method: DELETE, path: /test/events/$id }', 'deletes what createEvent made'],
  allowWrites: ['true', 'or use --allow-writes'],
}

/** A member of a target file to declare, with a description and an example value. */
export interface Declarable {
  readonly name: string
  readonly note: string
  readonly example: string
}

/** Describes a member that a report asks for. */
export function toDeclarable(name: string): Declarable {
  const [example = '', note = ''] = examples[name] ?? []
  return { name, note, example }
}

/** All members that a report may ask for. */
export const memberNames: readonly string[] = Object.keys(examples)

/** The members that the target file lacks, as lines of YAML; empty when none is missing. */
export function toDeclare(result: RunResult): readonly string[] {
  const undeclared = membersToDeclare(
    unclaimedResults(result).filter((single) => omittedOffer(single, result) === undefined),
  )
  // Undecided checks mostly concern the data of members that are already declared.
  const undecided = membersToDeclare(result.results.filter(({ verdict }) => verdict === 'insufficientEvidence'))
  const isOptional = (name: string): boolean => /^(?:hooks\.|personalAccessTokens\.|connectOrigins$)/.test(name)
  return exampleTargetFile(
    memberNames.filter((name) => undeclared.has(name) || (isOptional(name) && undecided.has(name))),
  )
}

/** The members that some results ask to declare. */
function membersToDeclare(results: readonly CheckResult[]): ReadonlySet<string> {
  return new Set(
    results.flatMap(({ cause }) =>
      cause?.kind === 'writes' ? ['allowWrites'] : cause?.kind === 'declaration' ? cause.members.flat() : [],
    ),
  )
}

/** A target file with these members, as lines of YAML. */
export function exampleTargetFile(names: readonly string[] = memberNames): readonly string[] {
  const lines: string[] = []
  let section: string | undefined
  for (const name of names) {
    const [value, note] = examples[name]!
    const [head, member] = name.split('.') as [string, string | undefined]
    if (member !== undefined && head !== section) lines.push(`${head}:`)
    section = head
    lines.push(`${member === undefined ? '' : '  '}${member ?? head}: ${value}  # ${note}`)
  }
  return lines
}
