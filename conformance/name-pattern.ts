/** Matches the names that a pattern stands for: `*` is any text. */
export function namePattern(pattern: string): RegExp {
  const parts = pattern.split('*').map((part) => part.replaceAll(/[.+?^${}()|[\]\\/=-]/g, String.raw`\$&`))
  return new RegExp(`^${parts.join('.*')}$`)
}
