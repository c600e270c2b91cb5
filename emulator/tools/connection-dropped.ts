/**
 * What `fetch` rejects with when the server ends the connection before it answers: a TypeError with the cause that
 * Node gives it. Whatever carries the emulator's answers turns it into what its own clients would see.
 */
export class ConnectionDropped extends TypeError {
  constructor() {
    super('fetch failed', { cause: Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }) })
  }
}

/** What reading a body rejects with when the connection ends in the middle of it. */
export function bodyBrokenOff(): TypeError {
  return new TypeError('terminated', {
    cause: Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' }),
  })
}
