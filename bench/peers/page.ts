import { createEmulator } from '../../emulator/create-emulator.ts'

/** The answer that every compared server gives, and the data for those that can filter. */
export interface PageOfProducts {
  readonly path: string
  readonly query: string
  readonly token: string
  readonly products: readonly Readonly<Record<string, unknown>>[]
  readonly answer: { readonly data: readonly unknown[]; readonly has_more: boolean }
}

/** The number of products in the collection. */
export const scale = 1000

/** The first page of 20 products of one brand and status, as the emulator answers it. */
export async function pageOfProducts(): Promise<PageOfProducts> {
  const emulator = createEmulator({ scale })
  const catalog = emulator.samples.catalogId!
  const { token } = emulator.credentials
  const path = `/1.13/pulse/catalogs/${catalog}/products`
  const query = 'limit=20&brand=Acme&status=active'
  const request = new Request(`http://localhost${path}?${query}`, { headers: { authorization: `Bearer ${token}` } })
  const answer = (await (await emulator.fetch(request)).json()) as PageOfProducts['answer']
  if (answer.data.length !== 20) throw new Error(`Expected a page of 20 products; got ${answer.data.length}.`)
  const products = emulator.worlds.default.collection('catalog_products').all({ where: { catalog_id: catalog } })
  return { path, query, token, products: products.map((record) => ({ ...record })).toReversed(), answer }
}
