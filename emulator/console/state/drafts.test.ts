import { expect, it } from 'vitest'
import { Drafts } from './drafts.ts'

function createStorage(most: number): Storage {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, text: string) => {
      if (text.length > most) throw new DOMException('full', 'QuotaExceededError')
      items.set(key, text)
    },
  } as unknown as Storage
}

it('keeps texts across a reload, and writes no secret', () => {
  const storage = createStorage(1000)
  const drafts = new Drafts(storage)
  drafts.set('record a', { name: '' })
  drafts.set('record b', { name: 'gone' })
  drafts.set('record b', {})
  expect(drafts.areLostByReload).toBe(false)
  drafts.set('run', { url: 'http://a', token: 's3cret' }, (field) => field === 'token')
  expect([drafts.get('run'), drafts.areLostByReload]).toEqual([{ url: 'http://a', token: 's3cret' }, true])
  const later = new Drafts(storage)
  expect([later.get('record a'), later.has('record b'), later.get('run')]).toEqual([
    { name: '' },
    false,
    { url: 'http://a' },
  ])
  drafts.set('run', {})
  expect(drafts.areLostByReload).toBe(false)
  drafts.set('record a', { name: 'x'.repeat(1000) })
  expect(drafts.areLostByReload).toBe(true)
})

it.each(['[1]', '{', '{"form":1}', '{"form":{"a":1}}', 'null'])('begins empty where the storage has %j', (text) => {
  const drafts = new Drafts({ getItem: () => text } as unknown as Storage)
  expect(drafts.has('form')).toBe(false)
})
