import type { TaskName } from './names.ts'

/** A task as documented for authors of drivers. */
export interface TaskText {
  /** The work of the client, in one sentence. */
  readonly does: string
  /** Descriptions of the input's members. Names of optional ones end in `?`. */
  readonly input: Readonly<Record<string, string>>
  /** The value that it returns. */
  readonly value: string
}

const ids = '{"ids": [...]}'

/** The tasks of drivers. Those that most clients can do come first. */
export const taskTexts: Readonly<Record<TaskName, TaskText>> = {
  'get-token': { does: 'Gets an access token by client credentials.', input: {}, value: '{}' },
  'list-environments': { does: 'Lists the first page of the environments.', input: {}, value: ids },
  'walk-products': {
    does: 'Walks all products of a catalog, newest first.',
    input: {
      catalogId: 'a bare id',
      'pageSize?': 'the number of products on a page',
      'brand?': 'a filter by exact match',
      'category?': 'a filter by exact match',
      'status?': 'a filter by one of the listed values',
      'search?': 'free text',
    },
    value: ids,
  },
  'walk-products-back': {
    does: 'Walks all products that are newer than one, by ending_before.',
    input: { catalogId: 'a bare id', from: 'an id; the products before it are wanted' },
    value: ids,
  },
  'get-configuration': {
    does: 'Gets the configuration value at a path.',
    input: { scopeId: 'a prefixed id', path: 'a dotted path' },
    value: '{"value": ...}',
  },
  'create-access-token': {
    does: 'Creates a personal access token.',
    input: { name: 'its name', scopes: 'sent as they are', expiresAt: 'sent as it is' },
    value: '{"id": ..., "secret": ...}',
  },
  'rename-access-token': {
    does: 'Renames a personal access token.',
    input: { id: 'its id', name: 'the new name' },
    value: '{"name": ...}',
  },
  'revoke-access-token': { does: 'Revokes a personal access token.', input: { id: 'its id' }, value: '{}' },
  'use-access-token': {
    does: 'Lists the environments with a personal access token.',
    input: { secret: 'its secret' },
    value: ids,
  },
  'prepare-connect': {
    does: 'Prepares the connection of an adapter. A browser opens the address, not the client.',
    input: { adapter: 'its name' },
    value: '{"url": ...}',
  },
  invoke: {
    does: 'Invokes a command of an adapter connection.',
    input: { adapterConnectionId: 'a bare id', command: 'its name', body: 'the JSON to send' },
    value: '{"result": ...}',
  },
  capabilities: {
    does: 'Lists the names of the commands of an adapter connection.',
    input: { adapterConnectionId: 'a bare id' },
    value: '{"commands": [...]}',
  },
  'list-projects': {
    does: 'Lists the projects of the legacy API with the named credential.',
    input: { credential: 'integrationToken, apiKey or dsn' },
    value: ids,
  },
  'walk-groups': {
    does: 'Walks all groups of a project by the Link header.',
    input: { projectId: 'a bare id' },
    value: ids,
  },
  'walk-events': {
    does: 'Walks all events of an issue by the Link header.',
    input: { issueId: 'a bare id' },
    value: ids,
  },
  'poll-events': {
    does: 'Lists the events that were created after a page was read.',
    input: { issueId: 'a bare id', after: 'the Link header of that page' },
    value: ids,
  },
}

/** The input of a task, one line per member, such as `brand: a filter by exact match (optional)`. */
export function inputLines({ input }: TaskText): readonly string[] {
  return Object.entries(input).map(([name, what]) =>
    name.endsWith('?') ? `${name.slice(0, -1)}: ${what} (optional)` : `${name}: ${what}`,
  )
}
