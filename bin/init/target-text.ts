// The text of a target file: the members that the service showed, and a comment for each other one.
import { toDeclarable } from '../../conformance/report/to-declare.ts'
import { credentialVariables } from '../credential-variables.ts'
import type { FoundSamples } from '../../conformance/target/find-samples.ts'

/** The purpose of each sample, for its comment. */
const samples: readonly (readonly [name: keyof FoundSamples & string, what: string])[] = [
  ['catalogId', 'a catalog, best with ten products or more, of several brands and categories'],
  ['scopeId', 'a project, an environment or a flow, with its prefix, such as prj_…'],
  ['adapter', 'as in /app/{adapter}/prepare-connect'],
  ['adapterConnectionId', 'as in /services/{adapterConnectionId}/capabilities'],
  ['otherAdapterConnectionId', 'a connection with other commands'],
  ['projectId', 'a project with groups: /0/projects/{projectId}/groups/'],
  ['issueId', 'an issue with events: /0/issues/{issueId}/events/'],
]

/** A member of a block. A member that was not found becomes a comment. */
interface Line {
  readonly isFound: boolean
  readonly text: string
}

const targetLine = ({ isFound, text }: Line): string => (isFound ? `  ${text}` : `  # ${text}`)

/**
 * The text of a target file.
 * @param has Returns true if an environment variable is set. Credentials are written as variables, never as values.
 */
export function targetText(baseUrl: string, found: FoundSamples, has: (variable: string) => boolean): string {
  const line = (isFound: boolean, text: string): Line => ({ isFound, text })
  const { clientId, clientSecret, ...credentials } = credentialVariables
  const hasOauth = has(clientId) && has(clientSecret)
  // A mapping with only comments would be null.
  const block = (name: string, lines: readonly Line[]): readonly string[] => [
    lines.some(({ isFound }) => isFound) ? `${name}:` : `# ${name}:`,
    ...lines.map(targetLine),
  ]
  return [
    '# yaml-language-server: $schema=node_modules/@platform-data/emulator/dist/schemas/target.schema.json',
    '# Check the service: npx emulator conformance --config target.yaml',
    '# A line that begins with # was not found. What is not declared is not checked; a report says what to declare.',
    `baseUrl: ${JSON.stringify(baseUrl)}`,
    ...block('credentials', [
      line(hasOauth, 'oauth: { clientId: "${PLATFORM_CLIENT_ID}", clientSecret: "${PLATFORM_CLIENT_SECRET}" }'),
      ...Object.entries(credentials).map(([name, variable]) => line(has(variable), `${name}: "\${${variable}}"`)),
    ]),
    ...block('samples', [
      ...samples.map(([name, what]) => {
        const value = usableText(found[name])
        return line(value !== undefined, `${name}: ${yamlString(value ?? '…')} # ${what}`)
      }),
      line(false, 'configurationPath: "a.b.c" # a dotted path where that scope has a value'),
      line(
        false,
        `command: { name: ${yamlString(usableText(found.commandName) ?? '…')}, validBody: {} } # of adapterConnectionId`,
      ),
      ...['apiKeyProjectId', 'dsnPath'].map((name) => line(false, commentMember(`samples.${name}`))),
    ]),
    ...block('paths', [
      line(
        found.accessTokensPath !== undefined,
        found.accessTokensPath === undefined
          ? commentMember('paths.accessTokens')
          : `accessTokens: ${found.accessTokensPath}`,
      ),
      line(false, commentMember('paths.mcp')),
    ]),
    `# ${commentMember('enumFilters')}`,
    ...block('personalAccessTokens', [line(false, commentMember('personalAccessTokens.scopes'))]),
    ...block(
      'hooks',
      ['advanceClock', 'createProduct', 'createEvent'].map((name) => line(false, commentMember(`hooks.${name}`))),
    ),
    '# without: [mcp] # what the service does not offer: npx emulator list offers',
    '# allowWrites: true # lets checks create, change and delete objects; a run deletes what it created',
    '',
  ].join('\n')
}

/** A member that requests cannot find, with an example value. */
function commentMember(member: string): string {
  const { name, example, note } = toDeclarable(member)
  return `${name.split('.').at(-1)}: ${example} # ${note}`
}

/** Returns a text of the service, unless a target file would read a variable in it. */
function usableText(value: unknown): string | undefined {
  return typeof value === 'string' && !value.includes('${') ? value : undefined
}

/** Converts a string to one line of YAML, with invisible characters escaped. */
function yamlString(text: string): string {
  return JSON.stringify(text).replaceAll(
    /[\u007F-\u009F\u2028\u2029\p{Cf}]/gu,
    (character) => `\\U${character.codePointAt(0)!.toString(16).padStart(8, '0')}`,
  )
}
