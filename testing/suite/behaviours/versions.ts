import { expect } from 'vitest'
import { type Behaviour, behaviour } from './behaviour.ts'
import { suiteSeed } from '../suite-seed.ts'

export const versionBehaviours: readonly Behaviour[] = [
  // holds: versions.current, versions.side-by-side
  behaviour('serves every version side by side with the legacy API, over the same data', async (client) => {
    const answers = await Promise.all(
      client.conventions.versions.map((version) => client.get(`/${version}/environments`, { limit: 1 })),
    )
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers[0]!.status).toBe(client.conventions.successStatus)
    expect((await client.get('/0/projects/')).status).toBe(client.conventions.successStatus)
  }),
  // holds: versions.current
  behaviour('answers 404 to a version that is not served, and names those that are', async (client) => {
    for (const version of ['9.99', '1', '1.13.1', '01.13'].filter(
      (version) => !client.conventions.versions.includes(version),
    )) {
      for (const path of [`/${version}/environments`, `/${version}`, `/${version}/anything/at/all`]) {
        const { message, allowed } = client.expectRefusal(await client.get(path), 404, 'unknown_endpoint')
        const said = `${message} ${JSON.stringify(allowed)}`
        for (const known of [...client.conventions.versions, '0']) expect(said, path).toContain(known)
      }
    }
  }),
  behaviour('answers 404 to an undocumented path, with a hint at the nearest one', async (client) => {
    const hints = [
      [`${client.version}/enviroments`, `${client.version}/environments`],
      ['/environments', `${client.version}/environments`],
      [
        `${client.version}/pulse/catalogs/${suiteSeed.samples.catalogId}/product`,
        `${client.version}/pulse/catalogs/{catalog_id}/products`,
      ],
    ] as const
    for (const [path, hint] of hints)
      expect(client.expectRefusal(await client.get(path), 404, 'unknown_endpoint').message).toContain(` ${hint}.`)
    // The dot of a version matches only a dot, and paths are case-sensitive.
    for (const path of [`${client.version.replace('.', 'x')}/environments`, `${client.version}/Environments`, '/0x/'])
      expect((await client.get(path)).status, path).toBe(404)
  }),
  behaviour(
    'answers a legacy path without its slash with 404 and a hint, or serves it, by convention',
    async (client) => {
      const { projectId, issueId } = suiteSeed.samples
      for (const [path, documented] of [
        ['/0', '/0/'],
        ['/0/projects', '/0/projects/'],
        [`/0/projects/${projectId}/groups`, '/0/projects/{project_id}/groups/'],
        [`/0/issues/${issueId}/events`, '/0/issues/{issue_id}/events/'],
      ] as const) {
        const reply = await client.get(path)
        if (client.conventions.trailingSlash === 'any')
          expect(reply.status, path).toBe(path === '/0' ? 200 : client.conventions.successStatus)
        else expect(client.expectRefusal(reply, 404, 'unknown_endpoint').message).toContain(` ${documented}.`)
      }
      const versioned = await client.get(`${client.version}/environments/`)
      if (client.conventions.trailingSlash === 'any') expect(versioned.status).toBe(client.conventions.successStatus)
      else client.expectRefusal(versioned, 404, 'unknown_endpoint')
    },
  ),
]
