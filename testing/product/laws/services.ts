// A command validates its body against its schema on the server (clause 4.7).
import { isObject } from '../../../emulator/tools/is-object.ts'
import { around, mapAnswer, remember } from '../../../emulator/disturb/deviations/wrappers/fetch-wrappers.ts'
import { readJson } from '../../../emulator/disturb/deviations/wrappers/messages.ts'
import { type ConditionName, during } from '../condition.ts'
import { type Fault, lawFaults } from '../law.ts'

/** The bodies that are accepted although the right server refuses them. */
const bodies: Readonly<Record<string, (body: unknown) => boolean>> = {
  all: () => true,
  objects: (body) => isObject(body),
  'empty-object': (body) => isObject(body) && Object.keys(body).length === 0,
  'objects-with-members': (body) => isObject(body) && Object.keys(body).length > 0,
}

const conditions = [
  'always',
  'with-other-parameter',
  'bare-id',
  'prefixed-id',
] as const satisfies readonly ConditionName[]

/** Bodies that the schema refuses are answered as the last good one was. */
export const commandBodies: readonly Fault[] = Object.entries(bodies).flatMap(([name, isTaken]) =>
  lawFaults({
    id: 'command-takes',
    way: name,
    requirement: 'services.validated',
    breaks: 'The server takes a body that the schema of the command refuses.',
    places: ['services.invoke'],
    conditions,
    fault: (place, condition) =>
      remember(() => {
        let good: Response | undefined
        const note = mapAnswer(place, (response) => {
          good = response.clone()
          return response
        })
        const take = during(place, condition, async (intercepted) => {
          const response = await intercepted.send()
          if (response.status !== 400 || good === undefined || !/^(?:[a-z]{3}_)?[0-9A-Za-z]{27}$/.test(intercepted.id))
            return response
          return isTaken(await readJson(intercepted.request)) ? good.clone() : response
        })
        return around(take, note)
      }),
  }),
)
