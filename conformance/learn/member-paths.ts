// The paths of members: names with dots between them, `[]` for the items of an array and `{}` for the members of a map.

/** A name as a step of a path. A name may contain any character, including the separators of steps. */
export function pathStep(name: string): string {
  return /^[\w-]{1,100}$/.test(name) ? name : JSON.stringify(name.slice(0, 100))
}

/** The steps of a path. */
export function pathSteps(path: string): readonly string[] {
  const steps = path.match(/"(?:[^"\\]|\\.)*"|\[\]|\{\}|[^.[\]{}"]+/g) ?? []
  return steps.map((step) => (step.startsWith('"') ? (JSON.parse(step) as string) : step))
}

/** The path without its last step; undefined for the whole body. */
export function parentPath(path: string): string | undefined {
  if (path === '') return undefined
  if (path.endsWith('[]')) return path.slice(0, -2)
  // A name in quotes may contain dots.
  const name = /(?:^|\.)(?:"(?:[^"\\]|\\.)*"|[^."[\]]*)$/.exec(path)
  return name === null ? '' : path.slice(0, name.index)
}
