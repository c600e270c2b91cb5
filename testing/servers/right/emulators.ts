// The emulator with other data and other conventions, beside the second service.
import { fromEmulator } from './from-emulator.ts'
import type { RightServer } from './right-server.ts'

/** Right servers that are emulators. */
export const emulatorServers: readonly RightServer[] = [
  {
    name: 'names at the edges',
    description: 'Page-size boundaries, empty lists, right-to-left text, names that look like ids.',
    make: () => fromEmulator({ emulator: { fixtures: 'edge' } }),
  },
  {
    name: 'an emulator without data',
    description: 'A new account, with nothing in it but its credentials.',
    make: () => fromEmulator({ emulator: { fixtures: 'empty' } }),
    decided: 80,
  },
  {
    name: 'an emulator that speaks otherwise throughout',
    description: 'Each convention that has an alternative takes it.',
    make: () =>
      fromEmulator({
        fakeTime: true,
        conventions: {
          listEnvelope: 'items',
          legacyListEnvelope: 'data',
          legacyProjects: 'object',
          objectEnvelope: 'named',
          errorBody: 'problem',
          refusedStatus: 422,
          unauthenticatedStatus: 403,
          forbiddenStatus: 404,
          unknownIdStatus: 410,
          createdStatus: 200,
          deletedStatus: 200,
          expiresAtFormat: 'unix-milliseconds',
          scopeFormat: 'object',
          maximumLimit: 50,
          excessiveLimit: 'clamp',
          capabilities: 'map',
          optionsAnswer: 'noContent',
          unknownMembers: 'ignore',
          repeatedParameters: 'last',
        },
      }),
  },
  {
    name: 'two hundred requests a minute',
    description: 'Clause 8: request rate limits exist, and their values are not shown.',
    make: () =>
      fromEmulator({
        fakeTime: true,
        conventions: { rateLimit: 200 },
        options: { limits: { maxWait: 300_000 } },
      }),
  },
  {
    name: 'an emulator of eight-second tokens',
    description: 'Clause 5.2.4: the lifetime of an access token is not shown.',
    make: () =>
      fromEmulator({
        fakeTime: true,
        conventions: { accessTokenLifetime: 8 },
        between: (next, time) => async (request) => {
          await time.sleep(50)
          return next(request)
        },
        target: ({ credentials, ...target }) => ({ ...target, credentials: { oauth: credentials!.oauth! } }),
      }),
  },
]
