// Rules for the committed verdicts of each kind. corpus.long.test.ts shows that the judges still give them.
import { expect, it } from 'vitest'
import { clientRequirement } from '../../conformance/client/catalogue/requirements.ts'
import { brokenClients } from '../clients/broken/broken-clients.ts'
import { everyDeviation } from '../faults/faults.ts'
import { checksWith, type Entry, hasVerdict, parseLine } from './entry.ts'
import { committedLines } from './run-corpus.ts'

const entries = (file: Parameters<typeof committedLines>[0], kind = ''): readonly Entry[] =>
  committedLines(file)
    .map(parseLine)
    .filter(({ name }) => name.startsWith(kind))

const requirementsWith = ({ findings }: Entry, ...words: readonly string[]): ReadonlySet<string> =>
  new Set(findings.filter((finding) => hasVerdict(finding, words)).map(({ requirement }) => requirement))

const isMeant = (found: readonly string[], requirement: string, check: string): boolean =>
  found.includes(check) || found.includes(`${requirement}.*`)

const levelOf = (requirement: Parameters<typeof clientRequirement>[0]) => clientRequirement(requirement).level

it('blames no right server', () => {
  expect(entries('right').filter((entry) => checksWith(entry, 'fail', 'error').length > 0)).toEqual([])
})

it('catches each deviation by the check that is meant to, and blames at most two requirements for it', () => {
  const byName = new Map(entries('faults').map((entry) => [entry.name, entry]))
  const wrong = everyDeviation.filter(({ name, requirement, caughtBy }) => {
    const entry = byName.get(name)!
    const isCaught = isMeant(checksWith(entry, 'fail'), requirement, caughtBy)
    return !isCaught || requirementsWith(entry, 'fail').size > 2 || checksWith(entry, 'error').length > 0
  })
  expect(wrong.map(({ name }) => name)).toEqual([])
})

it('catches each broken client by the check that is meant to, and blames at most three other requirements', () => {
  const byName = new Map(entries('clients').map((entry) => [entry.name, entry]))
  // A client may behave either way where the specification is silent: that is observed, and not in the corpus.
  const wrong = brokenClients
    .filter(({ requirement }) => levelOf(requirement) !== 'silent')
    .filter((client) => {
      const { name, requirement, caughtBy } = client
      const entry = byName.get(`broken ${name}`)!
      const verdict = levelOf(requirement) === 'stated' ? 'fail' : 'advice'
      const isCaught =
        caughtBy === undefined
          ? requirementsWith(entry, verdict).has(requirement)
          : isMeant(checksWith(entry, verdict), requirement, caughtBy)
      const blamed = [...requirementsWith(entry, 'fail', 'advice')].filter((id) => id !== requirement)
      return !isCaught || blamed.length > 3 || checksWith(entry, 'error').length > 0
    })
  expect(wrong.map(({ name }) => name)).toEqual([])
})

it('blames no careful client', () => {
  const bad = (entry: Entry) => checksWith(entry, 'fail', 'advice', 'error', 'blocked')
  expect(entries('clients', 'careful ').filter((entry) => bad(entry).length > 0)).toEqual([])
})
