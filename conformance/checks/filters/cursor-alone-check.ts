import { because } from '../../conclusions/cause.ts'
import { insufficient } from '../../conclusions/conclusion.ts'
import { phrase, someIds } from '../../conclusions/phrase.ts'
import { type Check, defineCheck } from '../../judge/define-check.ts'
import { failPage, sendPage } from '../lists/paging.ts'
import { products } from '../lists/walked-list.ts'
import { chosenValues } from './filter-values.ts'
import { quoted } from './filters-checks.ts'

/** Filters together with a cursor and without `limit` (clause 4.5). */
export const cursorAloneCheck: Check = defineCheck({
  id: 'filters.paged.cursor-alone',
  requirement: 'filters.paged',
  effect: 'read',
  needs: ['bearer', 'catalogId'],
  after: ['filters.paged.strings', 'cursors.starting-after.alone', 'cursors.ending-before.alone'],
  description:
    'GETs the products with a brand or a category and starting_after, and with ending_before, without limit: those ' +
    'come that match, right behind the cursor and right before it.',
  run: async (session) => {
    const base = await products(session)
    const telling = (await chosenValues(session)).filter(({ ids }) => ids.size > 2 && ids.size < base.ids.length)
    if (telling.length === 0)
      insufficient(because.data, phrase`no brand and no category has three records among others`)
    for (const { filter, value, ids } of session.run.rotation.some(telling, 1)) {
      const list = [...ids]
      const place = Math.floor(list.length / 2)
      const cursor = list[place]!
      for (const name of ['starting_after', 'ending_before'] as const) {
        const query = { [filter]: value, [name]: cursor }
        const sent = await sendPage(session, base, query)
        const { length } = sent.ids
        const expected =
          name === 'starting_after'
            ? list.slice(place + 1, place + 1 + Math.max(1, length))
            : list.slice(Math.max(0, place - Math.max(1, length)), place)
        const got = new Set(sent.ids)
        if (got.size !== expected.length || !expected.every((id) => got.has(id)))
          failPage(sent, expected, phrase`${someIds(expected)} for ${quoted(query)}`)
      }
    }
  },
})
