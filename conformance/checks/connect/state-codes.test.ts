import { expect, it } from 'vitest'
import { stateCodes } from './state-codes.ts'

const code = 'Zx81kQpL'

/** The texts that may be the code, the likeliest first. */
it.each<[string, unknown, readonly string[]]>([
  ['a code alone', code, [code]],
  ['a member with a telling name', { state: code }, [code]],
  [
    'names from the most telling to the least',
    { x: 'aaaa1', my_code: 'aaaa2', code: 'aaaa3', state_code: 'aaaa4', prepare_state: 'aaaa5' },
    ['aaaa5', 'aaaa4', 'aaaa3', 'aaaa2', 'aaaa1'],
  ],
  ['an id beside a nonce that is shorter', { request_id: 'r-123456789', nonce: 'n-1234' }, ['n-1234', 'r-123456789']],
  ['an id beside a code', { requestId: 'r-123456789', code }, [code, 'r-123456789']],
  ['two texts of no telling name', { a: 'n-1234', b: 'n-123456' }, ['n-123456', 'n-1234']],
  ['a telling name beside a longer text', { a: 'n-123456789', state: 'n-1234' }, ['n-1234', 'n-123456789']],
  ['a text of three characters', { state: 'abc' }, []],
  ['a text of four characters', { state: 'abcd' }, ['abcd']],
  ['an address', { state: 'https://target.test/x', code }, [code]],
  ['an address without an origin', { state: '/app/shop/connect', code }, [code]],
  ['an address that nobody can read', { state: 'https://[', code }, [code]],
  ['an address with the code', { url: `https://target.test/?prepare_state=${code}&x=1` }, [code]],
  ['an address with another parameter', { url: `https://target.test/?x=${code}` }, []],
  ['a phrase', { state: 'not yet', code }, [code]],
  ['a time', { state: '2026-01-01T00:00:00Z', code }, [code]],
  ['a word of no telling name', { progress: 'pending', nonce: code }, [code]],
  ['a word under a telling name', { state: 'pending' }, ['pending']],
  ['a long word', { nonce: 'abcdefghijklm' }, ['abcdefghijklm']],
  [
    'what stands beside codes',
    { id: code, name: code, status: code, expires_at: code, createdAt: code, ttl: code },
    [],
  ],
  ['a number', { code: 20_270_301 }, ['20270301']],
  ['a small number', { code: 12 }, []],
  ['a fraction', { code: 20.270_301 }, []],
  ['a list', { codes: [code] }, [code]],
  ['nothing', null, []],
  ['no JSON', undefined, []],
])('finds the state code given %s', (_what, json, texts) => {
  expect(stateCodes(json, undefined).map(({ text }) => text)).toEqual(texts)
})

it('takes the pinned member alone', () => {
  const json = { data: { state: 'aaaa1', id: 'a' }, url: `/connect?prepare_state=${code}` }
  expect(stateCodes(json, 'data.id').map(({ text }) => text)).toEqual(['a'])
  expect(stateCodes(json, 'url').map(({ text }) => text)).toEqual([code])
  expect(stateCodes(json, 'none')).toEqual([])
})
