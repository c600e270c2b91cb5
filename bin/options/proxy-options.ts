import { reportFormats } from '../../conformance/report/format-list.ts'
import { flagOption, integerOption, textOption, listOption } from './option.ts'

/** The options of `proxy`. */
export const proxyOptions = {
  port: integerOption('PORT to listen on', { from: 0, to: 65_535, defaultDescription: 'a free one' }),
  host: textOption('ADDRESS of loopback to listen on', { defaultDescription: '127.0.0.1' }),
  config: textOption('Target FILE (JSON or YAML) of the service'),
  twin: textOption('DIR of a twin of the service to ask the same'),
  har: textOption('FILE for everything that passed, without secrets'),
  report: listOption(`FORMAT[=FILE]: ${reportFormats.join(', ')}`, { values: async () => reportFormats }),
  verbose: flagOption('Print a longer report, also of what is open'),
}
