// Written by `node .ci/generate.ts`.

/** The operation ids of every endpoint: what faults, the journal and the OpenAPI document call them. */
export const operationIds = [
  'oauth.token', 'access-tokens.list', 'access-tokens.create', 'access-tokens.rename', 'access-tokens.revoke', 'connect.prepare', 'connect.browser',
  'connect.decide', 'connect.authorize', 'services.capabilities', 'services.invoke', 'mcp', 'configurations.list', 'configurations.value',
  'configurations.update', 'configurations.delete', 'products.list', 'products.create', 'workspaces.list', 'workspaces.create', 'workspaces.retrieve',
  'workspaces.update', 'workspaces.delete', 'projects.list', 'projects.create', 'projects.retrieve', 'projects.update', 'projects.delete', 'environments.list',
  'environments.create', 'environments.retrieve', 'environments.update', 'environments.delete', 'flows.list', 'flows.create', 'flows.retrieve', 'flows.update',
  'flows.delete', 'flow-runs.list', 'flow-runs.create', 'flow-runs.retrieve', 'flow-runs.update', 'flow-runs.delete', 'connections.list', 'connections.create',
  'connections.retrieve', 'connections.update', 'connections.delete', 'catalogs.list', 'catalogs.create', 'catalogs.retrieve', 'catalogs.update',
  'catalogs.delete', 'catalog-products.list', 'catalog-products.create', 'catalog-products.retrieve', 'catalog-products.update', 'catalog-products.delete',
  'resources.list', 'resources.create', 'resources.retrieve', 'resources.update', 'resources.delete', 'adapters.list', 'adapters.create', 'adapters.retrieve',
  'adapters.update', 'adapters.delete', 'adapter-connections.list', 'adapter-connections.create', 'adapter-connections.retrieve', 'adapter-connections.update',
  'adapter-connections.delete', 'issues.list', 'issues.create', 'issues.retrieve', 'issues.update', 'issues.delete', 'issue-events.list', 'issue-events.create',
  'issue-events.retrieve', 'issue-events.update', 'issue-events.delete', 'groups.list', 'groups.create', 'groups.retrieve', 'groups.update', 'groups.delete',
  'workspaces.projects.list', 'projects.environments.list', 'projects.flows.list', 'flows.runs.list', 'projects.connections.list', 'projects.catalogs.list',
  'adapters.connections.list', 'projects.issues.list', 'issues.events.list', 'projects.groups.list', 'legacy.root', 'legacy.projects', 'legacy.groups.list',
  'legacy.groups.create', 'legacy.events.list',
] as const

/** One of `operationIds`. */
export type OperationId = (typeof operationIds)[number]
