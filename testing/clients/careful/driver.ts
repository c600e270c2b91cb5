import { setTimeout as sleepFor } from 'node:timers/promises'
import type { ClientDriver, DriverContext } from '../../../bin/client/driver.ts'
import type { CarefulClient, NewAccessToken, ProductFilters } from './client.ts'
import { dialectOf } from './dialect.ts'
import type { ClientOptions } from './wire.ts'
import type { Conventions } from '../../../emulator/contract/conventions.ts'
import type { TaskName } from '../../../conformance/client/tasks/names.ts'

/** How the client of a driver is made. */
export interface DriverOptions {
  readonly conventions?: Partial<Conventions>
  /** Default: by real time. */
  readonly sleep?: ClientOptions['sleep']
}

/** The members of inputs that are texts; a task has those that DESIGN.md 12.3 gives it. */
type Input = Readonly<
  Record<
    | 'catalogId'
    | 'from'
    | 'scopeId'
    | 'path'
    | 'id'
    | 'name'
    | 'secret'
    | 'adapter'
    | 'adapterConnectionId'
    | 'command',
    string
  > &
    Record<'projectId' | 'issueId' | 'after', string>
> & {
  readonly pageSize?: number
  readonly body: unknown
  readonly credential: 'integrationToken' | 'apiKey' | 'dsn'
}

type Work = (client: CarefulClient, input: Input) => Promise<unknown>

const works: Readonly<Record<TaskName, Work>> = {
  'get-token': (client) => client.authenticate().then(() => ({})),
  'list-environments': (client) => client.listEnvironments().then(toIds),
  'walk-products': (client, input) => {
    const { catalogId, pageSize, ...filters } = input as Input & ProductFilters
    return client.walkProducts(catalogId, filters, pageSize).then(toIds)
  },
  'walk-products-back': (client, { catalogId, from }) => client.walkProductsBack(catalogId, from).then(toIds),
  'get-configuration': async (client, { scopeId, path }) => ({ value: await client.configuration(scopeId, path) }),
  'create-access-token': (client, input) => client.createAccessToken(input as unknown as NewAccessToken),
  'rename-access-token': async (client, { id, name }) => ({ name: await client.renameAccessToken(id, name) }),
  'revoke-access-token': (client, { id }) => client.revokeAccessToken(id).then(() => ({})),
  'use-access-token': (client, { secret }) => client.listEnvironmentsWith(secret).then(toIds),
  'prepare-connect': async (client, { adapter }) => ({ url: await client.connectUrl(adapter) }),
  invoke: async (client, { adapterConnectionId, command, body }) => ({
    result: await client.invoke(adapterConnectionId, command, body),
  }),
  capabilities: async (client, { adapterConnectionId }) => ({
    commands: await client.capabilities(adapterConnectionId),
  }),
  'list-projects': (client, { credential }) => client.listProjects(credential).then(toIds),
  'walk-groups': (client, { projectId }) => client.walkGroups(projectId).then(toIds),
  'walk-events': (client, { issueId }) => client.walkEvents(issueId).then(toIds),
  'poll-events': (client, { issueId, after }) => client.pollEvents(issueId, after).then(toIds),
}

const toIds = (ids: readonly string[]): { ids: readonly string[] } => ({ ids })

/** A driver that does each task with a client of its own, as a new process would. */
export function toDriver(Client: typeof CarefulClient, { conventions = {}, sleep }: DriverOptions = {}): ClientDriver {
  const dialect = dialectOf(conventions)
  const task =
    (work: Work) =>
    ({ baseUrl, fetch, credentials, input }: DriverContext) =>
      work(
        new Client({ baseUrl, fetch, credentials, dialect, sleep: sleep ?? ((time) => sleepFor(time)) }),
        input as unknown as Input,
      )
  return Object.fromEntries(Object.entries(works).map(([name, work]) => [name, task(work)]))
}
