import { execOptions } from './case-option.ts'
import type { ParsedArguments } from './option.ts'

/**
 * Parses a valid `start` or `exec` with Node's own parser. Returns undefined for everything else, including help, which
 * yargs handles. Loading yargs takes longer than starting an emulator.
 */
export function parseQuickly(
  argv: readonly string[],
): { readonly command: 'start' | 'exec'; readonly parsed: ParsedArguments } | undefined {
  const end = argv.includes('--') ? argv.indexOf('--') : argv.length
  const options = Object.fromEntries(
    Object.entries(execOptions).map(([name, { type }]) => [name, { type, multiple: true as const }]),
  )
  try {
    const { values, positionals } = process
      .getBuiltinModule('node:util')
      .parseArgs({ args: argv.slice(0, end), options, allowPositionals: true }) as {
      values: Record<string, (string | boolean)[]>
      positionals: string[]
    }
    const [command = 'start', ...more] = positionals
    if (
      (command !== 'start' && command !== 'exec') ||
      more.length > 0 ||
      (command === 'start' && (end < argv.length - 1 || values['case'] !== undefined)) ||
      Object.values(values).some((list) => list.includes(''))
    )
      return undefined
    const parsed = Object.fromEntries(
      Object.entries(values).map(([name, list]) => [name, list.length === 1 ? list[0] : list]),
    )
    return { command, parsed: end < argv.length ? { ...parsed, '--': argv.slice(end + 1) } : parsed }
  } catch {
    return undefined
  }
}
