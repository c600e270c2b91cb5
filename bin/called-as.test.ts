import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { asCalled, calledAs } from './called-as.ts'

it.each([
  ['npx', { npm_command: 'exec', npm_lifecycle_event: 'npx' }, '/usr/bin/emulator', 'npx @platform-data/emulator'],
  ['a script of npm run', { npm_command: 'run' }, '/usr/bin/emulator', 'npx @platform-data/emulator'],
  ['pnpm', { npm_config_user_agent: 'pnpm/9.1.0' }, '/usr/bin/emulator', 'pnpm dlx @platform-data/emulator'],
  ['its path', {}, '/app/node_modules/.bin/emulator', 'npx @platform-data/emulator'],
  ['a shell that has it', {}, '/usr/bin/emulator', 'emulator'],
])('begins printed commands as they work for a user who called it by %s', (_how, environment, script, command) => {
  expect(calledAs(environment, tmpdir(), script)).toBe(command)
})

it('begins the commands that a text quotes in the same way, and leaves all else', () => {
  const text =
    'the emulator says: `emulator client list` prints them all, `emulator --help` this; `emulator.fetch` and `emulators` stay'
  expect(asCalled(text, { npm_command: 'exec' })).toBe(text.replaceAll('`emulator ', '`npx emulator '))
  expect(asCalled(text, {})).toBe(text)
})
