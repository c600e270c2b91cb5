import { expect, it } from 'vitest'
import { learnEmulator } from '../../testing/learned-emulator.ts'
import { type HarEntry, harText, recordingHar } from '../../testing/recorded-har.ts'
import { matchOperation } from '../catalogue/operation-paths.ts'
import type { Exchange } from '../conclusions/exchange.ts'
import { readTraffic } from '../proxy/recorded-traffic.ts'
import { targetPathNames } from '../target/path-names.ts'
import type { Answers } from './answers.ts'
import { questions } from './questions/questions.ts'
import { recordedAnswers } from './recorded-answers.ts'

const baseUrl = 'http://target.test'

it('finds in recorded traffic the answers that the questions got', async () => {
  const entries: HarEntry[] = []
  const asked = await learnEmulator({ conventions: { versionedResources: 'on' } }, { between: recordingHar(entries) })
  const { exchanges, target } = readTraffic(harText(entries), 'traffic.har', undefined)
  const found = recordedAnswers(exchanges, target)
  const words = (answers: Answers, id: string) => {
    const exchange = answers.get(id)
    return exchange && `${exchange.request.method} ${exchange.request.url} ${exchange.response.status}`
  }
  const unlike = questions.filter(({ id }) => words(found, id) !== words(asked.learned.answers, id))
  expect(unlike.filter(({ id }) => found.get(id)).map(({ id }) => id)).toEqual([])
  // The filter is one that the target file declares, and the cursors were not refused.
  expect(unlike.filter(({ matches }) => matches).map(({ id }) => id)).toEqual([
    'resources.invalid-enum',
    'products.unknown-cursor',
    'environments.unknown-cursor',
    'resources.unknown-cursor',
  ])
})

const id = 'A23456789012345678901234567'
const other = 'B23456789012345678901234567'
const products = `/1.13/pulse/catalogs/${id}/products`
const page = [{ id }, { id: other }]

/** Requests, and the questions that they answer. */
const traffic: readonly (readonly [requests: readonly (readonly [string, number, unknown?])[], answered: string])[] = [
  [[['/1.13/environments', 200]], 'environments.list'],
  [[['/1.13/environments/', 404]], 'environments.slash'],
  [[['/1.13/environments?limit=1', 200]], 'environments.limit-1'],
  [[['/1.13/environments?limit=3', 200]], ''],
  [[['/1.13/environments', 401]], ''],
  [[[`${products}?limit=20`, 200]], 'products.first'],
  [[[`${products}?limit=20&brand=a`, 200]], ''],
  [[[`${products}?limit=ten`, 422]], 'products.limit-text'],
  [[[`${products}?limit=`, 400]], ''],
  [[[`${products}?limit=1000000`, 400]], 'products.limit-huge'],
  [[[`${products}?starting_after=${other}`, 404]], 'products.unknown-cursor'],
  [[[`${products}?starting_after=none`, 400]], 'products.malformed-cursor'],
  [[['/1.13/pulse/catalogs/undefined/products', 404]], 'products.malformed-catalog'],
  [[[products, 404]], 'products.unknown-catalog'],
  [[[products, 200]], 'products.list'],
  [
    [
      [products, 200, page],
      [products, 200, page],
      [`${products}?starting_after=${other}`, 200, []],
      [`/1.13/pulse/catalogs/${other}/products?brand=`, 400],
    ],
    'products.list products.again products.list.behind',
  ],
  [
    [
      [`/1.13/configurations/prj_${id}?path=a.b`, 200],
      [`/1.13/configurations/prj_${id}?path=a`, 200],
      [`/1.13/configurations/${id}?path=a.b`, 400],
    ],
    'configurations.value configurations.parent configurations.bare-scope',
  ],
  // A prefixed id that lacks its last letter, and the scope of no value.
  [
    [
      [`/1.13/configurations/prj_${id}?path=a`, 200],
      [`/1.13/configurations/prj_${id.slice(1)}?path=a`, 400],
      [`/1.13/configurations/${other}?path=a`, 400],
    ],
    'configurations.value',
  ],
  [[['/0/projects/', 200]], ''],
]

it.each(traffic)('assigns %j to %s', (requests, answered) => {
  const exchanges = requests.map(([path, status, json = {}]): Exchange => {
    const headers = { authorization: 'Bearer token' }
    const operation = matchOperation('GET', path, targetPathNames({ baseUrl }))
    return {
      request: { operation, method: 'GET', url: baseUrl + path, headers },
      response: { status, headers: {}, text: JSON.stringify(json), json },
      startedAt: 0,
      durationMs: 0,
    }
  })
  const answers = recordedAnswers(exchanges, { baseUrl })
  expect(questions.flatMap((question) => (answers.get(question.id) ? question.id : [])).join(' ')).toBe(answered)
})
