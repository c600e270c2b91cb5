// The changes between two states of the corpus, as a reviewer reads them.
import type { Entry, Finding } from './entry.ts'

/** How a judged thing moved. */
export interface Move {
  readonly name: string
  readonly what: 'gained' | 'lost' | 'blamed' | 'open' | 'new' | 'gone'
  /** The words of the corpus that changed. */
  readonly words: readonly string[]
}

/** The detail in which two states are compared: by each check, or by the verdicts of each requirement. */
export type Detail = 'check' | 'requirement'

/**
 * The differences between two states. `gained`: a thing fails the requirement that it breaks on purpose by more
 * checks. `lost`: by fewer. `blamed`: it fails a requirement that it does not break. `open`: anything else.
 */
export function compareEntries(
  before: readonly Entry[],
  after: readonly Entry[],
  detail: Detail = 'check',
): readonly Move[] {
  const old = new Map(before.map((entry) => [entry.name, entry]))
  const moves = after.flatMap((entry) => {
    const known = old.get(entry.name)
    old.delete(entry.name)
    return known
      ? entryMoves(known, entry, detail)
      : [{ name: entry.name, what: 'new' as const, words: findingWords(entry, detail) }]
  })
  return [
    ...moves,
    ...[...old.values()].map((entry) => ({
      name: entry.name,
      what: 'gone' as const,
      words: findingWords(entry, detail),
    })),
  ]
}

function entryMoves(before: Entry, after: Entry, detail: Detail): readonly Move[] {
  const [old, now] = [findingWords(before, detail), findingWords(after, detail)]
  const come = now.filter((word) => !old.includes(word))
  const left = old.filter((word) => !now.includes(word))
  const isOwn = (word: string) => after.breaks !== undefined && word.split(/[:=]/)[0] === after.breaks
  const isFailure = (word: string) => word.includes('=fail') || word.includes('+fail')
  const parts = {
    gained: come.filter((word) => isFailure(word) && isOwn(word)).map((word) => `+${word}`),
    lost: left.filter((word) => isFailure(word) && isOwn(word)).map((word) => `-${word}`),
    blamed: come.filter((word) => isFailure(word) && !isOwn(word)).map((word) => `+${word}`),
    open: [
      ...left.filter((word) => !(isFailure(word) && isOwn(word))).map((word) => `-${word}`),
      ...come.filter((word) => !isFailure(word)).map((word) => `+${word}`),
    ],
  }
  return Object.entries(parts)
    .filter(([, words]) => words.length > 0)
    .map(([what, words]) => ({ name: after.name, what: what as Move['what'], words }))
}

function findingWords({ findings }: Entry, detail: Detail): readonly string[] {
  if (detail === 'check') return findings.map(findingWord)
  return [...Map.groupBy(findings, ({ requirement }) => requirement)].map(([requirement, some]) => {
    const verdicts = new Set(some.flatMap(({ verdict }) => verdict.split('+')).map((verdict) => verdict.split('/')[0]!))
    return `${requirement}=${[...verdicts].sort().join('+')}`
  })
}

const findingWord = ({ requirement, check, verdict }: Finding): string => `${requirement}:${check}=${verdict}`

/** The moves as text: those that make a verdict worse first. */
export function moveLines(moves: readonly Move[]): readonly string[] {
  const order: readonly Move['what'][] = ['lost', 'blamed', 'open', 'gained', 'gone', 'new']
  return order.flatMap((what) => {
    const some = moves.filter((move) => move.what === what)
    return some.length === 0
      ? []
      : [`${what}: ${some.length}`, ...some.map(({ name, words }) => `  ${name}: ${words.join(' ')}`)]
  })
}
