import { emulatorOptions, type Given } from './option-table.ts'

/**
 * The command and options of a right `start` or `exec`, by Node's own parser. Anything else, help included, is left
 * to yargs (undefined): that takes longer to load than an emulator to be ready.
 */
export function parseQuickly(
  argv: readonly string[],
): { readonly command: 'start' | 'exec'; readonly given: Given } | undefined {
  const end = argv.includes('--') ? argv.indexOf('--') : argv.length
  const options = Object.fromEntries(
    Object.entries(emulatorOptions).map(([name, { type }]) => [name, { type, multiple: true as const }]),
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
      Object.values(values).some((list) => list.includes(''))
    )
      return undefined
    const given = Object.fromEntries(
      Object.entries(values).map(([name, list]) => [name, list.length === 1 ? list[0] : list]),
    )
    return { command, given: end < argv.length ? { ...given, '--': argv.slice(end + 1) } : given }
  } catch {
    return undefined
  }
}
