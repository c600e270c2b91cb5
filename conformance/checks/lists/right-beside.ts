// Narrows a wrong page down: what is right on pages with almost the same query.
import { type Phrase, phrase } from '../../conclusions/phrase.ts'
import type { Query } from './fewest-parameters.ts'

/** A page that was requested. */
export interface AskedPage {
  readonly query: Query
  readonly isWrong: boolean
  /** True if it would have shown the mistake. */
  readonly isTelling: boolean
}

/** The most values that are named. */
const mostValues = 4

const opposite: Readonly<Record<string, string>> = {
  starting_after: 'ending_before',
  ending_before: 'starting_after',
}

const namesKey = (names: Iterable<string>): string => [...names].toSorted().join()

/**
 * The right pages closest to a wrong one that would have shown its mistake: with other values of a parameter, without
 * a parameter, with the other cursor, and with one more parameter. Empty without any.
 * @param query The query of the wrong page.
 * @param countable The parameters whose values say something by themselves, such as those of `limit`.
 */
export function rightBeside(
  query: Query,
  asked: readonly AskedPage[],
  countable: (name: string) => boolean,
): readonly Phrase[] {
  const names = Object.keys(query)
  const byNames = Map.groupBy(asked, (page) => namesKey(Object.keys(page.query)))
  const pagesWith = (all: Iterable<string>) => byNames.get(namesKey(all)) ?? []
  const isRight = (pages: readonly AskedPage[]): boolean =>
    pages.every((page) => !page.isWrong) && pages.some(({ isTelling }) => isTelling)
  // A page with another limit shows nothing about this one.
  const isAlike = (other: Query, name?: string): boolean =>
    names.every((each) => each === name || !countable(each) || !(each in other) || other[each] === query[each])
  const rightValues = (pages: readonly AskedPage[], name: string): Phrase | undefined => {
    const right = [...Map.groupBy(pages, (page) => String(page.query[name]))]
      .filter(([value, all]) => value !== String(query[name]) && isRight(all))
      .map(([value]) => value)
      .toSorted((left, other) => Number(left) - Number(other) || (left < other ? -1 : 1))
    if (right.length === 0) return undefined
    return phrase`with ${name}=${{ list: right.slice(0, mostValues), between: ' or ' }}`
  }
  const values = names.filter(countable).flatMap((name): readonly Phrase[] => {
    const right = rightValues(
      pagesWith(names).filter((page) => isAlike(page.query, name)),
      name,
    )
    return right === undefined ? [] : [right]
  })
  const isRightWith = (...all: readonly string[]): boolean =>
    isRight(pagesWith(all).filter((page) => isAlike(page.query)))
  const without = names.filter((name) => names.length > 1 && isRightWith(...names.filter((other) => other !== name)))
  const swapped = names.flatMap((name) => {
    const other = opposite[name]
    return other !== undefined && isRightWith(...names.filter((kept) => kept !== name), other)
      ? [phrase`with ${other} in place of ${name}`]
      : []
  })
  const others = [...new Set(asked.flatMap((page) => Object.keys(page.query)))].filter((name) => !names.includes(name))
  const more = others.filter((name) => isRightWith(...names, name))
  // One more parameter may be right with some of its values.
  const moreValues = others.flatMap((name): readonly Phrase[] => {
    if (!countable(name) || more.includes(name)) return []
    const right = rightValues(
      pagesWith([...names, name]).filter((page) => isAlike(page.query)),
      name,
    )
    return right === undefined ? [] : [phrase`${right} added`]
  })
  const cursor = names.find((name) => name in opposite)
  const atOtherCursors = pagesWith(names).filter(
    (page) => cursor !== undefined && page.query[cursor] !== query[cursor] && isAlike(page.query),
  )
  return [
    ...(isRight(atOtherCursors) ? [phrase`with another ${cursor!}`] : []),
    ...values,
    ...without.map((name) => phrase`without ${name}`),
    ...swapped,
    ...(more.length === 0 ? [] : [phrase`with ${{ list: more.slice(0, mostValues), between: ' or ' }} added`]),
    ...moreValues,
  ]
}
