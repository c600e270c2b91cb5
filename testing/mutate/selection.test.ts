import { expect, it } from 'vitest'
import { toSelection } from './selection.ts'
import type { MutationSite } from './mutation-sites.ts'

const sites = ['conformance/checks/ids/a.ts', 'conformance/client/checks/b.ts', 'conformance/client/judge/c.ts'].map(
  (file): MutationSite => ({ file, line: 1, text: 'x', kind: 'guard' }),
)

it('takes everything given no word', () => {
  expect(toSelection([], sites)).toMatchObject({ rooms: ['client/checks', 'client/judge', 'ids'], isWhole: true })
})

it('takes the rooms of the judge of clients given "client"', () => {
  expect(toSelection(['client'], sites)).toMatchObject({ rooms: ['client/checks', 'client/judge'], isWhole: true })
})

it('takes files given a path, and tells whether they are whole rooms', () => {
  const { rooms, isWhole, has } = toSelection(['conformance/client/checks'], sites)
  expect({ rooms, isWhole, kept: sites.map(({ file }) => has(file)) }).toEqual({
    rooms: ['client/checks'],
    isWhole: true,
    kept: [false, true, false],
  })
  const more = [...sites, { ...sites[0]!, file: 'conformance/checks/ids/d.ts' }]
  expect(toSelection(['conformance/checks/ids/d.ts'], more)).toMatchObject({ rooms: ['ids'], isWhole: false })
})

it('refuses a word that names nothing', () => {
  expect(() => toSelection(['idz'], sites)).toThrow(/There is no room "idz".* The rooms are client\/checks, /)
})
