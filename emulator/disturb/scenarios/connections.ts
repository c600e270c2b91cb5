import type { Middleware } from '../../model/contract/request-context.ts'
import { ConnectionDropped } from '../../tools/connection-dropped.ts'
import { sleep } from '../../tools/sleep.ts'
import { acceptsCredentials, onFirst } from './scenario.ts'

/** Answers that come late or never. */
export const connections = {
  title: 'Connections and redirects',
  scenarios: {
    'slow-answer': {
      clause: '8',
      description:
        'The first request with valid credentials is served at once, and answered N milliseconds later (default: 2000), in real time.',
      setting: { meaning: 'milliseconds until the answer', default: 2000, most: 600_000 },
      begin: (milliseconds: number): Middleware =>
        onFirst(acceptsCredentials, async (context, next) => {
          const response = await next(context)
          await sleep(milliseconds, context.request.signal)
          return response
        }),
    },
    'connection-dropped-on-read': {
      clause: '4',
      description:
        'The first GET with valid credentials is not answered: the connection is closed. The same request then succeeds.',
      begin: (): Middleware =>
        onFirst(
          (context) => context.request.method === 'GET' && acceptsCredentials(context),
          () => Promise.reject(new ConnectionDropped()),
        ),
    },
    'connection-dropped-after-write': {
      clause: '4',
      description:
        'The first successful POST, PUT or DELETE with valid credentials is done but not answered: the connection is closed.',
      begin: (): Middleware => {
        let done = false
        return async (context, next) => {
          const isWrite = !done && context.request.method !== 'GET' && acceptsCredentials(context)
          const response = await next(context)
          if (!isWrite || done || !response.ok) return response
          done = true
          throw new ConnectionDropped()
        }
      },
    },
  },
}
