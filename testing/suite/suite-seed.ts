import type { CollectionName } from '../../emulator/model/contract/stored-records.ts'
import { IdSource } from '../../emulator/model/resources/ids.ts'
import type { StoredRecord } from '../../emulator/model/contract/resource.ts'
import type { Seed } from '../../emulator/world/seed.ts'
import { toIso } from '../../emulator/tools/time.ts'

/** When the first record was created. One follows every 20 seconds, so three share a minute and none share a second. */
const start = Date.UTC(2026, 0, 5, 9)

/** The time at which the suite's worlds begin: later than all their data. */
export const suiteClock: string = '2026-03-01T00:00:00Z'

export const configurationValue = {
  mail: { from: 'shop@example.com', hosts: ['a.example.com', 'b.example.com'], retries: [[1, 2], [3]] },
  'feature.flags': { 'new.checkout': true },
  'back\\slash': 'kept',
  empty: {},
  list: [],
  nothing: null,
  zero: 0,
  no: false,
  text: '',
  matrix: [{ name: 'first' }, { name: 'second' }],
} as const

/** Names that test a search: in the middle of words, in any case and script. */
const productNames = [
  'Oak Chair',
  'Éclair Lamp',
  'ÖLFASS',
  'straße sign',
  'Стол письменный',
  'ΟΔΟΣΑ map',
  '日本の椅子',
  '100% wool',
  'back\\slash',
  'a_b',
  'Chair, (round) [x]*',
  'lamp',
] as const

/** The data of the suite: few, known, and independent of the fixtures. */
export interface SuiteSeed extends Seed {
  readonly all: (collection: CollectionName) => readonly StoredRecord[]
}

function createSuiteSeed(): SuiteSeed {
  const ids = new IdSource({ last: '0'.repeat(27), random: 7 })
  const records: Partial<Record<CollectionName, StoredRecord[]>> = {}
  let time = start
  const add = (collection: CollectionName, members: Readonly<Record<string, unknown>>): StoredRecord => {
    time += 20_000
    const record = { id: ids.next(time), ...members, created_at: toIso(time) }
    ;(records[collection] ??= []).push(record)
    return record
  }
  const times = (count: number, make: (index: number) => void) =>
    Array.from({ length: count }, (_, index) => make(index))

  const workspace = add('workspaces', { name: 'Main', status: 'active' })
  const [project, other] = ['storefront', 'warehouse'].map((slug) =>
    add('projects', { name: slug, slug, workspace_id: workspace.id, status: 'active' }),
  ) as [StoredRecord, StoredRecord]
  const catalogs = ['Shop', 'Outlet', 'Nothing'].map((name) =>
    add('catalogs', { name, project_id: project.id, status: 'active' }),
  )
  times(23, (index) =>
    add('environments', {
      name: `Environment ${index}`,
      project_id: index % 4 === 0 ? other.id : project.id,
      kind: ['production', 'staging', 'development'][index % 3],
    }),
  )
  const flow = add('flows', { name: 'Import', project_id: project.id, status: 'active' })
  times(4, (index) => add('flow_runs', { name: `Run ${index}`, flow_id: flow.id, status: 'succeeded' }))
  add('connections', { name: 'Warehouse', project_id: project.id, provider: 'ftp', status: 'active' })
  times(13, (index) =>
    add('resources', {
      name: `Resource ${index}`,
      type: ['flow', 'Flow', ' flow'][index % 3],
      status: ['active', 'inactive', 'archived'][index % 3],
    }),
  )
  times(61, (index) =>
    add('catalog_products', {
      name: `${productNames[index % productNames.length]} ${index}`,
      catalog_id: catalogs[index % 7 === 6 ? 1 : 0]!.id,
      brand: ['Acme', 'acme', 'Acme ', 'Umbra', 'Änder'][index % 5],
      category: ['Chairs', 'Lamps', ''][index % 3],
      status: ['active', 'draft', 'archived'][index % 4 === 3 ? 2 : index % 2],
      sku: `SKU-${index}`,
      price: index,
      currency: 'EUR',
      description: index % 7 === 0 ? 'Hand-made in Kraków' : '',
    }),
  )
  const adapter = add('adapters', { name: 'suite', title: 'Suite', kind: 'shop' })
  const connection = add('adapter_connections', {
    name: 'Suite',
    adapter_id: adapter.id,
    adapter: 'suite',
    status: 'active',
  })
  const [issue, , foreign] = [project, project, other].map((owner, index) =>
    add('issues', { name: `Issue ${index}`, project_id: owner.id, status: 'unresolved', level: 'error' }),
  ) as [StoredRecord, StoredRecord, StoredRecord]
  times(215, (index) =>
    add('issue_events', {
      name: `Event ${index}`,
      issue_id: index % 43 === 42 ? foreign.id : issue.id,
      message: `message ${index}`,
      level: 'error',
    }),
  )
  times(18, (index) =>
    add('groups', {
      name: `Group ${index}`,
      project_id: index % 6 === 5 ? other.id : project.id,
      status: ['unresolved', 'resolved', 'ignored'][index % 3],
    }),
  )
  add('configurations', {
    name: 'Configuration',
    scope_type: 'project',
    scope_id: project.id,
    value: configurationValue,
  })
  return {
    seed: 7,
    records,
    ids: ids.state,
    all: (collection) => records[collection] ?? [],
    samples: {
      catalogId: catalogs[0]!.id,
      scopeId: `prj_${project.id}`,
      configurationPath: 'mail.from',
      projectId: project.id,
      issueId: issue.id,
      apiKeyProjectId: project.id,
      adapter: 'suite',
      adapterConnectionId: connection.id,
    },
  }
}

export const suiteSeed: SuiteSeed = createSuiteSeed()
