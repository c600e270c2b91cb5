import { setTimeout as sleepFor } from 'node:timers/promises'
import type { ClientDriver } from '../../../bin/judges/client/driver.ts'
import type { Conventions } from '../../../emulator/model/contract/conventions.ts'
import type { CarefulClient } from './client.ts'
import { carefulDialect } from './dialect.ts'

const toIds = (ids: readonly string[]): { ids: readonly string[] } => ({ ids })

/** A driver of a client that speaks the dialect of these conventions. */
export function toDriver(
  Client: typeof CarefulClient,
  conventions: Partial<Conventions> = {},
): ClientDriver<CarefulClient> {
  const dialect = carefulDialect(conventions)
  return {
    open: ({ baseUrl, fetch, credentials }) =>
      new Client({ baseUrl, fetch, credentials, dialect, sleep: (time) => sleepFor(time) }),
    'get-token': ({ client }) => client.authenticate(),
    'list-environments': ({ client }) => client.listEnvironments().then(toIds),
    'walk-products': ({ client, input: { catalogId, pageSize, ...filters } }) =>
      client.walkProducts(catalogId, filters, pageSize).then(toIds),
    'walk-products-back': ({ client, input }) => client.walkProductsBack(input.catalogId, input.from).then(toIds),
    'get-configuration': async ({ client, input: { scopeId, path } }) => ({
      value: await client.configuration(scopeId, path),
    }),
    'create-access-token': ({ client, input }) => client.createAccessToken(input),
    'rename-access-token': async ({ client, input: { id, name } }) => ({
      name: await client.renameAccessToken(id, name),
    }),
    'revoke-access-token': ({ client, input }) => client.revokeAccessToken(input.id),
    'use-access-token': ({ client, input }) => client.listEnvironmentsWith(input.secret).then(toIds),
    'prepare-connect': async ({ client, input }) => ({ url: await client.connectUrl(input.adapter) }),
    invoke: async ({ client, input: { adapterConnectionId, command, body } }) => ({
      result: await client.invoke(adapterConnectionId, command, body),
    }),
    capabilities: async ({ client, input }) => ({ commands: await client.capabilities(input.adapterConnectionId) }),
    'list-projects': ({ client, input }) => client.listProjects(input.credential).then(toIds),
    'walk-groups': ({ client, input }) => client.walkGroups(input.projectId).then(toIds),
    'walk-events': ({ client, input }) => client.walkEvents(input.issueId).then(toIds),
    'poll-events': ({ client, input: { issueId, after } }) => client.pollEvents(issueId, after).then(toIds),
  }
}
