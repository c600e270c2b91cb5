import type { CheckId } from '../catalogue/check-ids.ts'
import type { AnsweredOperation } from '../catalogue/operations.ts'
import type { ActiveCheck } from '../judge/define-check.ts'

/** The check of each operation that shows that a good request is served. Operations with pages have none. */
export const servedBy: Readonly<Record<AnsweredOperation, CheckId>> = {
  'environments.list': 'environments.list.get',
  'resources.list': 'resources.list.get',
  'products.list': 'products.list.get',
  'configurations.value': 'configurations.value.served',
  'oauth.token': 'oauth.client-credentials.token',
  'access-tokens.list': 'pat.list.served',
  'access-tokens.create': 'pat.create.token',
  'access-tokens.rename': 'pat.name-updatable.rename',
  'access-tokens.revoke': 'pat.revoke.refused',
  'services.capabilities': 'services.capabilities.schemas',
  'services.invoke': 'services.invoke.result',
  'connect.prepare': 'connect.prepare.code',
  'legacy.root': 'legacy.root.version',
  'legacy-projects.list': 'legacy.projects.served',
  'groups.list': 'legacy.groups.list',
  'groups.create': 'legacy.groups-post.body',
  'events.list': 'legacy.events.list',
}

/**
 * The `mayBeOpen` of a check that writes in another way: the check that a good request is served may lack evidence, as
 * the other check sends a good request itself. If created tokens do not show in a list, no further ones are created.
 */
export function writeMayBeOpen(operation: AnsweredOperation): Pick<ActiveCheck, 'mayBeOpen'> {
  return operation.startsWith('access-tokens.') ? {} : { mayBeOpen: [servedBy[operation]] }
}

/**
 * Checks that together request every documented endpoint, also in ways that a target may refuse. Checks that only read
 * run after these, if nothing else runs.
 */
export const documentedEndpoints: readonly CheckId[] = [
  ...Object.values(servedBy),
  'ids.order.products',
  'ids.malformed-legacy.project',
  'ids.prefixed-form.renamed-token',
  'ids.known-prefixes.new-group',
  'auth.required.environments',
]
