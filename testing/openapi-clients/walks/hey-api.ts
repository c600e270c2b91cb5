// A walk with the client of @hey-api/openapi-ts.
import { accessTokensCreate, catalogsRetrieve, productsList } from './client/index.ts'
import { client } from './client/client.gen.ts'
import type { WalkInput, WalkObservations } from './walked.ts'

export async function walk({ baseUrl, token, catalogId, brand, expiresAt }: WalkInput): Promise<WalkObservations> {
  client.setConfig({ baseUrl, auth: token })
  const path = { catalog_id: catalogId }
  const ids: string[] = []
  let more = true
  while (more) {
    const { data, error } = await productsList({ path, query: { limit: 7, starting_after: ids.at(-1) } })
    if (!data) throw new Error(error.error.message)
    ids.push(...data.data.map(({ id }) => id))
    more = data.has_more ?? false
  }
  const filtered = await productsList({ path, query: { limit: 100, status: 'active', brand } })
  const created = await accessTokensCreate({
    body: { name: 'By hey-api', scopes: ['projects:read'], expires_at: expiresAt },
  })
  const failed = [
    await productsList({ path, query: { starting_after: 'short' } }),
    await catalogsRetrieve({ path: { catalog_id: '0'.repeat(27) } }),
  ]
  return {
    ids,
    filtered: filtered.data!.data.map(({ id }) => id),
    created: { name: created.data!.name, scopes: created.data!.scopes, secret: created.data!.token },
    failures: failed.map(({ error, response }) => [
      response!.status,
      error!.error.code,
      error!.error.details.map(({ at }) => at),
    ]),
  }
}
