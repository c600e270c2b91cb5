import { printedProgram } from '../emulator/serve/printed-program.ts'

/**
 * The beginning of a command that is printed for the user to run. A package manager that called this one is named, as
 * its scripts have commands that the user's shell has not.
 */
export function calledAs(
  environment: Readonly<Record<string, string | undefined>>,
  directory: string = '.',
  script: string = process.argv[1] ?? '',
): string {
  const isByManager = Boolean(environment['npm_config_user_agent'] || environment['npm_command'])
  const isInModules = /[\\/]node_modules[\\/](?:\.bin|@platform-data)[\\/]/.test(script)
  return isByManager || isInModules ? printedProgram(environment, directory) : 'emulator'
}

/** A text whose commands of the emulator begin as the user called this one. They stand between backticks. */
export function asCalled(text: string, environment: Readonly<Record<string, string | undefined>>): string {
  return text.replaceAll(/`emulator (?=[a-z]|--)/g, `\`${calledAs(environment)} `)
}
