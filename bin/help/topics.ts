// The pages of bin/docs by topic, in the order of the index in bin/README.md.

/** The subject of each page, in a line. */
export const topics: Readonly<Record<string, string>> = {
  start: 'the emulator as a server: options, log, HTTPS, access',
  'in-process': 'the emulator in your test: objects, methods, runners, MSW',
  data: 'records and their members, fixtures, snapshots, files on disk',
  worlds: 'worlds that share nothing, and their clocks',
  faults: 'faults, scenarios, deviations, and answers by a function',
  conventions: 'how to answer where the specification is silent',
  adapters: 'adapters with commands of your own',
  control: 'the control API: arrange and observe from any language',
  client: 'judging a client: watched tests, drivers, Vitest, races',
  conformance: 'checking a service: what a run sends, and its limits',
  target: 'the target file, which describes a service',
  claims: 'profiles, parts that a service lacks, and bundles of evidence',
  learn: 'a twin that answers as your service does; drift',
  proxy: 'judging a client and a service by their traffic',
  replay: 'opening what failed elsewhere: `emulator replay`',
  fleet: 'several emulators behind one address',
  container: 'the container image',
  files: 'the configuration file, and schemas for every file',
  init: 'files to begin with, and completion in your shell',
  proofs: 'what the tests prove, and where they are',
  'exit-codes': 'the exit codes of every command',
}

/** Words that lead to the page of another topic: commands without a page, and what is looked for by another name. */
const otherWords: Readonly<Record<string, string>> = {
  exec: 'start',
  options: 'start',
  list: 'start',
  https: 'start',
  openapi: 'start',
  fixtures: 'data',
  snapshots: 'data',
  clock: 'worlds',
  time: 'worlds',
  scenarios: 'faults',
  deviations: 'faults',
  stubs: 'faults',
  templates: 'conventions',
  api: 'control',
  driver: 'client',
  races: 'client',
  vitest: 'in-process',
  playwright: 'in-process',
  msw: 'in-process',
  jest: 'in-process',
  pytest: 'init',
  python: 'init',
  go: 'init',
  bundles: 'claims',
  profiles: 'claims',
  twin: 'learn',
  drift: 'learn',
  image: 'container',
  config: 'files',
  schemas: 'files',
  completion: 'init',
}

/** The words that `emulator help` takes. */
export const topicWords: readonly string[] = [...Object.keys(topics), ...Object.keys(otherWords)]

/** The topic that a word names; undefined where it names none. */
export function topicOf(word: string): string | undefined {
  if (Object.hasOwn(topics, word)) return word
  return Object.hasOwn(otherWords, word) ? otherWords[word] : undefined
}
