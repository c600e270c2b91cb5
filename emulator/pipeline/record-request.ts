import { noteOf } from '../api/dialect/noted-response.ts'
import type { ActiveDeviations } from '../disturb/deviations/active-deviations.ts'
import type { Worlds } from '../world/worlds.ts'
import type { Step } from './context.ts'

/** Records each request in the journal of its world, which is kept until the answer. */
export function recordRequest(worlds: Worlds, deviations: ActiveDeviations): Step {
  return async function record(context, next) {
    const { request, path, search, sender, baseUrl, world } = context
    const { requests, clock } = world
    const { observer } = requests
    const release = worlds.hold(world)
    const wire = { headers: sender.rawHeaders, connection: sender.connection, baseUrl }
    const draft = (context.draft = requests.begin(request, path, search, clock.hold(), wire))
    if (deviations.active.length > 0) draft.deviations = deviations.names
    observer?.onBegin?.({ world: world.name, journal: requests, draft })
    const end = (response?: Response) => {
      requests.end(draft, response?.status ?? 0, response && noteOf(response))
      release()
      observer?.onEnd?.({
        world: world.name,
        journal: requests,
        draft,
        // A getter: the view changes with each issued secret, and few observers need it.
        get view() {
          return requests.view
        },
        issuedCredentials: requests.issuedCredentials,
        response,
      })
    }
    let response: Response
    try {
      // The synchronous part of the request runs at the time of its arrival.
      const answered = next(context)
      clock.release()
      response = await answered
    } catch (error) {
      end()
      throw error
    }
    end(response)
    return response
  }
}
