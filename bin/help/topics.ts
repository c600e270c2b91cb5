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
  replay: 'opening a failure from another machine',
  init: 'getting started: first files, and completion in your shell',
}

/** The topics of commands without a page of their own. */
const commandTopics: Readonly<Record<string, string>> = {
  exec: 'start',
  list: 'start',
  openapi: 'start',
  fleet: 'start',
  completion: 'init',
}

/** The words that `emulator help` takes. */
export const topicWords: readonly string[] = [...Object.keys(topics), ...Object.keys(commandTopics)]

/** The topic that a word names; undefined if it names none. */
export function findTopic(word: string): string | undefined {
  if (Object.hasOwn(topics, word)) return word
  return Object.hasOwn(commandTopics, word) ? commandTopics[word] : undefined
}
