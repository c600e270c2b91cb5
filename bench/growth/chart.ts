/** The values of one measure, by size. */
export interface Curve {
  readonly name: string
  readonly values: readonly number[]
}

/** The exponent of the power of the size that fits the values best, and its name. */
export function fitGrowth(
  sizes: readonly number[],
  values: readonly number[],
): { readonly exponent: number; readonly shape: string } {
  const points = sizes.map((size, index) => [Math.log(size), Math.log(Math.max(values[index]!, 1e-9))] as const)
  const mean = (axis: 0 | 1): number => points.reduce((sum, point) => sum + point[axis], 0) / points.length
  const [x, y] = [mean(0), mean(1)]
  const slope =
    points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0) /
    points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0)
  return { exponent: slope, shape: growthName(slope) }
}

/** From 1,000 to 1,000,000 a logarithm doubles, which is a power of 0.1. Below 0.2, noise dominates. */
function growthName(exponent: number): string {
  if (exponent < 0.2) return 'O(1) or O(log n)'
  return exponent < 0.7 ? 'a constant and O(n)' : 'O(n)'
}

/** The unit of a measure, from the end of its name. Default: microseconds. */
function measureUnit(name: string): readonly [title: string, unit: string] {
  const [, title, unit] = /^(.*), (ms|MB|bytes)$/.exec(name) ?? []
  return title === undefined ? [name, 'µs'] : [title, unit!]
}

const cell = { width: 300, height: 170 } as const
const perRow = 3
const plot = { left: 16, right: 16, top: 62, bottom: 30 } as const

/**
 * Draws a small chart for each measure, as one SVG. Each chart has one unit, a logarithmic axis of at least two powers
 * of ten, and labels for its first and last values.
 */
export function toCharts(sizes: readonly number[], curves: readonly Curve[]): string {
  const [width, height] = [perRow * cell.width, Math.ceil(curves.length / perRow) * cell.height]
  const charts = curves.map((curve, index) => {
    const [x, y] = [(index % perRow) * cell.width, Math.floor(index / perRow) * cell.height]
    return `<g transform="translate(${x} ${y})">${chart(sizes, curve)}</g>`
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    ...charts,
    '</svg>\n',
  ].join('\n')
}

function chart(sizes: readonly number[], { name, values }: Curve): string {
  const [title, unit] = measureUnit(name)
  const [first, last] = [Math.log10(sizes[0]!), Math.log10(sizes.at(-1)!)]
  const logs = values.map((value) => Math.log10(Math.max(value, 1e-9)))
  // An axis has at least two powers of ten, so that a flat line looks flat.
  const middle = (Math.min(...logs) + Math.max(...logs)) / 2
  const half = Math.max(1, (Math.max(...logs) - Math.min(...logs)) / 2)
  const x = (size: number) =>
    plot.left + ((Math.log10(size) - first) / (last - first)) * (cell.width - plot.left - plot.right)
  const y = (log: number) => plot.top + ((middle + half - log) / (2 * half)) * (cell.height - plot.top - plot.bottom)
  const points = logs.map((log, place) => [x(sizes[place]!), y(log)] as const)
  const bottom = cell.height - plot.bottom
  const path = points.map(([left, top]) => `${left.toFixed(1)},${top.toFixed(1)}`).join(' ')
  const [start, end] = [points[0]!, points.at(-1)!]
  return [
    svgText([plot.left, 20], title, 'font-weight="600"'),
    svgText([plot.left, 36], `${unit}; ${fitGrowth(sizes, values).shape}`, `fill="${muted}"`),
    ...sizes.map((size) => `<path d="M${x(size).toFixed(1)} ${bottom}v4" stroke="${muted}"/>`),
    `<path d="M${plot.left} ${bottom}H${cell.width - plot.right}" stroke="#d8dee4"/>`,
    `<polyline points="${path}" stroke="${ink}" stroke-width="2" fill="none"/>`,
    ...points.map(([left, top]) => `<circle cx="${left.toFixed(1)}" cy="${top.toFixed(1)}" r="2.5" fill="${ink}"/>`),
    svgText([start[0], start[1] - 7], shortNumber(values[0]!)),
    svgText([end[0], end[1] - 7], shortNumber(values.at(-1)!), 'text-anchor="end"'),
    svgText([plot.left, bottom + 18], `${shortNumber(sizes[0]!)} products`, `fill="${muted}"`),
    svgText([cell.width - plot.right, bottom + 18], shortNumber(sizes.at(-1)!), `fill="${muted}" text-anchor="end"`),
  ].join('')
}

const ink = '#1f5fbf'
const muted = '#566070'

function svgText([x, y]: readonly [number, number], content: string, more = ''): string {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" ${more}>${content}</text>`
}

/** Three digits are enough for a label. */
function shortNumber(value: number): string {
  if (value >= 1e6) return `${Number((value / 1e6).toPrecision(3))} M`
  if (value >= 1e4) return `${Number((value / 1e3).toPrecision(3))} k`
  return Number(value.toPrecision(3)).toLocaleString('en')
}
