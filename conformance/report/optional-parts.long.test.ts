// What the specification leaves optional: a service without it is conformant to the rest.
import { expect, it } from 'vitest'
import { runKit, timelessSubject } from '../../testing/conformance/subject.ts'
import type { Conventions } from '../../emulator/model/contract/conventions.ts'
import type { Offer } from '../catalogue/profiles.ts'
import type { Target } from '../target/target-file.ts'
import { summarize } from './summary.ts'
import { verdictLine } from './verdict-line.ts'

const withoutRefreshToken = { tokenResponse: 'withoutRefreshToken' } as const
const withoutIntegration = ({ credentials: { integrationToken: _token, ...credentials } = {}, ...target }: Target) => ({
  ...target,
  credentials,
  without: ['integrationTokens'] as const,
})
const withoutMcp = ({ paths: { mcp: _mcp, ...paths } = {}, ...target }: Target) => ({
  ...target,
  paths,
  without: ['mcp'] as const,
})
const tokensAlone = (target: Target) => ({ ...target, profile: 'tokens' as const })

it.each<[what: string, without: readonly Offer[], conventions: Partial<Conventions>, change?: (all: Target) => Target]>(
  [
    ['everything', [], {}],
    ['no refresh tokens, which a run sees', ['refreshTokens'], withoutRefreshToken],
    ['the same, where it claims tokens alone', ['refreshTokens'], withoutRefreshToken, tokensAlone],
    ['no integration tokens, as declared', ['integrationTokens'], {}, withoutIntegration],
    ['no MCP, as declared', ['mcp'], {}, withoutMcp],
  ],
)('is conformant given %s', async (_what, without, conventions, change = (all) => all) => {
  const { target, ...subject } = timelessSubject({ conventions })
  const summary = summarize(await runKit({ ...subject, target: change(target) }))
  expect(summary).toMatchObject({ conformant: true, exitCode: 0, claim: { without }, open: [] })
  const { head, tone } = verdictLine(summary)
  expect(tone).toBe('good')
  for (const part of without) expect(head).toContain(`without ${part}`)
})
