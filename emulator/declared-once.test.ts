import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'

/** In a process of its own, since it adds a row to a table that all modules read. */
const script = `
  import { defineResource, enumMember, referenceMember } from './emulator/model/resources/define-resource.ts'
  import { resourceByCollection, resourceCollections } from './emulator/model/resources/resources.ts'
  resourceByCollection.webhooks = defineResource({
    name: 'webhook',
    plural: 'webhooks',
    family: 'webhooks',
    members: { project_id: referenceMember('projects'), status: enumMember('active', 'disabled') },
    filters: ['project_id', 'status'],
    searched: ['name'],
  })
  resourceCollections.push('webhooks')
  const { createEmulator, operationIds } = await import('./emulator/index.ts')
  const { fetch, credentials, data } = createEmulator({ checkResponses: true })
  const ask = async (path, init) => {
    const headers = { authorization: 'Bearer ' + credentials.token, 'content-type': 'application/json' }
    return (await fetch('http://localhost' + path, { headers, ...init })).json()
  }
  const [{ project_id: project }] = data.find('webhooks')
  const list = await ask('/1.13/webhooks?status=disabled&limit=1')
  const nested = await ask('/1.13/projects/' + project + '/webhooks?status=disabled')
  const created = await ask('/1.13/webhooks', { method: 'POST', body: JSON.stringify({ name: 'Mine', project_id: project }) })
  const { paths } = await ask('/_emulator/api/openapi.json')
  console.log(JSON.stringify({
    listed: list.data.map(({ status }) => status),
    nested: nested.data.length,
    created: [created.name, created.status],
    operations: operationIds.filter((id) => id.includes('webhooks')),
    paths: Object.keys(paths).filter((path) => path.includes('webhooks')),
  }))
`

it('gives a resource that is only declared its endpoints, filters, operation names, records and OpenAPI paths', () => {
  const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' })
  expect(JSON.parse(printed)).toEqual({
    listed: ['disabled'],
    nested: 6,
    created: ['Mine', 'active'],
    operations: [
      'webhooks.list',
      'webhooks.create',
      'webhooks.retrieve',
      'webhooks.update',
      'webhooks.delete',
      'projects.webhooks.list',
    ],
    paths: ['/1.13/webhooks', '/1.13/webhooks/{webhook_id}', '/1.13/projects/{project_id}/webhooks'],
  })
})
