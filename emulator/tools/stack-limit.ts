/** The part of V8's Error that decides how many frames a stack trace has. */
const frames = Error as { stackTraceLimit?: number }

/**
 * Sets how many frames the next errors record, and returns the number so far, to be set again. The ten
 * frames that V8 records by default take a quarter of the time of an answer with an error.
 */
export function limitFrames(most: number | undefined): number | undefined {
  const before = frames.stackTraceLimit
  // Other engines know no limit, and frozen intrinsics allow no other.
  if (before !== undefined && before !== most) Reflect.set(frames, 'stackTraceLimit', most)
  return before
}
