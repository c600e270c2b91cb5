import { type Path, at, toAddress } from '../../catalogue/operation-paths.ts'
import { because } from '../../conclusions/cause.ts'
import { fail, insufficient, notApplicable } from '../../conclusions/conclusion.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { otherExchanges, type Fact } from '../../conclusions/fact.ts'
import { countPhrase, type Phrase, phrase } from '../../conclusions/phrase.ts'
import { findOwnMember } from '../../reading/find-list.ts'
import { codeUnitOrder, fallingOrder, type IdOrder, risingOrder } from '../../reading/id-forms.ts'
import type { DeclaredCheck } from '../../judge/define-check.ts'
import type { Session } from '../../judge/session.ts'
import { spareToken } from '../tokens/main-token.ts'
import { spareTokens } from '../tokens/spare-tokens.ts'
import { assertQuotaLeft, leaveIdle } from '../tokens/token-quota.ts'
import { withinQuota } from '../tokens/revoked-token.ts'
import { productsPath, walkedList, type WalkedList, declaredLists } from '../lists/walked-list.ts'
import { NewProducts } from './new-products.ts'
import { assertAboveAll, seenIds } from './seen-ids.ts'

const createdNames = ['created_at', 'createdAt', 'created', 'date_created', 'dateCreated', 'created_on', 'createdOn']

/** The time of creation that a record shows, in seconds; undefined if it shows none in a known form. */
function readCreationTime(item: unknown): number | undefined {
  for (const name of createdNames) {
    const value = findOwnMember(item, name)
    const time =
      typeof value === 'number'
        ? value > 1e11
          ? value
          : value * 1000
        : typeof value === 'string'
          ? Date.parse(value)
          : Number.NaN
    if (Number.isFinite(time)) return Math.floor(time / 1000)
  }
  return undefined
}

const allowWrites = phrase`allow writes, so that the kit sees when records are created`

type IdPair = readonly [earlier: string, later: string]

/** Pairs of records with different times, the earlier first. */
function pairsInTime(base: WalkedList): readonly IdPair[] {
  const times = base.ids.flatMap((id) => {
    const time = readCreationTime(base.items.get(id))
    return time === undefined ? [] : [{ id, time }]
  })
  return times.flatMap((time, index) =>
    times
      .slice(Math.max(0, index - 20), index)
      .filter((other) => other.time !== time.time)
      .map((other): IdPair => (time.time < other.time ? [time.id, other.id] : [other.id, time.id])),
  )
}

/** The page of a walk that shows a record. */
function findRecordPage({ walk: { pages } }: WalkedList, id: string): Exchange {
  return (pages.find(({ ids }) => ids.includes(id)) ?? pages[0]!).exchange
}

/**
 * The number of pairs to decide: a record may show the creation time of something else, such as the original of an
 * import.
 */
const enoughPairs = 10

/** Milliseconds until the timestamp of the next id changes, if it counts seconds. */
const nextSecond = 1100

/**
 * Ends a check that saw ids out of order if they may be from one moment, as the resolution of the timestamp is not
 * shown. In that case, ids of later seconds are above all earlier ones.
 * @param make Creates one more record, and resolves with its ids, or with none if they are not visible.
 */
async function assertSpread(
  session: Session,
  order: IdOrder,
  known: readonly string[],
  make: (round: number) => Promise<readonly string[]>,
): Promise<void> {
  const all = [...known]
  for (let round = 1; round <= 2; round++) {
    await session.run.time.sleep(nextSecond)
    const fresh = await make(round)
    if (fresh.length === 0 || fresh.some((id) => all.some((other) => order(other, id) >= 0))) return
    all.push(...fresh)
  }
  insufficient(
    because.data,
    phrase`ids of records that were created within a second are not in the order of their creation; those of later seconds are`,
  )
}

/** The alphabet by which a list is ordered; by code unit if the list does not show it. */
async function observeOrder(session: Session, path: Path): Promise<IdOrder> {
  const base = await walkedList(session, path).catch(() => undefined)
  return (base && base.ids.length > 2 && fallingOrder(base.ids)) || codeUnitOrder
}

/** The answer to the creation of a token, which showed its id first. */
function creationAnswer({ exchanges }: Session, id: string): Exchange {
  return exchanges.find(({ response }) => response.text.includes(id)) ?? exchanges.at(-1)!
}

/** The order of ids is the order of creation (clause 2.1). */
export const idOrderChecks: readonly DeclaredCheck[] = [
  {
    id: 'ids.order.times',
    effect: 'read',
    needs: ['bearer', 'offer:versioned'],
    after: ['versions.current.path'],
    description:
      'Reads the environments, resources and products: if records show when they were created, those times rise with the ids.',
    run: async (session) => {
      const { names } = session.run
      const wrong: { readonly got: Phrase; readonly fact: Fact }[] = []
      let pairs = 0
      let isListed = false
      for (const path of await declaredLists(session)) {
        const base = await walkedList(session, path).catch(() => undefined)
        const found = base ? pairsInTime(base) : []
        isListed ||= base?.ids.some((id) => readCreationTime(base.items.get(id)) !== undefined) === true
        const falling = found.filter(([earlier, later]) => earlier > later)
        if (!base || risingOrder(found)) pairs += found.length
        else if (found.length >= enoughPairs && falling.length > found.length / 4) {
          const [first, second] = falling[0]!
          wrong.push({
            got: phrase`${first} for a record of ${toAddress(path, names)} created before ${second}`,
            fact: { kind: 'body', ids: [first, second], members: createdNames, at: findRecordPage(base, second) },
          })
        } else
          insufficient(
            because.data,
            phrase`the times of creation at ${toAddress(path, names)} do not all rise with the ids, but may be about something else; ${allowWrites}`,
          )
      }
      const [broken, ...others] = wrong
      if (broken && others.length > 0)
        fail({
          expected: phrase`ids that rise with the times of creation`,
          got: phrase`${{ list: wrong.map(({ got }) => got), between: '; ' }}`,
          fact: { ...broken.fact, ...otherExchanges(others.map(({ fact }) => fact.at)) },
        })
      if (broken)
        insufficient(because.data, phrase`${broken.got}; that time may be about something else; ${allowWrites}`)
      if (!isListed) notApplicable(because.absent, phrase`no records show when they were created (created_at)`)
      if (pairs === 0 && session.run.allowWrites)
        notApplicable(
          because.absent,
          phrase`no two records show different times of creation; records that the run creates show the order`,
        )
      if (pairs === 0)
        insufficient(because.data, phrase`no two records show different times of creation; ${allowWrites}`)
      return phrase`${pairs} pairs`
    },
  },
  {
    id: 'ids.order.tokens',
    effect: 'write',
    needs: ['bearer', 'offer:personalAccessTokens'],
    description: 'Creates personal access tokens, each after the answer about the previous one: each has a higher id.',
    run: async (session) => {
      const { ids } = await spareTokens(session)
      const order = await observeOrder(session, at('resources.list'))
      if (ids.length < 2) insufficient(because.refused, phrase`only one personal access token could be created`)
      const wrong = ids.findIndex((id, index) => index > 0 && order(ids[index - 1]!, id) >= 0)
      if (wrong <= 0) return
      const [first, second] = [ids[wrong - 1]!, ids[wrong]!]
      await assertSpread(session, order, ids, async (round) => {
        const { id } = await spareToken(session, `ids${round + 1}`)
        return id === undefined ? [] : [id]
      })
      fail({
        expected: phrase`an id above ${first} for the token that was created after it`,
        got: phrase`${second}`,
        fact: { kind: 'order', first, second, byCreation: true, at: creationAnswer(session, second) },
      })
    },
  },
  {
    id: 'ids.order.products',
    effect: 'write',
    needs: ['bearer', 'catalogId', 'hook:createProduct'],
    exclusive: true,
    after: ['products.list.get'],
    description:
      'Creates two products one after the other (hooks.createProduct), and GETs the products after each, further pages too if the first shows nothing new: the new product has the highest id seen so far.',
    run: async (session) => {
      const path = await productsPath(session)
      const base = await walkedList(session, path)
      const seen = await seenIds(session, 'product')
      const products = new NewProducts(session, path, base)
      const rounds: (readonly string[])[] = []
      for (let count = 0; count < 2; count++) {
        const fresh = await products.afterCreation()
        if (fresh.length === 0)
          insufficient(
            because.data,
            phrase`the products of samples.catalogId do not show what hooks.createProduct created`,
          )
        rounds.push(fresh)
      }
      const [first, second] = rounds as [readonly string[], readonly string[]]
      const pairs = [
        ...base.ids.map((id) => [id, first] as const),
        ...first.map((id) => [id, second] as const),
      ].flatMap(([id, later]) => later.map((other) => [id, other] as const))
      const order = await observeOrder(session, path)
      const broken = pairs.find(([earlier, later]) => order(earlier, later) >= 0)
      if (!broken) {
        const id = second[0]!
        await assertAboveAll(
          session,
          seen,
          { id, at: products.shownBy(id) },
          async () => (await products.afterCreation())[0],
        )
        return
      }
      await assertSpread(session, order, products.known, () => products.afterCreation())
      if (!products.isAlone)
        insufficient(
          because.changed,
          phrase`others create products too, and which of the new ones is the run's own is not shown`,
        )
      const [earlier, later] = broken
      fail({
        expected: phrase`the highest id for the product that was created last`,
        got: phrase`${{ list: first }}, then ${{ list: second }}, where ${base.ids.toSorted().at(-1) ?? 'no record'} was there before`,
        fact: { kind: 'order', first: earlier, second: later, byCreation: true, at: products.shownBy(later) },
      })
    },
  },
  {
    id: 'ids.order.every-kind',
    effect: 'write',
    needs: ['bearer', 'offer:personalAccessTokens'],
    after: ['pat.create.token', 'ids.order.tokens'],
    description:
      'Creates a personal access token after the lists were read: its id is above every id in them, of environments, resources, products, tokens, projects, groups and events.',
    run: async (session) => {
      const seen = await seenIds(session)
      const kinds = new Set(seen.values())
      const hasOthers = [...kinds].some((kind) => kind !== 'access token')
      const { without = [] } = session.run.target
      if (!hasOthers && without.includes('versioned') && without.includes('legacy'))
        notApplicable(
          { kind: 'omitted', offer: 'versioned' },
          phrase`the target file leaves out every other kind of record`,
        )
      if (!hasOthers) insufficient(because.data, phrase`no record of another kind than an access token was seen`)
      await withinQuota(session, async () => {
        const { id, exchange } = await spareToken(session, 'kind')
        if (id === undefined) {
          await assertQuotaLeft(session)
          insufficient(because.refused, phrase`no further token could be created`)
        }
        await assertAboveAll(session, seen, { id, at: exchange }, async () => (await spareToken(session, 'kinds2')).id)
        await leaveIdle(session, id)
      })
      return phrase`above ${countPhrase(seen.size, 'id')} of ${countPhrase(kinds.size, 'kind')}`
    },
  },
]
