import { expect, it } from 'vitest'
import { Drafts } from './drafts.ts'

function storageOf(most: number): Storage {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, text: string) => {
      if (text.length > most) throw new DOMException('full', 'QuotaExceededError')
      items.set(key, text)
    },
    removeItem: (key: string) => items.delete(key),
  } as unknown as Storage
}

it('keeps texts over a reload, and writes no secret', () => {
  const storage = storageOf(1000)
  const drafts = new Drafts(storage)
  drafts.set('record a', '')
  drafts.set('record b', 'gone')
  drafts.set('record b', undefined)
  expect(drafts.areLostByReload).toBe(false)
  drafts.set('token', 's3cret', true)
  expect([drafts.get('token'), drafts.areLostByReload]).toEqual(['s3cret', true])
  const later = new Drafts(storage)
  expect([later.get('record a'), later.has('record b'), later.has('token')]).toEqual(['', false, false])
  drafts.delete('token')
  expect(drafts.areLostByReload).toBe(false)
})

it.each(['[1]', '{', '{"a":1}', 'null'])('begins empty where the storage has %j', (text) => {
  const drafts = new Drafts({ getItem: () => text } as unknown as Storage)
  expect(drafts.has('a')).toBe(false)
})
