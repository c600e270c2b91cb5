import { expect, it } from 'vitest'
import { selectPart } from '../../testing/sample.ts'
import { createEmulator } from '../create-emulator.ts'
import { controlEndpoints } from './control-endpoints.ts'

/** Bodies without an end: the piece with an index, and what the text begins with. */
const endless: readonly (readonly [what: string, begin: string, piece: (index: number) => string])[] = [
  ['unknown members', '{', (index) => `"m${index}":1,`],
  ['unknown members with objects', '{', (index) => `"m${index}":{},`],
  ['the same member', '{', () => '"name":"x",'],
  ['members of a member', '{"name":{', (index) => `"m${index}":1,`],
  ['members of a record', '[{', (index) => `"m${index}":1,`],
  ['items', '[', () => '0,'],
  ['texts', '[', () => '"x",'],
  ['objects', '[', () => '{"x":1},'],
  ['lists', '[', () => '[],'],
  ['items of a member', '{"operation":[', () => '"x",'],
  ['levels', '', () => '['],
  ['characters of a text', '"', () => 'x'.repeat(8000)],
  ['characters of a name', '{"', () => 'x'.repeat(8000)],
  ['digits', '[', () => '1'.repeat(8000)],
]

/** Sends a body that never ends, and returns the status with the number of bytes that were read of it. */
async function sendEndless(method: string, path: string, begin: string, piece: (index: number) => string) {
  const emulator = createEmulator()
  const encoder = new TextEncoder()
  let [index, bytes] = [0, 0]
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    let text = bytes === 0 ? begin : ''
    while (text.length < 16_384) text += piece(index++)
    bytes += text.length
    controller.enqueue(encoder.encode(text))
  }
  const headers = { 'content-type': 'application/json' }
  const body = new ReadableStream({ pull }, { highWaterMark: 0 })
  const { status } = await emulator.fetch(
    new Request(`http://localhost${path}`, { method, headers, body, duplex: 'half' } as RequestInit),
  )
  return { status, bytes }
}

/** In bytes. Only whole worlds and many records may be larger. */
const most = 4_300_000

const isForMany = ({ bodyLimit = 0 }: (typeof controlEndpoints)[number]) => bodyLimit > most

it('takes large bodies only for records and snapshots, and reads no more than their limits', async () => {
  const large = controlEndpoints.filter(isForMany)
  expect(large.map(({ id }) => id)).toEqual(['snapshot.import', 'data.create'])
  for (const { method, path, bodyLimit = 0 } of large) {
    const address = `/_emulator${path.replace('{collection}', 'projects')}`
    const { status, bytes } = await sendEndless(method, address, '"', () => 'x'.repeat(65_536))
    expect([method, path, status, bytes <= bodyLimit + 131_072 ? 'few' : bytes]).toEqual([method, path, 413, 'few'])
  }
})

const withBody = controlEndpoints
  .filter((endpoint) => endpoint.body !== undefined && !isForMany(endpoint))
  .map(
    ({ method, path }) =>
      [method, `/_emulator${path.replace('{collection}', 'projects').replace('{id}', 'x')}`] as const,
  )

it.each(endless)('refuses a body with %s without an end before much of it is read', async (_what, begin, piece) => {
  for (const [method, path] of selectPart(withBody, 4)) {
    const { status, bytes } = await sendEndless(method, path, begin, piece)
    expect([method, path, status === 400 || status === 413, bytes <= most ? 'few' : bytes]).toEqual([
      method,
      path,
      true,
      'few',
    ])
  }
})
