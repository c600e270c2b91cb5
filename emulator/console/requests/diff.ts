// The difference of two texts, line by line.

/** A line of either text, or of both. */
export interface DiffLine {
  readonly sign: ' ' | '-' | '+'
  readonly text: string
}

/** Longer texts are shown as all removed and all added: the table of a comparison grows with both. */
const mostLines = 1500

/** Compares two texts: the lines of both in order, with the differing lines marked. */
export function diffLines(before: string, after: string): readonly DiffLine[] {
  const [left, right] = [before.split('\n'), after.split('\n')]
  if (left.length > mostLines || right.length > mostLines)
    return [
      ...left.map((text) => ({ sign: '-' as const, text })),
      ...right.map((text) => ({ sign: '+' as const, text })),
    ]
  const width = right.length + 1
  /** The number of common lines after each pair of positions. */
  const common = new Uint16Array((left.length + 1) * width)
  for (let from = left.length - 1; from >= 0; from--)
    for (let to = right.length - 1; to >= 0; to--)
      common[from * width + to] =
        left[from] === right[to]
          ? common[(from + 1) * width + to + 1]! + 1
          : Math.max(common[(from + 1) * width + to]!, common[from * width + to + 1]!)
  const lines: DiffLine[] = []
  let [from, to] = [0, 0]
  while (from < left.length || to < right.length) {
    if (from < left.length && to < right.length && left[from] === right[to]) {
      lines.push({ sign: ' ', text: left[from]! })
      from++
      to++
    } else if (
      to >= right.length ||
      (from < left.length && common[(from + 1) * width + to]! >= common[from * width + to + 1]!)
    )
      lines.push({ sign: '-', text: left[from++]! })
    else lines.push({ sign: '+', text: right[to++]! })
  }
  return lines
}

/** The lines around changes; undefined marks omitted lines. */
export function aroundChanges(lines: readonly DiffLine[], context = 2): readonly (DiffLine | undefined)[] {
  const isNear = (index: number) =>
    lines.slice(Math.max(0, index - context), index + context + 1).some(({ sign }) => sign !== ' ')
  const around: (DiffLine | undefined)[] = []
  for (const [index, line] of lines.entries()) {
    if (isNear(index)) around.push(line)
    else if (around.at(-1) !== undefined || around.length === 0) around.push(undefined)
  }
  return around
}
