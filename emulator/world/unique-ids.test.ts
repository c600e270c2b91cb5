import { expect, it } from 'vitest'
import { createEmulator } from '../create-emulator.ts'
import { dataCollections } from './data/data-collections.ts'
import { resourceByCollection, resourceCollections } from '../model/resources/resources.ts'

// holds: ids.unique, ids.grammar
it('gives every object an id that no object of another kind has', async () => {
  const { fetch, credentials, data } = createEmulator({ checkResponses: true, clock: '2026-03-01T12:00:00Z' })
  const created = resourceCollections.map((collection) => ({ collection, id: data.insert(collection).id }))
  const ids = dataCollections.flatMap((collection) => data.find(collection).map(({ id }) => id))
  expect(ids.length).toBeGreaterThan(500)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.filter((id) => !/^[0-9A-Za-z]{27}$/.test(id))).toEqual([])
  for (const { collection, id } of created) {
    for (const other of resourceCollections.filter((name) => name !== 'configurations')) {
      const { status } = await fetch(
        new Request(`http://emulator.test/1.13/${resourceByCollection[other].segment}/${id}`, {
          headers: { authorization: `Bearer ${credentials.token}` },
        }),
      )
      expect([collection, other, status]).toEqual([collection, other, other === collection ? 200 : 404])
    }
  }
})
