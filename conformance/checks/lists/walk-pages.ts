/** Pages that were walked, with what ended the walk. */
export type PageWalk<Page, End> = End & { readonly pages: readonly Page[]; readonly ids: readonly string[] }

/**
 * Walks the pages of a list, of either generation of paths, until a step gives an end instead of a page.
 * @param step Asks for the page behind those that were walked. The records that are fresh are those of the last of
 *   them that no page before it has.
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
