import { expect, it } from 'vitest'
import { createEmulator } from '../../create-emulator.ts'
import { ask } from '../../../testing/suite/ask.ts'
import type { Deviation } from './deviation.ts'

const custom = (wrap: Deviation['wrap'], name = 'own'): Deviation => ({
  name,
  requirement: 'legacy.root',
  description: 'Mine.',
  caughtBy: 'legacy.root.version',
  wrap,
})
const root = async (emulator: ReturnType<typeof createEmulator>) =>
  (await ask(emulator, 'GET', '/0/', { auth: null })).status
/** Marks each answer with what it is called, and how many it saw. */
const marking = (name: string) =>
  custom((next) => {
    let count = 0
    return async (request) => {
      const response = await next(request)
      const headers = new Headers(response.headers)
      headers.append('x-mark', `${name}${++count}`)
      return new Response(response.body, { status: response.status, headers })
    }
  }, name)
const marks = async (emulator: ReturnType<typeof createEmulator>, path = '/0/') =>
  (await ask(emulator, 'GET', path, { auth: null })).headers.get('x-mark')

const teapot = custom(() => async () => new Response(null, { status: 418 }))

it('deviates by name, from the start or when added, until it is cleared', async () => {
  const emulator = createEmulator({ deviations: ['legacy-root-204'] })
  expect([await root(emulator), emulator.deviations.names]).toEqual([204, ['legacy-root-204']])
  emulator.deviations.clear()
  expect(await root(emulator)).toBe(200)
  emulator.deviations.add('legacy-root-204')
  expect(await root(emulator)).toBe(204)
  emulator.deviations.set([])
  expect([await root(emulator), emulator.deviations.names]).toEqual([200, []])
})

it('is named in the journal by the requests that it saw, and by none after it is cleared', async () => {
  const emulator = createEmulator({ deviations: [marking('marks')] })
  await root(emulator)
  emulator.deviations.clear()
  await root(emulator)
  expect(emulator.requests.find().map(({ deviations }) => deviations)).toEqual([['marks'], []])
})

it('deviates in every world, and not in the control API', async () => {
  const emulator = createEmulator({ deviations: [teapot] })
  for (const path of ['/0/', '/~other/0/', '/nowhere', '/0/?x=/_emulator/health', '/_emulatory'])
    expect([path, (await ask(emulator, 'GET', path)).status]).toEqual([path, 418])
  for (const path of ['/_emulator/health', '/_emulator', '/~other/_emulator/clock'])
    expect([path, (await ask(emulator, 'GET', path)).status]).toEqual([path, 200])
  const based = createEmulator({ basePath: '/api', deviations: [teapot] })
  expect((await ask(based, 'GET', '/api/_emulator/health')).status).toBe(200)
})

it('passes a deviation the operation of a request, wherever the emulator answers and by whatever paths', async () => {
  const asked: unknown[] = []
  const emulator = createEmulator({
    basePath: '/api',
    conventions: { accessTokensPath: '/me/tokens', trailingSlash: 'any' },
    deviations: [
      custom((next, operationOf) => async (request) => {
        const { id, params, baseUrl } = operationOf(request) ?? {}
        asked.push([id, params?.['id'], baseUrl, operationOf(request, 'POST')?.id])
        return next(request)
      }),
    ],
  })
  const paths = ['/api/~a/me/tokens', '/api/me/tokens/%ff/', '/me/tokens', '/api/1.13/environments']
  for (const path of paths) await ask(emulator, 'GET', path)
  await ask(emulator, 'HEAD', '/api/0/')
  expect(asked).toEqual([
    ['access-tokens.list', undefined, 'http://localhost/api/~a', 'access-tokens.create'],
    [undefined, undefined, undefined, 'access-tokens.rename'],
    [undefined, undefined, undefined, undefined],
    ['environments.list', undefined, 'http://localhost/api', 'environments.create'],
    [undefined, undefined, undefined, undefined],
  ])
})

it('wraps earlier deviations, which keep their state when one is added and lose it when they are set', async () => {
  const emulator = createEmulator()
  const [a, b] = [marking('a'), marking('b')]
  emulator.deviations.add(a)
  expect(await marks(emulator)).toBe('a1')
  emulator.deviations.add(b)
  expect(await marks(emulator)).toBe('a2, b1')
  emulator.deviations.add(a)
  expect([await marks(emulator), emulator.deviations.names]).toEqual(['a3, b2', ['a', 'b']])
  emulator.deviations.set([b, a, b])
  expect([await marks(emulator), emulator.deviations.names]).toEqual(['b1, a1', ['b', 'a']])
})

it('refuses an unknown deviation with the nearest name, and changes nothing', async () => {
  const emulator = createEmulator({ deviations: ['legacy-root-204'] })
  const message =
    /There is no deviation "legacy-root-24"; did you mean legacy-root-204\? `emulator list deviations` shows all \d+\./
  for (const change of [
    () => emulator.deviations.set(['legacy-root-24' as never]),
    () => emulator.deviations.add('legacy-root-24' as never),
    () => createEmulator({ deviations: ['legacy-root-24' as never] }),
  ]) {
    expect(change).toThrow(expect.objectContaining({ name: 'EmulatorError', code: 'unknown_deviation' }))
    expect(change).toThrow(message)
  }
  expect(() => emulator.deviations.add('x' as never)).toThrow('There is no deviation "x". `emulator list')
  expect(() => emulator.deviations.set([{ name: 'half' } as never])).toThrow('a function wrap; got {"name":"half"}.')
  expect(() =>
    emulator.deviations.set([
      custom(() => {
        throw new Error('cannot be')
      }),
    ]),
  ).toThrow('cannot be')
  expect([await root(emulator), emulator.deviations.names]).toEqual([204, ['legacy-root-204']])
})

it('answers 500 in its dialect and calls onError when a custom deviation throws', async () => {
  const errors: unknown[] = []
  const failure = new Error('not thought through')
  const emulator = createEmulator({
    deviations: [
      custom(() => async () => {
        throw failure
      }),
    ],
    conventions: { errorBody: 'message' },
    onError: (error) => errors.push(error),
  })
  const { status, json } = await ask(emulator, 'GET', '/0/')
  expect([status, json, errors]).toEqual([500, { message: 'A deviation failed: not thought through.' }, [failure]])
})
