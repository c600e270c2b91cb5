import { expect, it } from 'vitest'
import { ask } from '../../../testing/suite/ask.ts'
import { scenarioEmulator, flows } from '../../../testing/emulator/scenario-emulators.ts'

it.each(['unknown-members', 'null-members', 'members-reordered'] as const)(
  'leaves configuration values, commands and tools unchanged, given %s',
  async (name) => {
    const emulator = scenarioEmulator({}, name)
    const plain = scenarioEmulator({})
    const { scopeId, adapterConnectionId, command } = emulator.samples
    for (const [method, path, json] of [
      ['PUT', `/1.13/configurations/${scopeId}?path=a`, { b: { c: 1 } }],
      ['GET', `/1.13/configurations/${scopeId}`, undefined],
      ['GET', `/services/${adapterConnectionId}/capabilities`, undefined],
      ['POST', `/services/${adapterConnectionId}/${command!.name}`, command!.validBody],
      ['POST', '/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' }],
    ] as const) {
      const asked = {
        ...(json === undefined ? {} : { json }),
        headers: { accept: 'application/json, text/event-stream' },
      }
      expect((await ask(emulator, method, path, asked)).text).toBe((await ask(plain, method, path, asked)).text)
    }
    const [configuration] = (await ask(emulator, 'GET', '/1.13/configurations')).json.data
    const stored = emulator.worlds.default.get('configurations', configuration!.id)!['value']
    expect(JSON.stringify(configuration!['value'])).toBe(JSON.stringify(stored))
  },
)

it.each(['unknown-members', 'members-reordered'] as const)(
  'keeps a list of records by their ids as it is, given %s',
  async (name) => {
    const conventions = { listEnvelope: { records: { $each: '$items', $key: '$id', $value: '$item' } } } as const
    const [changed, plain] = [scenarioEmulator(conventions, name), scenarioEmulator(conventions)]
    const recordsOf = async (emulator: typeof plain) => (await ask(emulator, 'GET', flows)).json['records'] as object
    const [ofChanged, ofPlain] = [await recordsOf(changed), await recordsOf(plain)]
    expect(Object.keys(ofChanged)).toEqual(Object.keys(ofPlain))
    expect(JSON.stringify(ofChanged)).not.toBe(JSON.stringify(ofPlain))
  },
)
