import { commandMark, unseen } from './unseen.ts'

/** Unseen characters besides the line breaks between members: in texts, JSON has none. */
const unseenInLine = new RegExp(String.raw`(?!\n)${unseen.source}`, unseen.flags)

/**
 * A value as JSON for a file or the output of a job. Unseen characters are escaped, so the value stays the same.
 * @param space Blanks for each level. Default: one line.
 */
export function toJson(value: unknown, space?: number): string {
  return JSON.stringify(value, undefined, space)
    .replaceAll(unseenInLine, jsonEscape)
    .replaceAll(commandMark, jsonEscape)
}

/** Each UTF-16 unit of a character as an escape. */
function jsonEscape(character: string): string {
  return character.replaceAll(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
