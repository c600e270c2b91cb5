// Each deviation against only its check, at other addresses: a deviation says by operation where it acts.
import { it } from 'vitest'
import { everyDeviation } from '../faults/faults.ts'
import { selectPart } from '../sample.ts'
import { assertCaught } from './assert-caught.ts'
import type { SubjectOptions } from '../conformance/subject.ts'

const addresses: Readonly<Record<string, SubjectOptions>> = {
  'in a named world': { path: '/~other' },
  'under a base path, by other conventions of paths, in a world that a header names': {
    basePath: '/api/1.0',
    world: 'other',
    conventions: {
      accessTokensPath: '/me/tokens',
      mcpPath: '/ai/mcp',
      versions: ['2.0', '2.1'],
      trailingSlash: 'any',
    },
  },
}

// Concurrent, as some checks wait for the time of the target to pass.
for (const [where, address] of Object.entries(addresses)) {
  for (const deviation of selectPart(everyDeviation)) {
    it.concurrent(`catches ${deviation.name} by ${deviation.caughtBy} ${where}`, async () => {
      await assertCaught(deviation, { only: [deviation.caughtBy] }, address)
    })
  }
}
