import { stripVTControlCharacters } from 'node:util'
import { expect, it } from 'vitest'
import { paintFor } from '../../conformance/report/paint.ts'
import { type PageLook, toTerminal } from './to-terminal.ts'

const piped: PageLook = { width: 40, paint: paintFor(false), coloured: false, program: 'emulator' }
const coloured: PageLook = { ...piped, paint: paintFor(true), coloured: true }

const page = `# Starting \`it\`

A *page* that **says it** wraps at words, and breaks no \`command --with VALUE\`; see [the
client](client.md#races), [below](#below) and [home](https://a.example).

- the first
  item
- the second

\`\`\`sh
npx emulator start   # a comment that is longer than the width
\`\`\`

| option | |
|---|---|
| \`--port N\` | the port, or \`a\\|b\` |
| \`--a-rather-long-option VALUE\` | stands above |
| \`link-*\`, *and* \`rate-*\` | names |
`

it('shows a page without marks of Markdown: wrapped, with code indented and links as text', () => {
  expect(toTerminal(page, piped)).toBe(`Starting it

  A page that says it wraps at words,
  and breaks no \`command --with VALUE\`;
  see the client
  (\`emulator help client\`), below and
  home (https://a.example).

  - the first item
  - the second

      npx emulator start   # a comment that is longer than the width

  option
  --port N
      the port, or \`a|b\`
  --a-rather-long-option VALUE
      stands above
  link-*, and rate-*
      names`)
})

it('aligns the columns of a table where they leave half of the width', () => {
  expect(toTerminal('| a | b |\n|---|---|\n| `x` | one two three |\n', { ...piped, width: 14 })).toBe(
    '  a  b\n  x  one two\n     three',
  )
})

it('paints code and headings on a terminal, and wraps by what is seen', () => {
  const text = toTerminal(page, coloured)
  expect(text).toContain('\u001b[1mStarting it\u001b[22m')
  expect(text).toContain('and breaks no \u001b[36mcommand --with VALUE\u001b[39m;')
  const lines = stripVTControlCharacters(text).split('\n')
  expect(lines.filter((line) => line.length > 40 && !line.includes('# a comment'))).toEqual([])
})
