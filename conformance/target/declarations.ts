import type { Need } from '../run/define-check.ts'
import type { Target } from './target-file.ts'

/** For each need: whether the target file declares it, and what to declare when it does not. */
const declarations: Readonly<Record<Exclude<Need, `hook:${string}`>, readonly [(target: Target) => unknown, string]>> =
  {
    bearer: [({ credentials }) => credentials?.token ?? credentials?.oauth, 'credentials.token (or credentials.oauth)'],
    oauth: [({ credentials }) => credentials?.oauth, 'credentials.oauth'],
    integrationToken: [({ credentials }) => credentials?.integrationToken, 'credentials.integrationToken'],
    apiKey: [({ credentials }) => credentials?.apiKey, 'credentials.apiKey'],
    dsn: [({ credentials }) => credentials?.dsn, 'credentials.dsn'],
    legacy: [
      ({ credentials }) =>
        credentials?.integrationToken ?? credentials?.apiKey ?? credentials?.token ?? credentials?.oauth,
      'credentials.integrationToken (or credentials.apiKey)',
    ],
    catalogId: [({ samples }) => samples?.catalogId, 'samples.catalogId'],
    scopeId: [({ samples }) => samples?.scopeId, 'samples.scopeId'],
    configurationPath: [({ samples }) => samples?.configurationPath, 'samples.configurationPath'],
    adapter: [({ samples }) => samples?.adapter, 'samples.adapter'],
    adapterConnectionId: [({ samples }) => samples?.adapterConnectionId, 'samples.adapterConnectionId'],
    command: [({ samples }) => samples?.command, 'samples.command'],
    projectId: [({ samples }) => samples?.projectId, 'samples.projectId'],
    issueId: [({ samples }) => samples?.issueId, 'samples.issueId'],
    apiKeyProjectId: [({ samples }) => samples?.apiKeyProjectId, 'samples.apiKeyProjectId'],
    dsnPath: [({ samples }) => samples?.dsnPath, 'samples.dsnPath'],
    enumFilters: [({ enumFilters }) => enumFilters?.length, 'enumFilters'],
    mcp: [({ paths }) => paths?.mcp, 'paths.mcp'],
  }

/** What the target file would have to declare for these needs; empty when it declares all of it. */
export function missingDeclarations(needs: readonly Need[], target: Target): readonly string[] {
  return needs.flatMap((need) => {
    if (need.startsWith('hook:')) {
      const name = need.slice('hook:'.length) as keyof NonNullable<Target['hooks']>
      return target.hooks?.[name] ? [] : [`hooks.${name}`]
    }
    const [declared, what] = declarations[need as keyof typeof declarations]
    return declared(target) ? [] : [what]
  })
}
