import type { Fault } from '../../disturb/faults/fault.ts'

/** A thing that goes wrong, by one click. */
export interface FaultTile {
  readonly title: string
  /** The effect, in a sentence. */
  readonly sentence: string
  readonly fault: Fault
}

/** Tiles that belong together. */
interface TileGroup {
  readonly title: string
  readonly tiles: readonly FaultTile[]
}

const gateway = '<html><h1>502 Bad Gateway</h1></html>'

/** The faults that people want most. The form below them knows every other. */
export const tileGroups: readonly TileGroup[] = [
  {
    title: 'Another answer',
    tiles: [
      {
        title: 'Unavailable',
        sentence: 'The answer is 503 with Retry-After: 1. Nothing is done.',
        fault: { status: 503, retryAfter: 1 },
      },
      {
        title: 'Rate limited',
        sentence: 'The answer is 429 with Retry-After: 1. Nothing is done.',
        fault: { status: 429, retryAfter: 1 },
      },
      { title: 'Server error', sentence: 'The answer is 500 with an error body of the API.', fault: { status: 500 } },
      {
        title: 'Gateway page',
        sentence: 'The answer is 502, and its body is the HTML of a gateway.',
        fault: { status: 502, body: gateway },
      },
      { title: 'Refused', sentence: 'The answer is 401, though the credentials are right.', fault: { status: 401 } },
      { title: 'Forbidden', sentence: 'The answer is 403, whatever the scopes allow.', fault: { status: 403 } },
      { title: 'Not found', sentence: 'The answer is 404, though the record exists.', fault: { status: 404 } },
      { title: 'Not JSON', sentence: 'The body is complete, but no JSON.', fault: { breakJson: true } },
    ],
  },
  {
    title: 'A bad connection',
    tiles: [
      { title: 'Slow', sentence: 'The right answer comes after 5 seconds.', fault: { delay: '5s' } },
      {
        title: 'Dropped before',
        sentence: 'The connection closes before anything is done.',
        fault: { drop: 'before' },
      },
      {
        title: 'Dropped after',
        sentence: 'Everything is done, but the connection closes without an answer.',
        fault: { drop: 'after' },
      },
      { title: 'Cut short', sentence: 'The connection closes in the middle of the body.', fault: { truncate: true } },
      {
        title: 'Dripping',
        sentence: 'The body comes in pieces of 64 bytes, a quarter of a second apart.',
        fault: { drip: { bytes: 64, interval: 250 } },
      },
    ],
  },
]
