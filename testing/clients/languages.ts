// The careful clients in Python and shell, driven by the command line as somebody would do it.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Conventions } from '../../emulator/model/contract/conventions.ts'
import { runToEnd } from '../run-cli.ts'
import { carefulDialect } from './careful/dialect.ts'

/** A careful client in another language. */
export interface LanguageClient {
  readonly language: string
  /** The Debian package of each program that it needs, by the name of the program. */
  readonly programs: Readonly<Record<string, string>>
  readonly command: () => readonly string[]
  readonly jobs: number
}

const languagePath = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** Every careful client in another language than ours. */
export const languageClients: readonly LanguageClient[] = [
  {
    language: 'Python',
    programs: { python3: 'python3' },
    // It needs no packages of a site, and starts in two thirds of the time without them.
    command: () => [interpreter(), '-S', '-E', languagePath('python/driver.py')],
    jobs: 2,
  },
  {
    language: 'shell',
    programs: { curl: 'curl', jq: 'jq' },
    command: () => ['sh', languagePath('shell/driver.sh')],
    // It waits more than it computes, because curl counts in whole seconds.
    jobs: 4,
  },
]

/** The interpreter itself: `python3` may be a script of a version manager, which takes longer than a whole task. */
function interpreter(): string {
  const found = spawnSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' })
  return found.stdout.trim() || 'python3'
}

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

/** The verdict of the judge on a client. */
export interface Driven {
  readonly code: number | string
  readonly conformant: boolean | null
  /** The number of checks that passed. */
  readonly passed: number
  /** One line for each failure, advice, blocked check and fault of the judge. */
  readonly bad: readonly string[]
}

/** Drives a client under conventions that its dialect describes. @param options More options of the command. */
export async function driveLanguage(
  { command, jobs }: LanguageClient,
  conventions: Partial<Conventions>,
  ...options: readonly string[]
): Promise<Driven> {
  const directory = mkdtempSync(join(tmpdir(), 'client-languages-'))
  try {
    const [file, report] = ['conventions.json', 'report.json'].map((name) => join(directory, name))
    writeFileSync(file!, JSON.stringify(conventions))
    const passed = ['--jobs', `${jobs}`, '--conventions', file!, '--report', `json=${report}`, ...options]
    const env = { ...process.env, PLATFORM_DIALECT: JSON.stringify(carefulDialect(conventions)) }
    const { code } = await runToEnd(['client', '--driver', ...passed, '--', ...command()], { env })
    const { conformant, results } = JSON.parse(readFileSync(report!, 'utf8')) as Report
    return {
      code,
      conformant,
      passed: results.filter(({ verdict }) => verdict === 'pass').length,
      bad: results
        .filter(({ verdict }) => ['fail', 'advice', 'error', 'blocked'].includes(verdict))
        .map(({ check, verdict, task, scenario, message }) => `${check} ${verdict} ${task} ${scenario}: ${message}`),
    }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}
