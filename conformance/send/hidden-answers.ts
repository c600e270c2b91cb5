/**
 * Returns true if an error of `fetch` hides an answer 407. The Fetch standard makes it a network error, as it is for a
 * browser and its proxy; Node then gives a cause that says nothing. Every other broken connection names its reason.
 */
export function hidesProxyRefusal(error: unknown): boolean {
  if (!(error instanceof TypeError) || !(error.cause instanceof Error)) return false
  const { message, code }: Error & { readonly code?: string } = error.cause
  return message === '' && code === undefined
}
