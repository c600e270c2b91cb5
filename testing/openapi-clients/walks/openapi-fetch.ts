// A walk with openapi-fetch and the types of openapi-typescript.
import createClient from 'openapi-fetch'
import type { paths } from './schema.ts'
import type { WalkInput, WalkObservations } from './walked.ts'

const products = '/1.13/pulse/catalogs/{catalog_id}/products'

export async function walk({ baseUrl, token, catalogId, brand, expiresAt }: WalkInput): Promise<WalkObservations> {
  const client = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${token}` } })
  const ids: string[] = []
  let more = true
  while (more) {
    const { data, error } = await client.GET(products, {
      params: { path: { catalog_id: catalogId }, query: { limit: 7, starting_after: ids.at(-1) } },
    })
    if (!data) throw new Error(error.error.message)
    ids.push(...data.data.map(({ id }) => id))
    more = data.has_more ?? false
  }
  const filtered = await client.GET(products, {
    params: { path: { catalog_id: catalogId }, query: { limit: 100, status: 'active', brand } },
  })
  const created = await client.POST('/access-tokens', {
    body: { name: 'By openapi-fetch', scopes: ['projects:read'], expires_at: expiresAt },
  })
  const failed = [
    await client.GET(products, { params: { path: { catalog_id: catalogId }, query: { starting_after: 'short' } } }),
    await client.GET('/1.13/catalogs/{catalog_id}', { params: { path: { catalog_id: '0'.repeat(27) } } }),
  ]
  return {
    ids,
    filtered: filtered.data!.data.map(({ id }) => id),
    created: { name: created.data!.name, scopes: created.data!.scopes, secret: created.data!.token },
    failures: failed.map(({ error, response }) => [
      response.status,
      error!.error.code,
      error!.error.details.map(({ at }) => at),
    ]),
  }
}
