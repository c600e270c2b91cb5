/** The walked pages and the end of the walk. */
export type PageWalk<Page, End> = End & { readonly pages: readonly Page[]; readonly ids: readonly string[] }

/**
 * Walks the pages of a list of either API until a step returns an end instead of a page.
 * @param step Requests the page after the walked ones. `fresh` has the records of the last page that are on no earlier
 * page.
 */
export async function walkPages<Page extends { readonly ids: readonly string[] }, End extends object>(
  step: (walked: readonly Page[], fresh: readonly string[]) => Promise<Page | End>,
): Promise<PageWalk<Page, End>> {
  const pages: Page[] = []
  const seen = new Set<string>()
  let fresh: readonly string[] = []
  for (;;) {
    const next = await step(pages, fresh)
    if (!('ids' in next)) return { ...next, pages, ids: pages.flatMap(({ ids }) => ids) }
    fresh = next.ids.filter((id) => id !== '' && !seen.has(id))
    for (const id of fresh) seen.add(id)
    pages.push(next)
  }
}
