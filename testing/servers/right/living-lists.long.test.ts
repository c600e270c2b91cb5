// Right servers whose records are created and deleted while the kit looks at their lists.
import { expect, it } from 'vitest'
import { failedRequirements, runKit } from '../../conformance/subject.ts'
import { selectPart, sampleSeed } from '../../sample.ts'
import { rightServers } from './right-servers.ts'

const only = ['cursors.*', 'filters.*', 'environments.*', 'resources.*', 'products.*', 'ids.order']
const servers = Object.values(rightServers)
  .flat()
  .filter(({ name }) => /writers: |records created at every|that comes next is deleted/.test(name))

it.each(selectPart(servers, 4))('does not blame $name for lists that change', async ({ make }) => {
  const { options = {}, close, ...subject } = await make()
  try {
    expect(failedRequirements(await runKit(subject, { ...options, seed: sampleSeed, only }))).toEqual([])
  } finally {
    await close?.()
  }
})
