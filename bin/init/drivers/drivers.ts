// Driver templates by language, with every task to fill in. Each reads the variables of `emulator client --driver`.
import { csharp } from './csharp.ts'
import { go } from './go.ts'
import { inProcessDriver, type ScriptStyle } from './in-process.ts'
import { java } from './java.ts'
import { php } from './php.ts'
import { python } from './python.ts'
import { ruby } from './ruby.ts'
import { shell } from './shell.ts'
import type { DriverTemplate } from './template.ts'

/** The languages of drivers. */
export const driverLanguages = ['ts', 'js', 'python', 'shell', 'go', 'java', 'ruby', 'php', 'csharp'] as const

/** The language of a driver. */
export type DriverLanguage = (typeof driverLanguages)[number]

/** The files of the drivers that are programs, the driver first. */
const programs: Readonly<Record<Exclude<DriverLanguage, 'ts' | 'js'>, readonly DriverTemplate[]>> = {
  python: [python],
  shell: [shell],
  go: [go],
  java: [java],
  ruby: [ruby],
  php: [php],
  csharp,
}

/** The files of a driver in a language, the driver first. */
export function driverFiles(language: DriverLanguage, style?: ScriptStyle): readonly DriverTemplate[] {
  return language === 'ts' || language === 'js' ? [inProcessDriver(language, style)] : programs[language]
}
