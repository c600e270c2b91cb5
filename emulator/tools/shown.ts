/** A path for a message, cut at 200 characters. */
export function shownPath(path: string): string {
  return path.length > 200 ? `${path.slice(0, 200)}…` : path
}

/** A value for a message: on one line, cut at 80 characters. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 80 ? `${text.slice(0, 77)}…` : text
}
