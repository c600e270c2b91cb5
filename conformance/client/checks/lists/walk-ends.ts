// The end of a walk by ids (clause 4.6).
import { addressOf } from '../../evidence/read-request.ts'
import { phrase } from '../../../conclusions/phrase.ts'
import { type ListRequest, listRequests } from '../../evidence/pages.ts'
import { repeatedInARow, repeatedPage, type Step } from '../../evidence/repeated-pages.ts'
import {
  type ClientCheck,
  defineClientCheck,
  during,
  type ClientConclusion,
  kept,
  neverDone,
  type WireRun,
} from '../define-client-check.ts'

/** A walk comes to its end and stays there. */
export const walkEnds: ClientCheck = defineClientCheck({
  id: 'client.walk-ends',
  requirement: 'client.walk-ends',
  consequenceOf: ['client.ids-kept', 'client.id-order', 'client.walk-cursor', 'client.filters-on-every-page'],
  trap: 'The client walks a list of the versioned API to its end.',
  concerns: during('walk-products', 'list-environments', 'use-access-token'),
  judge(run) {
    const all = listRequests(run)
    const found = endlessPage(all, 'startingAfter', run)
    if (found) return found
    const pages = all.filter(({ ids }) => ids !== undefined)
    const isOver = pages.some(({ ids, isEnd }) => isEnd === true || ids?.length === 0)
    return isOver || (run.reported?.kind === 'value' && pages.length > 0)
      ? kept
      : neverDone(phrase`No walk came to its end`)
  },
})

/** A page that came again and again, as in a walk without an end. */
export function endlessPage(
  all: readonly ListRequest[],
  parameter: 'startingAfter' | 'endingBefore',
  run: WireRun,
): ClientConclusion | undefined {
  for (const lists of Map.groupBy(all, ({ walk }) => walk).values()) {
    const steps = lists.map((list): Step => {
      const cursor = list[parameter]
      return {
        request: list.request,
        key: `${parameter}=${cursor}`,
        isFirst: cursor === undefined,
        arrived: list.ids !== undefined,
      }
    })
    const evidence = run.task === undefined ? repeatedInARow(steps) : repeatedPage(steps)
    if (evidence) {
      const last = evidence.at(-1)!
      return {
        kind: 'broken',
        expected: phrase`each page once, and an end`,
        got: phrase`${addressOf(last)} ${evidence.length} times`,
        fact: { kind: 'repeated', at: last, times: evidence.length },
        evidence,
      }
    }
  }
  return undefined
}
