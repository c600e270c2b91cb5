import { problem, textResponse } from '../wrappers/messages.ts'
import { servicesApi } from '../wrappers/intercepted-request.ts'
import { serveBelowVersion, mapAnswer, mapList } from '../wrappers/fetch-wrappers.ts'

/** The deviations of "Services and commands". */
export const serviceDeviations = {
  title: 'Services and commands',
  deviations: {
    'capabilities-empty': [
      'services.capabilities.schemas',
      'The capabilities of a connection are empty.',
      mapList('services.capabilities', () => []),
    ],
    'capabilities-without-schemas': [
      'services.capabilities.schemas',
      'Capabilities name the commands without their schemas.',
      mapList('services.capabilities', (commands) => commands.map(({ name }) => ({ name }))),
    ],
    'command-result-not-json': [
      'services.invoke.result',
      'The result of a command is a page.',
      mapAnswer('services.invoke', () => textResponse('<!doctype html><p>Done', 'text/html')),
    ],
    'command-refuses-json': [
      'http.json-body.accepted',
      'Commands refuse application/json with 415.',
      mapAnswer('services.invoke', () => problem(415, 'unsupported_media_type')),
    ],
    'services-behind-the-version': [
      'services.unversioned.path',
      'The Services API is only served below a version.',
      serveBelowVersion(servicesApi, ({ authorization }) => authorization !== ''),
    ],
  },
} as const
