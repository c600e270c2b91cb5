import { expect, it } from 'vitest'
import { ask } from '../../../testing/suite/ask.ts'
import { carefulWalk, itemsOf, naiveWalk } from '../../../testing/emulator/scenario-clients.ts'
import { dialects, emulatorWith, flowIds, flows } from '../../../testing/emulator/scenario-emulators.ts'

it.each(dialects)('expires an access token between two pages, under %j', async (conventions) => {
  const emulator = emulatorWith(conventions, 'token-expires-mid-walk')
  const all = flowIds(emulator)
  expect(all.length).toBeGreaterThan(10)
  expect(await naiveWalk(emulatorWith(conventions), flows)).toEqual(all)
  await expect(naiveWalk(emulatorWith(conventions, 'token-expires-mid-walk'), flows)).rejects.toThrow(
    `unexpected ${conventions.unauthenticatedStatus ?? 401}`,
  )
  expect((await carefulWalk(emulator, flows)).ids).toEqual(all)
  expect(
    emulator.requests
      .find({ operation: 'flows.list' })
      .map(({ status }) => status)
      .slice(0, 3),
  ).toEqual([200, conventions.unauthenticatedStatus ?? 401, 200])
})

it.each(dialects)('creates an object and deletes the object of the cursor mid-walk, under %j', async (conventions) => {
  const emulator = emulatorWith(conventions, 'objects-change-mid-walk')
  const all = flowIds(emulator)
  if (conventions.unknownCursor === 'refuse')
    await expect(naiveWalk(emulatorWith(conventions, 'objects-change-mid-walk'), flows)).rejects.toThrow(
      `unexpected ${conventions.refusedStatus ?? 400}`,
    )
  else {
    const walked = emulatorWith(conventions, 'objects-change-mid-walk')
    const found = await naiveWalk(walked, flows)
    const retrieved = await Promise.all(found.map((id) => ask(walked, 'GET', `${flows}/${id}`)))
    expect(retrieved.map(({ status }) => status).filter((status) => status !== 200)).toEqual([
      conventions.unknownIdStatus ?? 404,
    ])
  }
  expect((await carefulWalk(emulator, flows)).ids).toEqual(all)
  const now = flowIds(emulator)
  expect(now).toHaveLength(all.length)
  expect(all.filter((id) => !now.includes(id))).toEqual([all[4]])
  expect(now[0]! > all[0]!).toBe(true)
})

it.each(dialects)('refuses one request mid-walk with 429 and Retry-After, under %j', async (conventions) => {
  const emulator = emulatorWith(conventions, 'rate-limited-mid-walk')
  const all = flowIds(emulator)
  await expect(naiveWalk(emulatorWith(conventions, 'rate-limited-mid-walk'), flows)).rejects.toThrow('unexpected 429')
  expect(await carefulWalk(emulator, flows)).toEqual({ ids: all, waited: ['1'] })
  const [, limited] = emulator.requests.find({ operation: 'flows.list' })
  expect([limited!.status, limited!.refusal?.code, limited!.fault]).toEqual([429, 'rate_limited', null])
})

it.each(dialects)('serves pages that are shorter than limit, under %j', async (conventions) => {
  const emulator = emulatorWith(conventions, 'short-pages')
  const all = flowIds(emulator)
  const count = async (search: string) => itemsOf((await ask(emulator, 'GET', `${flows}${search}`)).json).length
  expect([await count('?limit=5'), await count('?limit=1'), await count('')]).toEqual([2, 1, 10])
  expect((await carefulWalk(emulator, flows)).ids).toEqual(all)
  expect((await ask(emulator, 'GET', `${flows}?limit=0`)).status).toBe(conventions.refusedStatus ?? 400)
})

it('creates objects whose ids differ in case alone, newest first by their characters', async () => {
  const emulator = emulatorWith({}, 'ids-differ-in-case')
  const before = flowIds(emulator)
  const { ids } = await carefulWalk(emulator, flows)
  const [first, ...twins] = ids.slice(0, 4)
  expect(twins.map((id) => id.toLowerCase())).toEqual(twins.map(() => first!.toLowerCase()))
  expect(ids).toEqual([...ids].toSorted().toReversed())
  expect(ids.toSorted((left, right) => right.localeCompare(left, 'en'))).not.toEqual(ids)
  expect(ids.slice(4)).toEqual(before)
  expect((await ask(emulator, 'GET', `${flows}/${first}`)).json.id).toBe(first)
})
