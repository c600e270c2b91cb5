/**
 * The error that `fetch` rejects with when the server closes the connection before it responds: a TypeError with the
 * same cause as in Node. The server and each integration turn it into the error that their own clients would see.
 */
export class ConnectionDropped extends TypeError {
  constructor() {
    super('fetch failed', { cause: Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }) })
  }
}

/** The error that reading a body rejects with when the connection closes before the body is complete. */
export function bodyBrokenOff(): TypeError {
  return new TypeError('terminated', {
    cause: Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' }),
  })
}
