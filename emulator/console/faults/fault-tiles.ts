import type { Fault } from '../../disturb/faults/fault.ts'

/** A fault that is added by one click. */
export interface FaultTile {
  /** The label if there is no room for the title. */
  readonly short: string
  readonly title: string
  /** The effect, in a sentence. */
  readonly sentence: string
  readonly fault: Fault
}

const faultTile = (short: string, title: string, sentence: string, fault: Fault): FaultTile => ({
  short,
  title,
  sentence,
  fault,
})

/** The most common faults, in groups. A form has all others. */
export const tileGroups: Readonly<Record<string, readonly FaultTile[]>> = {
  'Another answer': [
    faultTile('500', 'Server error', 'The answer is 500 with an error body of the API.', { status: 500 }),
    faultTile('503', 'Unavailable', 'The answer is 503 with Retry-After: 1. Nothing is done.', {
      status: 503,
      retryAfter: 1,
    }),
    faultTile('429', 'Rate limited', 'The answer is 429 with Retry-After: 1. Nothing is done.', {
      status: 429,
      retryAfter: 1,
    }),
    faultTile('401', 'Refused', 'The answer is 401, though the credentials are right.', { status: 401 }),
    faultTile('403', 'Forbidden', 'The answer is 403, whatever the scopes allow.', { status: 403 }),
    faultTile('404', 'Not found', 'The answer is 404, though the record exists.', { status: 404 }),
    faultTile('502 HTML', 'Gateway page', 'The answer is 502, and its body is the HTML of a gateway.', {
      status: 502,
      body: '<html><h1>502 Bad Gateway</h1></html>',
    }),
    faultTile('not JSON', 'Not JSON', 'The body is complete but is not JSON.', { breakJson: true }),
  ],
  'A bad connection': [
    faultTile('slow', 'Slow', 'The right answer is sent after 5 seconds.', { delay: '5s' }),
    faultTile('no answer', 'Dropped before', 'The connection closes before anything is done.', { drop: 'before' }),
    faultTile('lost answer', 'Dropped after', 'Everything is done, but the connection closes without an answer.', {
      drop: 'after',
    }),
    faultTile('half', 'Cut short', 'The connection closes in the middle of the body.', { truncate: true }),
    faultTile('dripping', 'Dripping', 'The body is sent in pieces of 64 bytes, a quarter of a second apart.', {
      drip: { bytes: 64, interval: 250 },
    }),
  ],
}
