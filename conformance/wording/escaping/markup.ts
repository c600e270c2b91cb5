import { commandMark, escapeLine, escapeLines } from './unseen.ts'

const active = new RegExp(`[&<>"']|${commandMark.source}`, 'g')

const names: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' }

/** A text for elements and attributes of HTML, XML and SVG, in as many lines as it has. */
export function markupLines(text: string): string {
  return escapeLines(text).replaceAll(active, toEntity)
}

/** A text for elements and attributes of HTML, XML and SVG, in one line. */
export function markupLine(text: string): string {
  return escapeLine(text).replaceAll(active, toEntity)
}

/** A character as an entity that HTML and XML know. */
export function toEntity(character: string): string {
  return `&${names[character] ?? `#${character.charCodeAt(0)}`};`
}
