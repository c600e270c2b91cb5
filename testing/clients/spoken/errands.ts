// The errands of a client at a real service and at its twin, with their outcomes in words.
import { otherId } from '../../../conformance/reading/id-forms.ts'
import type { FetchFunction } from '../../../conformance/send/sender.ts'
import type { Target } from '../../../conformance/target/target-file.ts'
import { carefulDialect } from '../careful/dialect.ts'
import { PlatformError } from '../careful/wire.ts'
import { SpokenClient } from './spoken-client.ts'
import type { ServiceForms } from './service-forms.ts'

/** A service, with the truth about it. */
export interface ErrandPlace {
  readonly target: Target
  readonly fetch: FetchFunction
  readonly expiry: unknown
  /** The number of records in the lists, over all pages. */
  readonly counts: Readonly<Record<'products' | 'groups' | 'events', number>>
  readonly value: unknown
  readonly commands: readonly string[]
  readonly statuses: readonly string[]
}

/** The outcome of each errand: `done`, `another value`, the reason of an error, or the status of a refusal. */
export type ErrandOutcomes = Readonly<Record<string, string>>

/** Does each errand once. An error does not end the others. */
export async function doErrands(forms: ServiceForms, place: ErrandPlace): Promise<ErrandOutcomes> {
  const { target, counts } = place
  const samples = target.samples!
  const { oauth, integrationToken = '', apiKey = '', dsn = '' } = target.credentials!
  const client = new SpokenClient(
    {
      baseUrl: target.baseUrl,
      fetch: (input, init) => place.fetch(new Request(input, init)),
      credentials: { ...oauth!, token: '', integrationToken, apiKey, dsn },
      dialect: carefulDialect({}),
      sleep: () => Promise.resolve(),
    },
    forms,
  )
  const outcomes: Record<string, string> = {}
  const done = async (errand: string, work: () => Promise<boolean>): Promise<void> => {
    try {
      outcomes[errand] = (await work()) ? 'done' : 'another value'
    } catch (error) {
      outcomes[errand] = errandReason(error)
    }
  }
  const listed = async (ids: Promise<readonly string[]>, count: number) => {
    const found = await ids
    return found.length === count && new Set(found).size === count
  }
  const same = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right)
  await done('get-token', () => client.authenticate().then(() => true))
  await done('list-environments', async () => (await client.listEnvironments()).length > 0)
  await done('walk-products', () => listed(client.walkProducts(samples.catalogId!, {}, 7), counts.products))
  await done('get-configuration', async () =>
    same(await client.configuration(samples.scopeId!, samples.configurationPath!), place.value),
  )
  let made: { id: string; secret: string } | undefined
  const { scopes } = target.personalAccessTokens!
  await done('create-access-token', async () => {
    made = await client.createAccessToken({ name: 'of a client', scopes: scopes!, expiresAt: place.expiry })
    return true
  })
  if (made) {
    const { id, secret } = made
    await done('use-access-token', async () => (await client.listEnvironmentsWith(secret)).length > 0)
    await done('rename-access-token', async () => (await client.renameAccessToken(id, 'renamed')) === 'renamed')
    await done('revoke-access-token', () => client.revokeAccessToken(id).then(() => true))
  }
  await done('prepare-connect', async () => (await client.connectUrl(samples.adapter!)).includes('prepare_state='))
  await done('capabilities', async () =>
    same((await client.capabilities(samples.adapterConnectionId!)).toSorted(), place.commands.toSorted()),
  )
  const { name, validBody } = samples.command!
  await done('invoke', () => client.invoke(samples.adapterConnectionId!, name, validBody).then(() => true))
  await done('list-projects', async () => (await client.listProjects('apiKey')).includes(samples.apiKeyProjectId!))
  await done('walk-groups', () => listed(client.walkGroups(samples.projectId!), counts.groups))
  await done('walk-events', () => listed(client.walkEvents(samples.issueId!), counts.events))
  await done('allowed statuses', async () => {
    const text = JSON.stringify(await client.allowedStatuses(samples.catalogId!))
    return place.statuses.every((status) => text.includes(status))
  })
  const refused = async (errand: string, work: () => Promise<unknown>): Promise<void> => {
    const error: unknown = await work().catch((thrown: unknown) => thrown)
    const status = error instanceof PlatformError ? error.status : undefined
    outcomes[errand] = status === undefined ? errandReason(error) : `refused with ${status}`
  }
  await refused('a token of nobody', () => client.listEnvironmentsWith('of-nobody'))
  await refused('an unknown catalog', () => client.walkProducts(otherId(samples.catalogId!), {}))
  return outcomes
}

/** Why an errand failed, without what differs from service to service: addresses and bodies. */
function errandReason(error: unknown): string {
  if (!(error instanceof PlatformError)) return String(error)
  return error.status === undefined ? error.message : `"status":${error.status}`
}
