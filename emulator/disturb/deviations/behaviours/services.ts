import { jsonOf, type Members, membersOf, problem, text } from '../wrappers/messages.ts'
import { capabilities, command, servicesApi } from '../wrappers/operations.ts'
import type { FetchWrapper } from '../define-deviation.ts'
import { around, behindVersion, mapAnswer, mapList, remember, replay } from '../wrappers/fetch-wrappers.ts'
import { isObject } from '../../../tools/is-object.ts'
import type { BehavioursOf } from '../deviation-groups.ts'

/** Accepts a body that a command refuses, if `isTaken`, by the members of the first one that was right. */
export const lenient = (isTaken: (body: Members, right: readonly string[]) => boolean): FetchWrapper =>
  remember(() => {
    let right: readonly string[] | undefined
    const note = mapAnswer(command, async (response, { request }) => {
      right ??= Object.keys(await membersOf(request))
      return response
    })
    const accept = replay(command, async ({ status }, { id, request }) => {
      const body = await jsonOf(request)
      const isRefused = status === 400 && /^(?:[a-z]{3}_)?[0-9A-Za-z]{27}$/.test(id)
      return isRefused && isObject(body) && isTaken(body, right ?? [])
    })
    return around(accept, note)
  })

const refuseCommand = (status: number, code?: string): FetchWrapper => mapAnswer(command, () => problem(status, code))

/** The behaviour of each deviation of "Services and commands". */
export const serviceBehaviours: BehavioursOf<'services'> = {
  'capabilities-empty': mapList(capabilities, () => []),
  'capabilities-without-schemas': mapList(capabilities, (commands) => commands.map(({ name }) => ({ name }))),
  'capabilities-404': mapAnswer(capabilities, () => problem(404, 'unknown_endpoint')),
  'command-not-served': refuseCommand(404, 'unknown_command'),
  'command-fails': refuseCommand(500),
  'command-result-not-json': mapAnswer(command, () => text('<!doctype html><p>Done', 'text/html')),
  'command-body-not-validated': lenient(() => true),
  'command-refuses-json': refuseCommand(415, 'unsupported_media_type'),
  'services-behind-the-version': behindVersion(servicesApi, ({ authorization }) => authorization !== ''),
}
