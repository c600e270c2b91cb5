/** Returns true if one of some texts, or several that follow each other, has what a person looks for in any case. */
export function matches(search: string, ...texts: readonly string[]): boolean {
  return texts.join(' ').toLowerCase().includes(search.toLowerCase())
}
