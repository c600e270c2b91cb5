/** A value of a chart, with its name. */
export interface Bar {
  readonly name: string
  readonly value: number
}

const [width, left, right, rowHeight, top] = [620, 160, 70, 24, 44]

/** Draws values of one unit as an SVG bar chart from zero, the largest first, with names and values. */
export function toBars(title: string, bars: readonly Bar[]): string {
  const sorted = bars.toSorted((first, second) => second.value - first.value)
  const most = Math.max(...bars.map(({ value }) => value))
  const height = top + sorted.length * rowHeight + 8
  const rows = sorted.map(({ name, value }, index) => {
    const y = top + index * rowHeight
    const length = (value / most) * (width - left - right)
    const fill = name === 'this emulator' ? '#1f5fbf' : '#b6c2cf'
    return [
      `<text x="${left - 10}" y="${y + 14}" text-anchor="end">${name}</text>`,
      `<rect x="${left}" y="${y + 3}" width="${length.toFixed(1)}" height="15" fill="${fill}"/>`,
      `<text x="${(left + length + 6).toFixed(1)}" y="${y + 14}">${value.toLocaleString('en')}</text>`,
    ].join('')
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    `<text x="16" y="24" font-weight="600">${title}</text>`,
    ...rows,
    '</svg>\n',
  ].join('\n')
}
