import { because } from '../../conclusions/cause.ts'
import { fail, insufficient, notApplicable } from '../../conclusions/conclusion.ts'
import { json, phrase, quoted } from '../../conclusions/phrase.ts'
import { memberOf, textsIn } from '../../reading/find-list.ts'
import { bareOf, isBare } from '../../reading/id-forms.ts'
import { type Check, defineCheck } from '../../judge/define-check.ts'
import type { Session } from '../../judge/session.ts'
import { type ListPage, pageOf, presentFact } from '../lists/pages.ts'
import type { WalkedList } from '../lists/walked-list.ts'
import { sendPage } from '../lists/paging.ts'
import { answerTo } from '../shared-answers.ts'
import { fewestParameters, rightWithout } from '../lists/fewest-parameters.ts'
import { quotedQuery } from './filters-checks.ts'
import { asTexts } from './pages-with-record.ts'
import { absentPair, caseForms, excessTerms, rarestPair, wordBeyondAscii, wordsOf } from './search-terms.ts'
import { assertFinds, finds, searchPlace } from './search.ts'
import { type WordPage, wordPages } from './word-pages.ts'
import { asText } from '../../reading/value-text.ts'

const common = {
  effect: 'read',
  needs: ['bearer'],
  after: ['versions.current.path', 'filters.search-case.name'],
} as const

/** Returns true if a record shows a text anywhere, in any case. */
const shows = (item: unknown, text: string) =>
  textsIn(item).some((found) => found.text.toLowerCase().includes(text.toLowerCase()))

const searched = async (session: Session, { path }: WalkedList, search: string): Promise<ListPage | undefined> =>
  pageOf(session, await answerTo(session, { path, query: { search } }))

/** The fewest records by which a list is told from what a search finds by chance. */
const enough = 5

/** Searches that should find little or nothing, and searches of few letters or of letters beyond ASCII (clause 4.5). */
export const searchExcessChecks: readonly Check[] = [
  defineCheck({
    id: 'filters.search-partial.excess',
    ...common,
    mayRepeat: true,
    description:
      'GETs a list with search set to a word of a name with letters behind it, after a space, that no record has, or with _, % or * for some of its letters: no record comes. In a full run, the lists of clause 4.4 are asked for a page on which the record comes for the word, behind a cursor and beside other filters, and before one.',
    run: async (session) => {
      const pages = session.run.quick ? [] : await wordPages(session)
      if (pages.length > 0) {
        for (const page of pages) await assertNoExcess(session, page)
        return phrase`${{ list: pages.map(({ word, list }) => phrase`${json(word)} at ${list.address}`) }}`
      }
      const { base, name, middle } = await searchPlace(session)
      const words = wordsOf(name).filter((part) => part.length > 3)
      const word = words.find((candidate) => middle !== undefined && candidate.includes(middle)) ?? words[0]
      if (word === undefined) notApplicable(because.data, phrase`the name ${json(name)} has no word of four letters`)
      for (const term of session.run.rotation.some(excessTerms(word).slice(0, 3), 1)) {
        const page = await searched(session, base, term)
        const wrong = page?.items.findIndex((item) => !shows(item, term)) ?? -1
        if (page && wrong >= 0)
          fail({
            expected: phrase`no record for search=${json(term)} at ${base.address}, as no text has it as a part`,
            got: phrase`${page.ids[wrong]!}: ${quoted(page.items[wrong])}`,
            fact: presentFact({ pages: [page] }, [page.ids[wrong]!]),
          })
      }
      return json(word)
    },
  }),
  defineCheck({
    id: 'filters.search-partial.two-letters',
    ...common,
    description:
      'GETs a list with search set to two letters that few names have: a record that has them comes. With two letters that none has, the list without search does not come.',
    run: async (session) => {
      const { base, label } = await searchPlace(session)
      const names = base.ids.flatMap((id) => {
        const name = memberOf(base.items.get(id), label)
        return typeof name === 'string' ? [{ id, name }] : []
      })
      const pair = rarestPair(names.map(({ name }) => name))
      if (pair === undefined) notApplicable(because.data, phrase`no name has a word of four letters`)
      const holder = names.find(({ name }) => name.includes(pair))!
      if ((await finds(session, base, { search: pair }, holder.id)) === false) {
        const { response } = await answerTo(session, { path: base.path, query: { search: pair } })
        if (response.status >= 400)
          insufficient(because.refused, phrase`search=${json(pair)} is answered with ${response.status}`)
      }
      if ((await assertFinds(session, { base, ...holder }, pair)) === undefined)
        insufficient(because.limit, phrase`search=${json(pair)} has more pages than are walked`)
      await assertNotIgnored(session, base)
      return json(pair)
    },
  }),
  defineCheck({
    id: 'filters.search-case.beyond-ascii',
    ...common,
    description:
      'If a name has a word with a letter of two cases beyond ASCII, GETs the list with search set to that word, in lower case or in upper case: the record comes.',
    run: async (session) => {
      const { base, label } = await searchPlace(session)
      for (const id of base.ids) {
        const name = memberOf(base.items.get(id), label)
        const word = typeof name === 'string' ? wordBeyondAscii(name) : undefined
        if (word === undefined) continue
        // A search that writes é as e in what it looks through does not find this word at all.
        if (!(await finds(session, base, { search: word }, id)))
          notApplicable(because.absent, phrase`search does not find ${word} as it is`)
        const others = caseForms(word).filter((form) => form !== word)
        for (const term of session.run.rotation.some(others, 1))
          await assertFinds(session, { base, id, name: asText(name) }, term)
        return json(word)
      }
      return notApplicable(because.data, phrase`no name has a letter of two cases beyond ASCII`)
    },
  }),
]

/** How many texts near a word are searched for before a cursor, too. */
const askedTwice = 1

/** @throws Conclusion `fail` when a record comes for a text that is near a word of its name. */
async function assertNoExcess(session: Session, { list, id, word, pages }: WordPage): Promise<void> {
  for (const [place, excess] of excessTerms(word).entries()) {
    if (shows(list.items.get(id), excess)) continue
    for (const page of pages.slice(0, place < askedTwice ? 2 : 1)) {
      const query = { ...page, search: excess }
      const { ids } = await sendPage(session, list, query)
      if (!ids.includes(id)) continue
      const kept = ['search']
      const fewest = await fewestParameters(query, kept, async (fewer) => {
        const sent = await sendPage(session, list, fewer)
        return sent.ids.some((found) => !shows(list.items.get(found), excess))
      })
      const { ids: found, exchange: at } = await sendPage(session, list, fewest)
      const wrong = found.includes(id) ? id : found.find((other) => !shows(list.items.get(other), excess))!
      const ignored = found.find((other) => !shows(list.items.get(other), word))
      const besides = ignored === undefined ? '' : phrase`, and with ${ignored}, which does not even have ${json(word)}`
      fail({
        expected: phrase`no ${wrong} for ${quotedQuery(asTexts(fewest))} at ${list.address}, as it has no such part`,
        got: phrase`a list with it${besides}${rightWithout(fewest, kept)}`,
        fact: { kind: 'present', ids: [wrong], at },
      })
    }
  }
}

/** Two letters that no record shows do not give the list as it is without search. */
async function assertNotIgnored(session: Session, base: WalkedList): Promise<void> {
  const texts = base.ids.flatMap((id) =>
    textsIn(base.items.get(id)).map(({ text }) => (isBare(bareOf(text)) ? '' : text)),
  )
  const absent = absentPair(texts)
  const whole = pageOf(session, await answerTo(session, { path: base.path }))
  if (absent === undefined || !whole || whole.ids.length < enough) return
  const page = await searched(session, base, absent)
  const known = page?.ids.filter((id) => base.places.has(id)) ?? []
  // What search looks at may not be shown: by chance a few records have the letters, but not one after the other.
  if (known.length >= enough && known.every((id, place) => base.ids[place] === id))
    fail({
      expected: phrase`few records or none for search=${json(absent)} at ${base.address}, as no text has it as a part`,
      got: phrase`the list as it is without search, from ${known[0]!}`,
      fact: presentFact({ pages: [page!] }, known),
    })
}
