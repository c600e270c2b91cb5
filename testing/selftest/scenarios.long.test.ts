import { expect, it } from 'vitest'
import { type ScenarioName, scenarioNames } from '../../emulator/disturb/scenarios/scenarios.ts'
import { failedRequirements, resultLines, runKit, timelessSubject } from './subject.ts'

/** Scenarios that leave the kit nothing to judge, or break the letter of the specification. */
const beyond: Readonly<Record<string, string>> = {
  'empty-page-mid-walk': 'The link promises records, and the page is empty; scenarios.test.ts says what the kit finds.',
  'short-pages': 'The kit takes a page size of N to mean N records where there are more.',
  'refresh-refused': 'A service that refuses every refresh token looks like one that cannot refresh.',
  'server-error-lasts': 'Nothing is served.',
  'server-error-lasts-mid-walk': 'No second page is served.',
  'error-bodies-error': 'Nothing is served.',
  'error-bodies-problem': 'Nothing is served.',
  'error-bodies-message': 'Nothing is served.',
  'error-bodies-errors': 'Nothing is served.',
  'error-bodies-text': 'Nothing is served.',
  'error-bodies-empty': 'Nothing is served.',
  'error-bodies-html': 'Nothing is served.',
}

/** The requirements that the kit finds broken instead. Where nothing is served, they are many. */
const blamed: Readonly<Record<string, readonly string[]>> = {
  'empty-page-mid-walk': ['link.results'],
  'short-pages': ['cursors.limit'],
  'refresh-refused': ['oauth.refresh'],
}

it.each(scenarioNames.filter((name) => !(name in beyond)))('blames nothing while %s plays', async (name) => {
  const result = await runKit(timelessSubject({ scenarios: [name] }))
  expect(resultLines(result, 'fail', 'error', 'blocked')).toEqual([])
  expect(result.results.some(({ verdict }) => verdict === 'pass')).toBe(true)
})

it.each(Object.keys(beyond) as ScenarioName[])('blames no more than what %s breaks', async (name) => {
  const { target, fetch, time } = timelessSubject({ scenarios: [name] })
  // Groups that the run creates would excuse an empty page.
  const options = { ...(time ? { time } : {}), allowWrites: name !== 'empty-page-mid-walk' }
  const result = await runKit({ target, fetch }, options)
  expect(resultLines(result, 'error')).toEqual([])
  if (blamed[name]) expect(failedRequirements(result)).toEqual(blamed[name])
  else expect(resultLines(result, 'fail', 'blocked')).not.toEqual([])
})
