/** The part of a target's address after the base URL; undefined for any other address. */
export function relativePath(baseUrl: string, url: string): string | undefined {
  const [base, address] = [new URL(baseUrl), new URL(url)]
  const before = base.pathname === '/' ? '' : base.pathname
  return address.origin === base.origin && address.pathname.startsWith(`${before}/`)
    ? address.pathname.slice(before.length)
    : undefined
}
