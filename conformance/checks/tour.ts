/** Checks that between them ask every documented endpoint: what those that only read have to read, where nothing else runs. */
export const tour: readonly string[] = [
  'environments.list.get', 'resources.list.get', 'products.list.get', 'ids.order.products', 'configurations.value.served',
  'oauth.client-credentials.token', 'pat.list.served', 'pat.name-updatable.rename', 'pat.revoke.refused',
  'services.capabilities.schemas', 'services.invoke.result', 'connect.prepare.code',
  'legacy.root.version', 'legacy.projects.served', 'legacy.groups.list', 'legacy.groups-post.body', 'legacy.events.list',
  'ids.malformed-legacy.short', 'auth.required.environments',
]
