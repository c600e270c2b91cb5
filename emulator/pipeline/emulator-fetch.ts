/** What takes the place of a client's `fetch`. */
export type EmulatorFetch = (input: Request | string | URL, init?: RequestInit) => Promise<Response>

/**
 * The request that `fetch` would send; a Request alone as it is, whosever class it is of.
 * @throws TypeError as `fetch` rejects, and the reason of a signal that has aborted.
 */
export function toRequest(input: Request | string | URL, init: RequestInit | undefined): Request {
  const request =
    typeof input === 'object' && 'headers' in input && init === undefined ? input : new Request(input, init)
  request.signal.throwIfAborted()
  if (request.bodyUsed)
    throw new TypeError('The body of this request has been read already. Send a clone that was made before.')
  return request
}
