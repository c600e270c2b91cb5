import { expect, it } from 'vitest'
import { asCalled, calledAs } from './called-as.ts'

it.each([
  ['npx', { npm_command: 'exec', npm_lifecycle_event: 'npx' }, 'npx emulator'],
  ['a script of npm run', { npm_command: 'run', npm_lifecycle_event: 'judge' }, 'emulator'],
  ['a shell', {}, 'emulator'],
])('begins printed commands as the call by %s did', (_how, environment, command) => {
  expect(calledAs(environment)).toBe(command)
})

it('begins the commands that a text quotes in the same way, and leaves all else', () => {
  const text =
    'the emulator says: `emulator client list` prints them all, `emulator --help` this; `emulator.fetch` and `emulators` stay'
  expect(asCalled(text, { npm_command: 'exec' })).toBe(text.replaceAll('`emulator ', '`npx emulator '))
  expect(asCalled(text, {})).toBe(text)
})
