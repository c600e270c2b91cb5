// The careful clients in Python and shell, as somebody would drive them: by the command line.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import type { Conventions } from '../../emulator/contract/conventions.ts'
import { installDebian } from '../debian.ts'
import { runToEnd } from '../run-cli.ts'
import { combinations } from '../selftest/undecided.ts'
import { dialectOf } from './careful/dialect.ts'

const directory = mkdtempSync(join(tmpdir(), 'client-languages-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))

const clients = [
  { language: 'Python', command: ['python3', pathOf('python/driver.py')], programs: { python3: 'python3' }, jobs: 2 },
  // It waits more than it computes, because curl counts in whole seconds.
  { language: 'shell', command: ['sh', pathOf('shell/driver.sh')], programs: { curl: 'curl', jq: 'jq' }, jobs: 4 },
] as const

interface Report {
  readonly conformant: boolean | null
  readonly results: readonly {
    readonly check: string
    readonly verdict: string
    readonly task: string | null
    readonly scenario: string | null
    readonly message: string
  }[]
}

/** Drives a client under conventions, of which its dialect tells it. */
async function drive(
  { command, jobs, language }: (typeof clients)[number],
  conventions: Partial<Conventions>,
  ...options: readonly string[]
) {
  const [file, report] = ['conventions', 'report'].map((name) => join(directory, `${language}.${name}.json`))
  writeFileSync(file!, JSON.stringify(conventions))
  const given = ['--jobs', `${jobs}`, '--conventions', file!, '--report', `json=${report}`, ...options]
  const env = { ...process.env, PLATFORM_DIALECT: JSON.stringify(dialectOf(conventions)) }
  const { code, stderr } = await runToEnd(['client', '--driver', ...given, '--', ...command], { env })
  const { conformant, results } = JSON.parse(readFileSync(report!, 'utf8')) as Report
  const bad = results.filter(({ verdict }) => ['fail', 'advice', 'error', 'blocked'].includes(verdict))
  return {
    code,
    conformant,
    stderr,
    passed: results.filter(({ verdict }) => verdict === 'pass').length,
    bad: bad.map(
      ({ check, verdict, task, scenario, message }) => `${check} ${verdict} ${task} ${scenario}: ${message}`,
    ),
  }
}

/** Combinations in which each shape comes that a client must know. The shell starts many programs, so it gets half. */
const others = [2, 5, 7, 1].map((index) => [index + 1, combinations[index]!] as const)
const othersOf = { Python: others, shell: others.slice(0, 2) }

for (const client of clients) {
  const missing = installDebian(client.programs)
  describe.skipIf(missing !== undefined)(
    `the careful client in ${client.language}${missing ? ` (${missing})` : ''}`,
    () => {
      it('keeps everything, in every task and scenario', { timeout: 240_000 }, async () => {
        const began = performance.now()
        const ended = await drive(client, {})
        const seconds = Math.round((performance.now() - began) / 1000)
        console.log(`${client.language}: all tasks and scenarios took ${seconds} s with --jobs ${client.jobs}.`)
        expect(ended).toMatchObject({ bad: [], code: 0, conformant: true })
      })

      it.each(othersOf[client.language])(
        'has no fault under convention combination %d',
        { timeout: 120_000 },
        async (_number, conventions) => {
          const ended = await drive(client, conventions, '--scenario', 'plain', '--allow-undecided')
          expect(ended).toMatchObject({ bad: [], code: 0 })
          expect(ended.passed).toBeGreaterThan(0)
        },
      )
    },
  )
}
