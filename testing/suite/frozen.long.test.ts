import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { frozenAnswers } from './frozen-answers.ts'

const shortDigest = (texts: readonly string[]) => createHash('sha256').update(texts.join('')).digest('hex').slice(0, 12)

// A changed hash changes what users' tests see: it needs a reason, and `vitest -u` writes the file again. With
// PLATFORM_FROZEN=DIR the exchanges are kept as files, so that `diff -r` shows what changed between two commits.
it(
  'gives the answers of the suite under 30 combinations of conventions as recorded, byte for byte',
  { timeout: 600_000 },
  async () => {
    const answers = [...(await frozenAnswers(30))]
    const folder = process.env['PLATFORM_FROZEN']
    if (folder !== undefined) {
      mkdirSync(folder, { recursive: true })
      for (const [name, texts] of answers) writeFileSync(join(folder, name.replaceAll('/', '-')), texts.join(''))
    }
    const lines = answers.map(([name, texts]) => `${shortDigest(texts)} ${name}\n`)
    await expect(lines.join('')).toMatchFileSnapshot('frozen-answers.txt')
  },
)
