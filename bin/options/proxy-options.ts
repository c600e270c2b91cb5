import { reportFormats } from '../../conformance/report/format-list.ts'
import { flag, integer, type OptionTable, textOption, textsOption, withListedValues } from './option.ts'

/** The values of the options of `proxy`. */
export interface ProxyFlags {
  readonly port: number | undefined
  readonly host: string | undefined
  readonly config: string | undefined
  readonly twin: string | undefined
  readonly har: string | undefined
  readonly report: readonly string[]
  readonly name: string | undefined
  readonly verbose: boolean
}

/** The options of `proxy`. */
export const proxyOptions: OptionTable<ProxyFlags> = {
  port: integer('PORT to listen on (default: a free one)', 0, 65_535),
  host: textOption('ADDRESS of loopback to listen on (default: 127.0.0.1)'),
  config: textOption('Target FILE (JSON or YAML) of the service'),
  twin: textOption('DIR of a twin of the service to ask the same'),
  har: textOption('FILE for everything that passed, without secrets'),
  report: withListedValues(textsOption(`FORMAT[=FILE]: ${reportFormats.join(', ')}`), async () => reportFormats),
  name: textOption('NAME of the client in reports (default: its command)'),
  verbose: flag('Print a longer report, also of what is open'),
}
