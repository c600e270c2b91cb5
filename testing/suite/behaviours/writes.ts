import { expect } from 'vitest'
import { type Behaviour, behaviour, writable } from './behaviour.ts'
import { suiteSeed } from '../suite-seed.ts'

const projectId = suiteSeed.samples.projectId!

export const writeBehaviours: readonly Behaviour[] = [
  // holds: http.json-body
  behaviour('refuses a body that is of another type, broken, no object or too large', async (client) => {
    const path = `/0/projects/${projectId}/groups/`
    const before = client.world.collection('groups').size
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', 'text/json', 'json']) {
      client.expectRefusal(
        await client.send('POST', path, { body: '{}', headers: { 'Content-Type': type } }),
        415,
        'unsupported_media_type',
      )
    }
    const json = { 'Content-Type': 'application/json' }
    for (const body of [
      '{',
      '{"name": }',
      'nothing',
      '"text"',
      '5',
      'null',
      '[]',
      '[{}]',
      '{"name":"a"}{',
      '\uFEFF{',
      "{'name': 1}",
    ])
      client.expectRefused(await client.send('POST', path, { body, headers: json }))
    client.expectRefused(await client.send('POST', path, { json: { name: 5 } }))
    client.expectRefusal(
      await client.send('POST', path, {
        body: JSON.stringify({ name: 'x'.repeat(client.conventions.bodyLimit) }),
        headers: json,
      }),
      413,
      'payload_too_large',
    )
    // Small, but nested deeply enough to overflow a recursive reader.
    if (client.conventions.bodyLimit > 100_000)
      client.expectRefused(
        await client.send('POST', path, { body: `{"name":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, headers: json }),
      )
    expect(client.world.collection('groups').size).toBe(before)
    for (const type of ['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/json;charset="UTF-8"']) {
      expect(
        (
          await client.send('POST', path, {
            body: '{"name":"Größe 椅","status":"resolved"}',
            headers: { 'Content-Type': type },
          })
        ).status,
        type,
      ).toBe(client.conventions.createdStatus)
    }
  }),
  // holds: http.query-on-writes
  behaviour(
    'takes the members of a write from the body, the query string or both',
    async (client) => {
      const path = `${client.version}/resources`
      const created = client.reader.object(
        (await client.send('POST', path, { query: { name: 'By query', status: 'inactive' } })).json,
        'resource',
      )
      expect(client.world.get('resources', created['id'] as string)).toMatchObject({
        name: 'By query',
        status: 'inactive',
      })
      expect(
        (
          await client.send('PUT', `${path}/${String(created['id'])}`, {
            json: { name: 'By both' },
            query: { status: 'archived' },
          })
        ).status,
      ).toBe(client.conventions.successStatus)
      expect(client.world.get('resources', created['id'] as string)).toMatchObject({
        name: 'By both',
        status: 'archived',
      })
      client.expectRefused(
        await client.send('PUT', `${path}/${String(created['id'])}`, {
          json: { status: 'active' },
          query: { status: 'archived' },
        }),
      )
      expect(
        (await client.send('PUT', `${path}/${String(created['id'])}`, { json: { status: 'sold' } })).status,
      ).toBeGreaterThanOrEqual(400)
      const misspelt = await client.send('PUT', `${path}/${String(created['id'])}`, { json: { nmae: 'Lost' } })
      if (client.conventions.unknownMembers === 'refuse')
        expect(client.expectRefused(misspelt).message).toMatch(/name|not taken/)
      else expect(misspelt.status).toBe(client.conventions.successStatus)
      expect(client.world.get('resources', created['id'] as string)).toMatchObject({
        name: 'By both',
        status: 'archived',
      })
    },
    writable,
  ),
  // holds: http.methods
  behaviour(
    'creates, retrieves, updates partly and deletes, and forgets what belonged to it',
    async (client) => {
      const { createdStatus, deletedStatus, unknownIdStatus } = client.conventions
      const created = await client.send('POST', `${client.version}/flows`, {
        json: { name: 'Flow', project_id: projectId, status: 'paused' },
      })
      expect(created.status).toBe(createdStatus)
      const { id } = client.reader.object(created.json, 'flow') as { id: string }
      const run = client.reader.object(
        (await client.send('POST', `${client.version}/flow-runs`, { json: { name: 'Run', flow_id: `flw_${id}` } }))
          .json,
        'flow_run',
      ) as { id: string }
      expect(await client.ids(`${client.version}/flows/${id}/runs`, 'flow_runs')).toEqual([run.id])
      expect(client.reader.object((await client.get(`${client.version}/flows/${id}`)).json, 'flow')).toMatchObject({
        id,
        name: 'Flow',
      })
      expect((await client.send('PUT', `${client.version}/flows/${id}`, { json: { name: 'Renamed' } })).status).toBe(
        client.conventions.successStatus,
      )
      expect(client.world.get('flows', id)).toMatchObject({ name: 'Renamed', status: 'paused', project_id: projectId })
      const deleted = await client.send('DELETE', `${client.version}/flows/${id}`)
      expect(deleted.status).toBe(deletedStatus)
      expect(deletedStatus === 204 ? deleted.text : client.reader.object(deleted.json, 'flow')['id']).toBe(
        deletedStatus === 204 ? '' : id,
      )
      expect((await client.get(`${client.version}/flows/${id}`)).status).toBe(unknownIdStatus)
      expect((await client.get(`${client.version}/flow-runs/${run.id}`)).status).toBe(unknownIdStatus)
    },
    writable,
  ),
]
