import { jsonOf, problem, text } from '../wrappers/messages.ts'
import { capabilities, command, servicesApi } from '../wrappers/operations.ts'
import type { FetchWrapper } from '../define-deviation.ts'
import { behindVersion, mapAnswer, mapList, replay } from '../wrappers/fetch-wrappers.ts'
import { isObject } from '../../../tools/is-object.ts'
import type { BehavioursOf } from '../deviation-groups.ts'

/** Answers an object that a command refuses as the first good one. */
const acceptAnyObject: FetchWrapper = replay(
  command,
  async ({ status }, { id, request }) =>
    status === 400 && /^(?:[a-z]{3}_)?[0-9A-Za-z]{27}$/.test(id) && isObject(await jsonOf(request)),
)

const refuseCommand = (status: number, code?: string): FetchWrapper => mapAnswer(command, () => problem(status, code))

/** The behaviour of each deviation of "Services and commands". */
export const serviceBehaviours: BehavioursOf<'services'> = {
  'capabilities-empty': mapList(capabilities, () => []),
  'capabilities-without-schemas': mapList(capabilities, (commands) => commands.map(({ name }) => ({ name }))),
  'capabilities-404': mapAnswer(capabilities, () => problem(404, 'unknown_endpoint')),
  'command-not-served': refuseCommand(404, 'unknown_command'),
  'command-fails': refuseCommand(500),
  'command-result-not-json': mapAnswer(command, () => text('<!doctype html><p>Done', 'text/html')),
  'command-body-not-validated': acceptAnyObject,
  'command-refuses-json': refuseCommand(415, 'unsupported_media_type'),
  'services-behind-the-version': behindVersion(servicesApi, ({ authorization }) => authorization !== ''),
}
