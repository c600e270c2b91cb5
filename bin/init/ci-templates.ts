// CI jobs that check a service, or judge a client by its driver.
import { credentialVariables } from '../credential-variables.ts'
import type { DriverLanguage } from './drivers/drivers.ts'
import type { InitFile } from './first-tests.ts'
import type { CiService } from './surroundings.ts'

/** The tasks of a job. */
export interface CiWork {
  /** True if the job checks the service of target.yaml. */
  readonly checksService: boolean
  /** The address of the service if it is a loopback address, which means that the job has to start it. */
  readonly localUrl?: string | undefined
  /** The command line that judges the client; undefined if the tests do. */
  readonly judgesClient: string | undefined
  /** The language of that client. */
  readonly language?: DriverLanguage | undefined
}

/** The Debian packages that a client needs in addition to the image of Node 24, which has Python. */
const debianPackages: Readonly<Partial<Record<DriverLanguage, string>>> = {
  go: 'golang-go',
  java: 'default-jdk-headless',
  ruby: 'ruby',
  php: 'php-cli',
}

/** The image and the packages to install in it. Debian has no .NET. */
function containerImage(language: DriverLanguage | undefined): string {
  if (language === 'csharp')
    return `  image: mcr.microsoft.com/dotnet/sdk:8.0
  before_script:
    - curl -fsSL https://deb.nodesource.com/setup_24.x | bash - && apt-get install -y nodejs`
  const name = language === undefined ? undefined : debianPackages[language]
  const install = name === undefined ? '' : `\n  before_script:\n    - apt-get update && apt-get install -y ${name}`
  return `  image: node:24${install}`
}

const variables = Object.values(credentialVariables)

/** The triggers of the jobs. A service also changes without a push, so it is checked on a schedule. */
function triggers({ checksService, judgesClient }: CiWork): string {
  if (!checksService) return 'on: [push, pull_request]\n'
  return `on:
  push:${judgesClient === undefined ? '' : '\n  pull_request:'}
  workflow_dispatch:
  schedule:
    - cron: '23 3 * * *' # each night, in UTC
`
}

/** The placeholder for the step that starts the service. It fails, so that it is not forgotten. */
const startHere = (url: string): string => `echo 'Start the service at ${url} here, in the background.' && exit 1`

function github(work: CiWork): string {
  const { checksService, judgesClient, localUrl } = work
  const secrets = variables.map((name) => `          ${name}: \${{ secrets.${name} }}`).join('\n')
  const ifHasSecrets =
    judgesClient === undefined ? '' : `\n    if: github.event_name != 'pull_request' # those of forks get no secrets`
  const service = `  service:${ifHasSecrets}
    runs-on: ubuntu-latest
    concurrency: platform-data-service # one run at a time
    steps:
      - uses: actions/checkout@v6${localUrl === undefined ? '' : `\n      - run: ${startHere(localUrl)}`}
      - uses: platform-data/emulator@v0
        with:
          config: target.yaml
        env:
${secrets}
`
  const client = `  client:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v6
      - uses: actions/setup-node@v6
        with:
          node-version: 24
      # Before this, install what your client needs.
      - run: ${judgesClient}
      - uses: platform-data/emulator@v0 # what failed, to open at home
        if: failure()
        with:
          mode: cases
`
  return `# Written by emulator init.
name: platform-data
${triggers(work)}jobs:
${checksService ? service : ''}${judgesClient === undefined ? '' : client}`
}

/** The address of the directory from which GitLab includes jobs. */
const jobs = 'https://raw.githubusercontent.com/platform-data/emulator/main/.ci/action'

function gitlab({ checksService, judgesClient, language, localUrl }: CiWork): string {
  const files = [...(checksService ? ['gitlab'] : []), ...(judgesClient === undefined ? [] : ['gitlab-cases'])]
  const include = files.map((file) => `  - remote: ${jobs}/${file}.yml\n`).join('')
  const service = `# Its credentials come from masked variables of the project: ${variables.join(', ')}.
conformance:
  variables:
    CONFORMANCE_OPTIONS: --config target.yaml
${localUrl === undefined ? '' : `  before_script:\n    - ${startHere(localUrl)}\n`}`
  const client = `platform-client:
  extends: .emulator-cases
${containerImage(language)}
  script: # before this, install what your client needs
    - ${judgesClient}
`
  return `# Written by emulator init. Include it in .gitlab-ci.yml: include: [{ local: .gitlab/platform-data.yml }]
include:
${include}
${[checksService ? service : '', judgesClient === undefined ? '' : client].filter((part) => part !== '').join('\n')}`
}

/** The file of a job; none if there is nothing to do. */
export function ciFiles(service: CiService, work: CiWork): readonly InitFile[] {
  if (!work.checksService && work.judgesClient === undefined) return []
  return service === 'github'
    ? [{ path: '.github/workflows/platform-data.yml', text: github(work) }]
    : [
        { path: '.gitlab/platform-data.yml', text: gitlab(work) },
        { path: '.gitlab-ci.yml', text: `include:\n  - local: .gitlab/platform-data.yml\n` },
      ]
}
