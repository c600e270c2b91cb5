import type { Option } from './option-table.ts'

const value = (describe: string): Option => ({ type: 'string', requiresArg: true, describe })
const values = (describe: string): Option => ({ ...value(describe), repeatable: true })
const flag = (describe: string): Option => ({ type: 'boolean', describe })

/** Options that say which service is meant, and how it may be asked. */
export const targetOptions: Readonly<Record<string, Option>> = {
  config: value('FILE (JSON or YAML): what is known of the target; the URL goes before its baseUrl'),
  timeout: value('SECONDS that one request may take (default: 10)'),
}

/** Options of a run of the conformance kit. */
export const conformanceOptions: Readonly<Record<string, Option>> = {
  ...targetOptions,
  only: values('PATTERN: a requirement or check, * for any characters'),
  skip: values('PATTERN: the same, to leave out'),
  'allow-writes': flag('Let checks create, change and delete'),
  rate: value('Requests a second at most'),
  concurrency: value('Requests at once at most (default: 8)'),
  'max-wait': value('SECONDS to wait for Retry-After or an expiry at most (default: 30)'),
  'max-requests': value('Requests at most (default: 2000)'),
  seed: value('Number that the order of the checks follows from (default: 1)'),
  plan: flag('Print what would be sent, and send nothing'),
  baseline: value('FILE of known failures, which do not count'),
  'update-baseline': flag('Write the failures of this run to the baseline'),
  report: values(
    'FORMAT[=FILE]: terminal, json, junit, html, markdown or har; without a file on standard output (default: terminal)',
  ),
  'allow-undecided': flag('Exit with 0 also where something could not be decided'),
  verbose: flag('Print each exchange on standard error, and more in the terminal report'),
}
