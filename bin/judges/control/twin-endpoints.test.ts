import { expect, it } from 'vitest'
import { learnService } from '../../../conformance/learn/learn-service.ts'
import { toDocument } from '../../../conformance/learn/learned-document.ts'
import { toTarget } from '../../../conformance/target/target-file.ts'
import { createEmulator } from '../../../emulator/create-emulator.ts'
import { openJudging } from '../../../testing/emulator/judging-emulator.ts'
import { toTargetFile } from '../service/target-file.ts'
import type { PairedAnswers } from './twin-answers.ts'

it('shows the answers of a service that was learned beside those of this emulator, and where there is none', async () => {
  const service = createEmulator({ conventions: { listEnvelope: 'items' } })
  const target = toTarget(toTargetFile(service, 'http://service.test', true))
  const learned = await learnService({ target, fetch: service.fetch })
  const document = toDocument(learned, { baseUrl: target.baseUrl, allowWrites: false })
  const { emulator, close } = openJudging()
  const ask = async (method: string, path: string, sent?: unknown) => {
    const init = { method, headers: { 'content-type': 'application/json' } }
    const text = sent === undefined ? {} : { body: JSON.stringify(sent) }
    const response = await emulator.fetch(`http://localhost/_emulator/twin${path}`, { ...init, ...text })
    return { status: response.status, body: (await response.json()) as PairedAnswers }
  }
  const none = await emulator.fetch('http://localhost/_emulator/twin')
  expect([none.status, ((await none.json()) as { error: { code: string } }).error.code]).toEqual([404, 'no_twin'])
  const { status, body } = await ask('POST', '/answers', { learned: document })
  expect(status).toBe(200)
  const { baseUrl, answers } = body
  expect(baseUrl).toBe('http://service.test')
  const lists = answers.find(({ question }) => question === 'environments.list')!
  expect(Object.keys(lists.service!.members)).toContain('items[]')
  expect(Object.keys(lists.twin!.members)).toContain('data[]')
  expect(lists.differences).toContainEqual({ kind: 'member', path: 'items', side: 'left', types: ['array'] })
  const refused = await ask('POST', '/answers', { learned: { form: 'other' } })
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([400, expect.stringContaining('platform-learned/1')])
  const { token, clientSecret } = service.credentials
  for (const secret of [token, clientSecret]) expect(JSON.stringify(body)).not.toContain(secret)
  await close()
})
