/** The `fetch` of an emulator, which replaces the `fetch` of a client. */
export type EmulatorFetch = (input: Request | string | URL, init?: RequestInit) => Promise<Response>

/**
 * Makes the request that `fetch` would send. A Request without options is used as it is, whatever its class.
 * @throws TypeError as `fetch` does; the reason of a signal that has aborted.
 */
export function toRequest(input: Request | string | URL, init: RequestInit | undefined): Request {
  const request =
    typeof input === 'object' && 'headers' in input && init === undefined ? input : new Request(input, init)
  request.signal.throwIfAborted()
  if (request.bodyUsed) throw new TypeError('The body of this request has already been read. Send a clone made before.')
  return request
}
