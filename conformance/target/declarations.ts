import { operationPath } from '../catalogue/operation-paths.ts'
import type { Offer } from '../catalogue/profiles.ts'
import { samePath } from '../reading/id-forms.ts'
import { targetPathNames } from './path-names.ts'
import type { HookName, Target } from './target-file.ts'

/** A declaration of the target file that a check needs. */
export type Declaration =
  | 'bearer'
  | 'oauth'
  | 'integrationToken'
  | 'apiKey'
  | 'dsn'
  /** Any credential for the legacy API; a DSN only where the target file says that the endpoint takes one. */
  | 'legacy'
  | 'catalogId'
  | 'scopeId'
  | 'configurationPath'
  | 'adapter'
  | 'adapterConnectionId'
  | 'otherAdapterConnectionId'
  | 'command'
  | 'projectId'
  | 'issueId'
  | 'apiKeyProjectId'
  | 'dsnPath'
  | 'enumFilters'
  | 'mcp'
  | HookDeclaration
  | OfferDeclaration

/** A part of the specification that the target file must not leave out. */
type OfferDeclaration = `offer:${Offer}`

type HookDeclaration = `hook:${HookName}`

/** The declaration for a check's need, its name, and the members of which one is enough. */
type NeedDeclaration = readonly [
  valueIn: (target: Target, needs: readonly Declaration[]) => unknown,
  name: string,
  members?: readonly string[],
]

/** The list of the legacy API that checks with these needs ask. */
function legacyPath(needs: readonly Declaration[], target: Target): string {
  const { issueId = '', projectId = '' } = target.samples ?? {}
  const operation = needs.includes('issueId')
    ? 'events.list'
    : needs.includes('projectId')
      ? 'groups.list'
      : 'legacy-projects.list'
  return operationPath(operation, targetPathNames(target), { issue_id: issueId, project_id: projectId })
}

/** Returns true if the target file says that an endpoint of the legacy API takes the DSN (clause 5.5). */
export function takesDsn(target: Target, needs: readonly Declaration[]): boolean {
  const { credentials, samples } = target
  const { dsnPath } = samples ?? {}
  return credentials?.dsn !== undefined && dsnPath !== undefined && samePath(dsnPath, legacyPath(needs, target))
}

const declarations: Readonly<Record<Exclude<Declaration, HookDeclaration | OfferDeclaration>, NeedDeclaration>> = {
  bearer: [
    ({ credentials, without }) => credentials?.token ?? (without?.includes('oauth') ? undefined : credentials?.oauth),
    'credentials.token (or credentials.oauth)',
    ['credentials.token', 'credentials.oauth'],
  ],
  oauth: [({ credentials }) => credentials?.oauth, 'credentials.oauth'],
  integrationToken: [({ credentials }) => credentials?.integrationToken, 'credentials.integrationToken'],
  apiKey: [({ credentials }) => credentials?.apiKey, 'credentials.apiKey'],
  dsn: [({ credentials }) => credentials?.dsn, 'credentials.dsn'],
  legacy: [
    (target, needs) => {
      const { integrationToken, apiKey, token, oauth } = target.credentials ?? {}
      return integrationToken ?? apiKey ?? token ?? oauth ?? takesDsn(target, needs)
    },
    'credentials.integrationToken (or credentials.apiKey)',
    ['credentials.token', 'credentials.oauth', 'credentials.integrationToken', 'credentials.apiKey'],
  ],
  catalogId: [({ samples }) => samples?.catalogId, 'samples.catalogId'],
  scopeId: [({ samples }) => samples?.scopeId, 'samples.scopeId'],
  configurationPath: [({ samples }) => samples?.configurationPath, 'samples.configurationPath'],
  adapter: [({ samples }) => samples?.adapter, 'samples.adapter'],
  adapterConnectionId: [({ samples }) => samples?.adapterConnectionId, 'samples.adapterConnectionId'],
  otherAdapterConnectionId: [({ samples }) => samples?.otherAdapterConnectionId, 'samples.otherAdapterConnectionId'],
  command: [({ samples }) => samples?.command, 'samples.command'],
  projectId: [({ samples }) => samples?.projectId, 'samples.projectId'],
  issueId: [({ samples }) => samples?.issueId, 'samples.issueId'],
  apiKeyProjectId: [({ samples }) => samples?.apiKeyProjectId, 'samples.apiKeyProjectId'],
  dsnPath: [({ samples }) => samples?.dsnPath, 'samples.dsnPath'],
  enumFilters: [({ enumFilters }) => enumFilters?.length, 'enumFilters'],
  mcp: [({ paths }) => paths?.mcp, 'paths.mcp'],
}

/** Every declaration that a check may need. */
export const everyNeed: readonly Declaration[] = [
  ...(Object.keys(declarations) as (keyof typeof declarations)[]),
  'hook:advanceClock',
  'hook:createProduct',
  'hook:createEvent',
]

/** The offers that a declaration belongs to. The others belong to several. */
const offersOf: Readonly<Partial<Record<Declaration, readonly Offer[]>>> = {
  oauth: ['oauth'],
  integrationToken: ['integrationTokens', 'legacy'],
  apiKey: ['apiKeys', 'legacy'],
  dsn: ['dsn', 'legacy'],
  legacy: ['legacy'],
  catalogId: ['versioned'],
  scopeId: ['versioned'],
  configurationPath: ['versioned'],
  adapter: ['connect'],
  adapterConnectionId: ['services'],
  otherAdapterConnectionId: ['services'],
  command: ['services'],
  projectId: ['legacy'],
  issueId: ['legacy'],
  apiKeyProjectId: ['apiKeys', 'legacy'],
  dsnPath: ['dsn', 'legacy'],
  enumFilters: ['enumFilters', 'versioned'],
  mcp: ['mcp'],
  'hook:createProduct': ['versioned'],
  'hook:createEvent': ['legacy'],
}

/** The offers of a need that the target file says that the service does not have. */
export function omittedOffers(needs: readonly Declaration[], { without = [] }: Target): readonly Offer[] {
  return needs
    .flatMap((need) => (isOffer(need) ? [need.slice('offer:'.length) as Offer] : (offersOf[need] ?? [])))
    .filter((offer) => without.includes(offer))
}

/** A target without enum filters that it says it does not offer, or of a list that it does not. */
export function dropOmittedFilters(target: Target): Target {
  const { without = [], enumFilters = [] } = target
  const resources = operationPath('resources.list', targetPathNames(target))
  const kept = enumFilters.filter(
    ({ path }) => !without.includes('enumFilters') && !(without.includes('resources') && samePath(path, resources)),
  )
  return kept.length === enumFilters.length ? target : { ...target, enumFilters: kept }
}

/**
 * The members that a target file lacks; empty when it declares everything. What belongs to a part that the service does
 * not offer counts as missing.
 */
export function missingDeclarations(needs: readonly Declaration[], target: Target): readonly string[] {
  return needs.flatMap((need): readonly string[] => {
    if (isOffer(need)) return omittedOffers([need], target)
    const [valueIn, name] = findDeclared(need)
    return valueIn(target, needs) && omittedOffers([need], target).length === 0 ? [] : [name]
  })
}

/** The members to ask for: one member of each inner list is enough. */
export function missingMembers(needs: readonly Declaration[], target: Target): readonly (readonly string[])[] {
  return needs
    .filter((need) => !isOffer(need))
    .filter((need) => !findDeclared(need)[0](target, needs))
    .map((need) => preferredMembers[need] ?? sufficientMembers(need))
}

/** The members meant for the purpose, where several would do. */
const preferredMembers: Readonly<Partial<Record<Declaration, readonly string[]>>> = {
  legacy: ['credentials.integrationToken', 'credentials.apiKey'],
}

/** The declarations that a target file lacks. */
export function undeclaredNeeds(target: Target): readonly Declaration[] {
  return everyNeed.filter((need) => !isOffer(need) && !findDeclared(need)[0](target, [need]))
}

/** The members of a target file of which one is enough for a need. */
export function sufficientMembers(need: Declaration): readonly string[] {
  if (isOffer(need)) return []
  const [, name, members = [name]] = findDeclared(need)
  return members
}

function findDeclared(need: Exclude<Declaration, OfferDeclaration>): NeedDeclaration {
  return isHook(need) ? declaredHook(need) : declarations[need]
}

function isOffer(need: Declaration): need is OfferDeclaration {
  return need.startsWith('offer:')
}

function isHook(need: Declaration): need is HookDeclaration {
  return need.startsWith('hook:')
}

function declaredHook(need: HookDeclaration): NeedDeclaration {
  const name = need.slice('hook:'.length) as HookName
  return [({ hooks }) => hooks?.[name], `hooks.${name}`]
}
