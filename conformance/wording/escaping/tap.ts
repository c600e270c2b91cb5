import { seenLine } from './unseen.ts'

/** A text as the description of a test point or the reason of a directive: there a number sign begins a directive. */
export function tapDescription(text: string): string {
  return seenLine(text).replaceAll(/[\\#]/g, String.raw`\$&`)
}
