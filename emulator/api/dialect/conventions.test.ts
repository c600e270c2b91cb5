import { expect, it } from 'vitest'
import { defaultConventions, describeConventions, withConventions } from './conventions.ts'
import { createEmulator } from '../../create-emulator.ts'
import type { ConventionName } from '../../model/contract/conventions.ts'
import type { ConventionCase } from '../../../testing/suite/convention-cases/convention-case.ts'
import { conventionCases } from '../../../testing/suite/convention-cases/convention-cases.ts'

const descriptions = describeConventions(defaultConventions)

const cases = Object.entries(conventionCases) as [ConventionName, ConventionCase<ConventionName>][]

for (const [name, { observe, expected }] of cases) {
  for (const [value, observed] of expected) {
    it(`shows ${name}=${JSON.stringify(value)} to a client`, async () => {
      const faults: unknown[] = []
      const emulator = createEmulator({
        clock: '2026-03-01T00:00:00Z',
        checkResponses: true,
        conventions: { [name]: value },
        onError: (error) => faults.push(error),
      })
      expect(await observe(emulator)).toEqual(observed)
      expect(faults).toEqual([])
    })
  }
}

it('gives every value of a convention a different answer', () => {
  for (const [name, { expected }] of cases) {
    const { default: first, alternatives } = descriptions.find((convention) => convention.name === name)!
    const values: readonly unknown[] = expected.map(([value]) => value)
    expect(values, name).toContainEqual(first)
    if (typeof alternatives === 'string') expect(values.length, name).toBeGreaterThan(1)
    else expect(new Set(values), name).toEqual(new Set([first, ...alternatives]))
    expect(new Set(expected.map(([, observed]) => JSON.stringify(observed))).size, name).toBe(expected.length)
  }
})

it('converts text from a command line', () => {
  for (const [name, text, value] of [
    ['refusedStatus', '422', 422],
    ['pagedLists', 'false', false],
    ['listEnvelope', 'array', 'array'],
    ['defaultLimit', '7', 7],
    ['versions', '1.13, 1.14', ['1.13', '1.14']],
  ] as const) {
    expect(withConventions(defaultConventions, { [name]: text })[name], `${name}=${text}`).toEqual(value)
  }
})

it.each([
  ['listEnvelop', 'data', 'There is no convention "listEnvelop"'],
  ['maximumLimit', 10, 'defaultLimit (20) is above maximumLimit (10); set both'],
  ['recordMembers', { enviroments: ['id'] }, 'knows no resource "enviroments"; did you mean environments?'],
  ['recordMembers', { environments: ['id'] }, 'takes a list of names for environments, name among them; got ["id"].'],
  ['constructor', 'data', 'There is no convention "constructor"'],
  [
    'listEnvelope',
    'bare',
    'The convention listEnvelope takes data, array, items, named, or a JSON template with holes ($items, $hasMore',
  ],
  ['refusedStatus', 500, 'takes 400, 422, or a status from 400 to 499; got 500'],
  ['pagedLists', 'yes', 'takes true, false'],
  ['defaultLimit', 0, 'from 1 to'],
  ['rateLimit', -1, 'requests a minute'],
  ['accessTokensPath', 'access-tokens', 'a path such as'],
  ['accessTokensPath', '/a/../b', 'a path such as'],
  ['accessTokensPath', '/_emulator/tokens', 'a path such as'],
  ['accessTokensPath', '/mcp', 'accessTokensPath and mcpPath are both /mcp'],
  ['mcpPath', '/1.13/environments', 'the documented paths'],
  ['versions', '1.13,1.13', 'versions such as'],
  ['environmentPrefix', 'env', 'three lowercase letters and an underscore'],
  ['environmentPrefix', 'prj_', 'other than wrk_, flw_, flr_, prj_'],
])('refuses %s=%j in one line that says what to do', (name, value, message) => {
  const change = () => withConventions(defaultConventions, { [name]: value })
  const code = Object.hasOwn(defaultConventions, name) ? 'invalid_convention' : 'unknown_convention'
  expect(change).toThrow(expect.objectContaining({ name: 'EmulatorError', code }))
  expect(change).toThrow(message)
  expect(change).not.toThrow(/\n/)
})

it('describes the conventions, their defaults and their alternatives', () => {
  expect(
    descriptions.flatMap(({ name, default: first, alternatives }) => [
      `${name}: ${JSON.stringify(first)}`,
      `  or ${JSON.stringify(alternatives)}`,
    ]),
  ).toMatchInlineSnapshot(`
    [
      "listEnvelope: "data"",
      "  or ["array","items","named"]",
      "legacyListEnvelope: "array"",
      "  or ["data"]",
      "legacyProjects: "list"",
      "  or ["object"]",
      "objectEnvelope: "bare"",
      "  or ["data","named"]",
      "errorBody: "error"",
      "  or ["problem","message","errors"]",
      "refusedStatus: 400",
      "  or [422]",
      "unauthenticatedStatus: 401",
      "  or [403]",
      "forbiddenStatus: 403",
      "  or [404]",
      "unknownIdStatus: 404",
      "  or [410]",
      "createdStatus: 201",
      "  or [200]",
      "successStatus: 200",
      "  or [203]",
      "deletedStatus: 204",
      "  or [200]",
      "tokenResponse: "rfc6749"",
      "  or ["withoutRefreshToken","withoutExpiresIn","expiresAt"]",
      "accessTokenLifetime: 3600",
      "  or "a whole number of seconds from 1 to 1000000000"",
      "earlierTokens: "stay"",
      "  or ["end"]",
      "accessTokensPath: "/access-tokens"",
      "  or "a path such as /1.13/access-tokens, outside /_emulator, /oauth, /services, /app, /0 and the documented paths"",
      "secretName: "token"",
      "  or ["secret","value"]",
      "scopeFormat: "string"",
      "  or ["object","text","named"]",
      "scopeRule: "enforced"",
      "  or ["ignored"]",
      "expiresAtFormat: "rfc3339"",
      "  or ["unix-seconds","unix-milliseconds","rfc3339-offset","date","http-date","unix-seconds-text","unix-milliseconds-text"]",
      "stateCodeName: "state"",
      "  or ["prepare_state","code"]",
      "stateCodeLifetime: 600",
      "  or "a whole number of seconds from 1 to 1000000000"",
      "connectFlow: "consent"",
      "  or ["redirect","immediate","redirect-302"]",
      "defaultLimit: 20",
      "  or "a whole number from 1 to 1000000000"",
      "maximumLimit: 100",
      "  or "a whole number from 1 to 1000000000"",
      "excessiveLimit: "refuse"",
      "  or ["clamp"]",
      "minimumLimit: 1",
      "  or "a whole number from 1 to 1000000000"",
      "unknownCursor: "continue"",
      "  or ["refuse"]",
      "lastCursor: 200",
      "  or "200, or a status from 400 to 499"",
      "bothCursors: "refuse"",
      "  or ["startingAfter"]",
      "recordMembers: "full"",
      "  or ["minimal"]",
      "pagedLists: true",
      "  or [false]",
      "bareScope: "refuse"",
      "  or ["accept"]",
      "capabilities: "commands"",
      "  or ["map"]",
      "mcpPath: "/mcp"",
      "  or "a path such as /mcp, outside /_emulator, /oauth, /services, /app, /0 and the documented paths"",
      "environmentPrefix: "env_"",
      "  or "three lowercase letters and an underscore, other than wrk_, flw_, flr_, prj_"",
      "rateLimit: 0",
      "  or "the number of requests a minute for one credential; 0 for no limit"",
      "groupStatus: "optional"",
      "  or ["required"]",
      "legacyPageSize: 100",
      "  or "a whole number from 1 to 1000000000"",
      "versionedResources: "on"",
      "  or ["off"]",
      "optionsAnswer: "description"",
      "  or ["noContent","empty"]",
      "versions: ["1.13"]",
      "  or "versions such as 1.13,1.14"",
      "repeatedParameters: "refuse"",
      "  or ["first","last"]",
      "emptyParameters: "exact"",
      "  or ["ignore","refuse"]",
      "unknownParameters: "ignore"",
      "  or ["refuse"]",
      "unknownMembers: "refuse"",
      "  or ["ignore"]",
      "trailingSlash: "documented"",
      "  or ["any"]",
      "answerForms: "none"",
      "  or "none, or forms by operation (or $default) and outcome (success, options, the code of a refusal, by itself or with the mistake, refusal, redirect or slash; for $default also the status of a success), such as {\\"$default\\": {\\"unauthenticated\\": {\\"mediaType\\": \\"text/html\\", \\"text\\": \\"<p>Sign in\\"}}}"",
      "bodyLimit: 1048576",
      "  or "a whole number of bytes from 1 to 1000000000"",
    ]
  `)
})
