/**
 * The beginning of a command that is printed for the user to run: as the user called this one. `npx` and `npm exec` set
 * `npm_command` to `exec`; `npm run` and a direct call do not.
 */
export function calledAs(environment: Readonly<Record<string, string | undefined>>): string {
  return environment['npm_command'] === 'exec' ? 'npx emulator' : 'emulator'
}

/** A text whose commands of the emulator begin as the user called this one. They stand between backticks. */
export function asCalled(text: string, environment: Readonly<Record<string, string | undefined>>): string {
  return text.replaceAll(/`emulator (?=[a-z]|--)/g, `\`${calledAs(environment)} `)
}
