/** The values of one measure, by size. */
export interface Curve {
  readonly name: string
  readonly values: readonly number[]
}

/** The exponent of the power of the size that fits values best, and how that is called. */
export function shapeOf(
  sizes: readonly number[],
  values: readonly number[],
): { readonly exponent: number; readonly shape: string } {
  const points = sizes.map((size, index) => [Math.log(size), Math.log(Math.max(values[index]!, 1e-9))] as const)
  const mean = (axis: 0 | 1): number => points.reduce((sum, point) => sum + point[axis], 0) / points.length
  const [x, y] = [mean(0), mean(1)]
  const slope =
    points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0) /
    points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0)
  return { exponent: slope, shape: nameOf(slope) }
}

/** From 1,000 to 1,000,000 a logarithm doubles, which is a power of 0.1. Below a fifth the noise is larger. */
function nameOf(exponent: number): string {
  if (exponent < 0.2) return 'O(1) or O(log n)'
  return exponent < 0.7 ? 'a constant and O(n)' : 'O(n)'
}

const width = 960
const height = 620
const left = 60
const right = 330
const top = 20
const bottom = 40
const colours = ['#1f6feb', '#d1242f', '#1a7f37', '#9a6700', '#8250df', '#bc4c00', '#0a7b83', '#6e7781', '#bf3989']
const dashes = ['', '6 3', '2 3']

/** Draws curves with logarithmic axes, as SVG. */
export function toChart(sizes: readonly number[], curves: readonly Curve[]): string {
  const all = curves.flatMap(({ values }) => values)
  const [low, high] = [Math.floor(Math.log10(Math.min(...all))), Math.ceil(Math.log10(Math.max(...all)))]
  const [first, last] = [Math.log10(sizes[0]!), Math.log10(sizes.at(-1)!)]
  const x = (size: number): number => left + ((Math.log10(size) - first) / (last - first)) * (width - left - right)
  const y = (value: number): number => top + ((high - Math.log10(value)) / (high - low)) * (height - top - bottom)
  const powers = Array.from({ length: high - low + 1 }, (_, index) => 10 ** (low + index))
  const text = (at: readonly [number, number], content: string, more = ''): string =>
    `<text x="${at[0].toFixed(1)}" y="${at[1].toFixed(1)}" ${more}>${content}</text>`
  const grid = [
    ...powers.map((power) => line([left, y(power)], [width - right, y(power)])),
    ...sizes.map((size) => line([x(size), top], [x(size), height - bottom])),
    ...powers.map((power) => text([left - 6, y(power) + 4], shortPower(power), 'text-anchor="end"')),
    ...sizes.map((size) => text([x(size), height - bottom + 18], size.toLocaleString('en'), 'text-anchor="middle"')),
    text([(left + width - right) / 2, height - 4], 'products', 'text-anchor="middle"'),
  ]
  const legend = height - top - bottom
  const drawn = curves.map(({ name, values }, index) => {
    const stroke = `stroke="${colours[index % colours.length]}"`
    const dash = dashes[Math.floor(index / colours.length) % dashes.length]
    const style = `${stroke} stroke-width="1.8" fill="none"${dash ? ` stroke-dasharray="${dash}"` : ''}`
    const points = values.map((value, place) => `${x(sizes[place]!).toFixed(1)},${y(value).toFixed(1)}`).join(' ')
    const at = top + 8 + (index * legend) / curves.length
    return (
      `<polyline points="${points}" ${style}/><path d="M${width - right + 16} ${at}h26" ${style}/>` +
      text([width - right + 50, at + 4], `${name} (${shapeOf(sizes, values).exponent.toFixed(2)})`)
    )
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    ...grid,
    ...drawn,
    '</svg>\n',
  ].join('\n')
}

function line(from: readonly [number, number], to: readonly [number, number]): string {
  const at = (point: readonly [number, number]): string => point.map((place) => place.toFixed(1)).join(' ')
  return `<path d="M${at(from)}L${at(to)}" stroke="#d8dee4"/>`
}

function shortPower(power: number): string {
  return power >= 1e6 ? `${power / 1e6}M` : power >= 1e3 ? `${power / 1e3}k` : String(power)
}
