/** The address of a path of the API as the client reaches it: below the base path, and in the world of the request. */
export function linkAddress({ baseUrl }: { readonly baseUrl: string }, path: string): string {
  return `${baseUrl}${path}`
}

/** Such an address without its origin. */
export function linkPath(context: { readonly baseUrl: string }, path: string): string {
  return linkAddress(context, path).replace(/^\w+:\/\/[^/]*/, '')
}
