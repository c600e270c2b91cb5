import { type OperationId, operationIds } from '../../../model/contract/operation-ids.ts'

/** The lists of clause 4.4. */
export const documentedLists: readonly OperationId[] = ['environments.list', 'resources.list', 'products.list']

/** The lists that are paged by the Link header (clause 4.10). */
export const linkLists: readonly OperationId[] = ['legacy.groups.list', 'legacy.events.list']

const prefixedOperations = (prefix: string) => operationIds.filter((id) => id.startsWith(prefix))

export const tokensApi: readonly OperationId[] = prefixedOperations('access-tokens.')
export const servicesApi: readonly OperationId[] = prefixedOperations('services.')

/** Every list of the versioned API. */
export const everyList: readonly OperationId[] = operationIds.filter(
  (id) => id.endsWith('.list') && !id.startsWith('legacy.'),
)
