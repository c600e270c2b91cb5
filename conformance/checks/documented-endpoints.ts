import type { CheckId } from '../catalogue/check-requirements.ts'

/** Checks that together ask every documented endpoint. Checks that only read run after these, if nothing else runs. */
export const documentedEndpoints: readonly CheckId[] = [
  'environments.list.get',
  'resources.list.get',
  'products.list.get',
  'ids.order.products',
  'configurations.value.served',
  'oauth.client-credentials.token',
  'pat.list.served',
  'pat.name-updatable.rename',
  'pat.revoke.refused',
  'services.capabilities.schemas',
  'services.invoke.result',
  'connect.prepare.code',
  'legacy.root.version',
  'legacy.projects.served',
  'legacy.groups.list',
  'legacy.groups-post.body',
  'legacy.events.list',
  'ids.malformed-legacy.project',
  'ids.prefixed-form.renamed-token',
  'ids.known-prefixes.new-group',
  'auth.required.environments',
]
