/** A path as a message shows it: not too long. */
export function shownPath(path: string): string {
  return path.length > 200 ? `${path.slice(0, 200)}…` : path
}

/** A value as a message shows it: on one line and not too long. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 80 ? `${text.slice(0, 77)}…` : text
}
