// The pages of bin/docs by topic, in the order of the index in bin/README.md.

/** The subject of each page, in one line. */
export const topics: Readonly<Record<string, string>> = {
  start: 'the emulator as a server: options, files, log, access',
  'in-process': 'the emulator in your test: objects, methods, runners, MSW',
  data: 'records, fixtures, snapshots, time, worlds, files on disk',
  faults: 'faults, scenarios, deviations, stubs and adapters',
  conventions: 'how to answer where the specification is silent',
  control: 'the control API: arrange and observe from any language',
  client: 'judging a client: watched tests, drivers, Vitest, races',
  conformance: 'checking a service: what a run sends, CI, bundles of evidence',
  target: 'the target file, which describes a service; profiles',
  learn: 'a twin that answers as your service does; drift',
  proxy: 'judging a client and a service by their traffic',
  replay: 'opening what failed elsewhere',
  init: 'files to begin with, and completion in your shell',
}

/** Words that lead to another topic's page: commands without a page, and synonyms. */
const otherWords: Readonly<Record<string, string>> = {
  exec: 'start',
  options: 'start',
  list: 'start',
  openapi: 'start',
  fleet: 'start',
  container: 'start',
  config: 'start',
  schemas: 'start',
  fixtures: 'data',
  snapshots: 'data',
  worlds: 'data',
  clock: 'data',
  time: 'data',
  scenarios: 'faults',
  deviations: 'faults',
  stubs: 'faults',
  adapters: 'faults',
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
  bundles: 'conformance',
  'exit-codes': 'conformance',
  profiles: 'target',
  twin: 'learn',
  drift: 'learn',
  cases: 'replay',
  completion: 'init',
}

/** The words that `emulator help` takes. */
export const topicWords: readonly string[] = [...Object.keys(topics), ...Object.keys(otherWords)]

/** The topic that a word names; undefined if it names none. */
export function findTopic(word: string): string | undefined {
  if (Object.hasOwn(topics, word)) return word
  return Object.hasOwn(otherWords, word) ? otherWords[word] : undefined
}
