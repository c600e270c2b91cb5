import { asCalled, calledAs } from './called-as.ts'
import type { Argv } from 'yargs'
import { type ParsedArguments, positional } from './options/option.ts'
import { UsageError } from './usage-error.ts'

/** Gives a command its options and the exit codes of its help. */
type Shaped = (command: Argv, name: string) => Argv

const described = (describe: string) => ({ type: 'string', describe }) as const

/**
 * Registers `conformance` and its subcommands.
 * @param ended Called with the exit code.
 */
export function conformanceCommands(parser: Argv, shaped: Shaped, ended: (code: number) => void): Argv {
  const withUrl = (command: Argv) =>
    command.positional(
      'url',
      described('Base URL of the service (default: PLATFORM_BASE_URL, otherwise a fresh emulator)'),
    )
  return parser
    .command(
      'list',
      'list all requirements',
      (command) => shaped(command, 'conformance list'),
      async () => ended(await list()),
    )
    .command(
      'explain [id]',
      'explain a requirement, its checks and what they need',
      (command) => shaped(command.positional('id', described('ID of a requirement or a check')), 'conformance explain'),
      async (parsed) => ended(await explain(parsed as ParsedArguments)),
    )
    .command(
      'compare [before] [after]',
      'compare the verdicts of two JSON reports',
      (command) =>
        shaped(
          command.positional('before', described('FILE')).positional('after', described('FILE')),
          'conformance compare',
        ),
      async (parsed) =>
        ended(await (await import('./commands/conformance-compare.ts')).compare(parsed as ParsedArguments)),
    )
    .command(
      'verify [directory]',
      'say whether the bundle of a run is whole, and what it proves',
      (command) =>
        shaped(command.positional('directory', described('DIR that --report bundle=DIR wrote')), 'conformance verify'),
      async (parsed) =>
        ended(await (await import('./commands/conformance-verify.ts')).verify(parsed as ParsedArguments)),
    )
    .command(
      'cleanup [url]',
      'delete objects that interrupted runs left behind',
      (command) => shaped(withUrl(command), 'conformance cleanup'),
      async (parsed) =>
        ended(await (await import('./commands/conformance-cleanup.ts')).cleanup(parsed as ParsedArguments)),
    )
    .command(
      '$0 [url]',
      'check the conformance of a service',
      (command) => shaped(withUrl(command), 'conformance'),
      async (parsed) => ended(await (await import('./commands/conformance.ts')).conformance(parsed as ParsedArguments)),
    )
}

/** `emulator conformance list`: prints every requirement, and how many checks it has. */
async function list(): Promise<number> {
  const { checks, report, requirements } = await loadCatalogue()
  process.stdout.write(report.listText(report.listedRequirements(checks, requirements)))
  return 0
}

/** `emulator conformance explain ID`: prints a requirement, its clause and its checks. */
async function explain(parsed: ParsedArguments): Promise<number> {
  const id = positional(parsed, 'id')
  if (id === undefined)
    throw new UsageError(
      `explain needs the id of a requirement or a check; ${calledAs(process.env)} conformance list prints them all.`,
    )
  const { checks, report, requirements } = await loadCatalogue()
  const text = report.explanationText(report.explain(id, checks, requirements))
  process.stdout.write(asCalled(text, process.env))
  return 0
}

async function loadCatalogue() {
  const [{ checks }, report, { requirements }] = await Promise.all([
    import('../conformance/checks/checks.ts'),
    import('../conformance/report/explain.ts'),
    import('../conformance/catalogue/requirements.ts'),
  ])
  return { checks, report, requirements }
}
