import { expect, it } from 'vitest'
import { calledAs } from './called-as.ts'

it.each([
  ['npx', { npm_command: 'exec', npm_lifecycle_event: 'npx' }, 'npx emulator'],
  ['a script of npm run', { npm_command: 'run', npm_lifecycle_event: 'judge' }, 'emulator'],
  ['a shell', {}, 'emulator'],
])('begins printed commands as the call by %s did', (_how, environment, command) => {
  expect(calledAs(environment)).toBe(command)
})
