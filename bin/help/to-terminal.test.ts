import { stripVTControlCharacters } from 'node:util'
import { expect, it } from 'vitest'
import { createPaint } from '../../conformance/report/paint.ts'
import { type PageLook, toTerminal } from './to-terminal.ts'

const piped: PageLook = { width: 40, paint: createPaint(false), coloured: false, program: 'emulator' }

const page = `# Starting \`it\`

A *page* that **says it** wraps at words, and breaks no \`command --with VALUE\`; see [the
client](client.md#races), [below](#below) and [home](https://a.example).

- the first
  item
- the second

\`\`\`sh
npx emulator start   # a comment that is longer than the width
\`\`\`

<!-- table: options of start -->
| | |
|---|---|
| \`--port N\` | the port, or \`a\\|b\` |
| \`link-*\`, *and* \`rate-*\` | names that need two lines of text |
<!-- end of table -->
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

  \`--port N\`            the port, or
                        \`a|b\`
  \`link-*\`, and \`rate-*\`
                        names that need
                        two lines of
                        text`)
})

it('paints code and headings on a terminal', () => {
  const text = toTerminal(page, { ...piped, paint: createPaint(true), coloured: true })
  expect(text).toContain('\u001b[1mStarting it\u001b[22m')
  expect(text).toContain('and breaks no \u001b[36mcommand --with VALUE\u001b[39m;')
  expect(stripVTControlCharacters(text)).toBe(toTerminal(page, piped).replaceAll('`', ''))
})
