// The common parts of the drivers of clients from the registry.
import type { ClientDriver } from '../../../bin/judges/client/driver.ts'
import type { Tools } from '../../openapi-clients/tools.ts'

/** A client from the registry, in one way of using it. */
export interface RealClient {
  readonly name: string
  readonly driver: (tools: Tools) => Promise<ClientDriver>
}

// The libraries are installed by the test, so their types are not at hand.
export type Any = any

type ListedRecords = readonly { readonly id: string }[]

/** The ids of a list. */
export function toIdsValue({ data }: { readonly data: ListedRecords }): { ids: readonly string[] } {
  return { ids: data.map(({ id }) => id) }
}

/** The commands of a connection. */
export function commandNames({ commands }: { readonly commands: readonly { readonly name: string }[] }): {
  commands: readonly string[]
} {
  return { commands: commands.map(({ name }) => name) }
}

/** Walks by id cursors, with the library's own way to get a page. */
export async function walkByCursors(
  get: (cursor: string | undefined) => Promise<{ readonly data: ListedRecords; readonly has_more: boolean }>,
): Promise<{ ids: readonly string[] }> {
  const ids: string[] = []
  for (let more = true; more;) {
    const page = await get(ids.at(-1))
    ids.push(...toIdsValue(page).ids)
    more = page.has_more
  }
  return { ids }
}

/** The path of the products of a catalog below the base URL. */
export const relativeProductsPath = (catalogId: string): string => `1.13/pulse/catalogs/${catalogId}/products`

/** The page where a browser connects an adapter. */
export function connectUrl(baseUrl: string, adapter: string, state: string): { url: string } {
  return { url: `${baseUrl}/app/${adapter}/connect?${new URLSearchParams({ prepare_state: state })}` }
}
