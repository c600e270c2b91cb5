import { fail, insufficient } from '../../catalogue/verdict.ts'
import { type Check, defineCheck } from '../../run/define-check.ts'
import { summary } from '../../wire/exchange.ts'
import { sendPage } from '../lists/paging.ts'
import { products, some } from '../lists/walked-list.ts'
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
    'GETs the products with a brand or a category and starting_after, and with ending_before, ' +
    'without limit: those come ' +
    'that match, right behind the cursor and right before it.',
  run: async (session) => {
    const base = await products(session)
    const telling = (await chosenValues(session)).filter(({ ids }) => ids.size > 2 && ids.size < base.ids.length)
    if (telling.length === 0) insufficient('no brand and no category has three records among others')
    for (const { filter, value, ids } of session.run.rotation.some(telling, 1)) {
      const list = [...ids]
      const place = Math.floor(list.length / 2)
      const cursor = list[place]!
      for (const name of ['starting_after', 'ending_before'] as const) {
        const answer = await sendPage(session, base, { [filter]: value, [name]: cursor })
        const { length } = answer.ids
        const expected =
          name === 'starting_after'
            ? list.slice(place + 1, place + 1 + Math.max(1, length))
            : list.slice(Math.max(0, place - Math.max(1, length)), place)
        const got = new Set(answer.ids)
        if (got.size !== expected.length || !expected.every((id) => got.has(id)))
          fail(
            `${some(expected)} for ${quoted({ [filter]: value, [name]: cursor })}`,
            answer.page ? some(answer.ids) || 'no records' : summary(answer.exchange),
          )
      }
    }
  },
})
