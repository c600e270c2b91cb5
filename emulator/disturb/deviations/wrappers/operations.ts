import { type OperationId, operationIds } from '../../../model/contract/operation-ids.ts'

/** Operations at which deviations act. */
export const environments = 'environments.list'
export const resources = 'resources.list'
export const products = 'products.list'
export const configuration = 'configurations.value'
export const legacyRoot = 'legacy.root'
export const projects = 'legacy.projects'
export const groups = 'legacy.groups.list'
export const newGroup = 'legacy.groups.create'
export const events = 'legacy.events.list'
export const capabilities = 'services.capabilities'
export const command = 'services.invoke'
export const prepareConnect = 'connect.prepare'
export const connect = 'connect.browser'
export const decideConnect = 'connect.decide'
export const oauthToken = 'oauth.token'
export const listTokens = 'access-tokens.list'
export const createToken = 'access-tokens.create'
export const renameToken = 'access-tokens.rename'
export const revokeToken = 'access-tokens.revoke'

/** The lists of clause 4.4. */
export const documentedLists: readonly OperationId[] = [environments, resources, products]

/** The lists that are paged by the Link header (clause 4.10). */
export const linkLists: readonly OperationId[] = [groups, events]

const beginningWith = (prefix: string) => operationIds.filter((id) => id.startsWith(prefix))

export const tokensApi: readonly OperationId[] = beginningWith('access-tokens.')
export const servicesApi: readonly OperationId[] = beginningWith('services.')

/** Every list of the versioned API. */
export const everyList: readonly OperationId[] = operationIds.filter(
  (id) => id.endsWith('.list') && !id.startsWith('legacy.'),
)
