// A walk with the functions of orval's fetch client.
import { accessTokensCreate, catalogsRetrieve, productsList } from './client'
import type { WalkInput, WalkObservations } from './walked.ts'

export async function walk({ token, catalogId, brand, expiresAt }: WalkInput): Promise<WalkObservations> {
  const options = { headers: { authorization: `Bearer ${token}` } }
  const ids: string[] = []
  let more = true
  while (more) {
    const answer = await productsList(catalogId, { limit: 7, starting_after: ids.at(-1) }, options)
    if (answer.status !== 200) throw new Error(answer.data.error.message)
    ids.push(...answer.data.data.map(({ id }) => id))
    more = answer.data.has_more ?? false
  }
  const filtered = await productsList(catalogId, { limit: 100, status: 'active', brand }, options)
  const created = await accessTokensCreate(
    { name: 'By orval', scopes: ['projects:read'], expires_at: expiresAt },
    options,
  )
  if (filtered.status !== 200 || created.status !== 201) throw new Error(`${filtered.status} ${created.status}`)
  const failures: WalkObservations['failures'][number][] = []
  for (const failed of [
    await productsList(catalogId, { starting_after: 'short' }, options),
    await catalogsRetrieve('0'.repeat(27), options),
  ]) {
    if (failed.status === 200) throw new Error('A wrong request was answered.')
    failures.push([failed.status, failed.data.error.code, failed.data.error.details.map(({ at }) => at)])
  }
  return {
    ids,
    filtered: filtered.data.data.map(({ id }) => id),
    created: { name: created.data.name, scopes: created.data.scopes, secret: created.data.token },
    failures,
  }
}
