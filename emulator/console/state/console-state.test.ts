import { expect, it } from 'vitest'
import { readPlace, readRoute, toHash } from './console-state.ts'

it.each([
  ['/_emulator/', '', 'default'],
  ['/_emulator', '', 'default'],
  ['/api/v2/_emulator/', '/api/v2', 'default'],
  ['/~blue/_emulator/', '', 'blue'],
  ['/api/%7eblue/_emulator/', '/api', 'blue'],
])('reads the place of the page at %s', (pathname, base, world) => {
  expect(readPlace(pathname)).toEqual({ base, world })
})

it('reads the route that it writes, whatever the settings hold', () => {
  const settings = { world: 'blue', search: 'a&b=<c>?#%', empty: '', none: undefined }
  const route = readRoute(toHash('requests', settings))
  expect(route).toEqual({
    view: 'requests',
    settings: new Map([
      ['world', 'blue'],
      ['search', 'a&b=<c>?#%'],
    ]),
  })
  expect(readRoute('')).toEqual({ view: '', settings: new Map() })
})
