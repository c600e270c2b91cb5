import { expect } from 'vitest'
import { type Behaviour, behaviour } from '../client.ts'
import { suiteSeed } from '../suite-seed.ts'

export const versionBehaviours: readonly Behaviour[] = [
  // holds: versions.current, versions.side-by-side
  behaviour('serves every version side by side with the legacy API, over the same data', async (bench) => {
    const answers = await Promise.all(
      bench.conventions.versions.map((version) => bench.get(`/${version}/environments`, { limit: 1 })),
    )
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers[0]!.status).toBe(200)
    expect((await bench.get('/0/projects/')).status).toBe(200)
  }),
  // holds: versions.current
  behaviour('answers 404 to a version that is not served, and names those that are', async (bench) => {
    for (const version of ['9.99', '1', '1.13.1', '01.13'].filter(
      (version) => !bench.conventions.versions.includes(version),
    )) {
      for (const path of [`/${version}/environments`, `/${version}`, `/${version}/anything/at/all`]) {
        const { message, allowed } = bench.expectRefusal(await bench.get(path), 404, 'unknown_endpoint')
        const said = `${message} ${JSON.stringify(allowed)}`
        for (const known of [...bench.conventions.versions, '0']) expect(said, path).toContain(known)
      }
    }
  }),
  behaviour('answers 404 to an undocumented path, with a hint at the nearest one', async (bench) => {
    const hints = [
      [`${bench.version}/enviroments`, `${bench.version}/environments`],
      ['/environments', `${bench.version}/environments`],
      [
        `${bench.version}/pulse/catalogs/${suiteSeed.samples.catalogId}/product`,
        `${bench.version}/pulse/catalogs/{catalog_id}/products`,
      ],
    ] as const
    for (const [path, hint] of hints)
      expect(bench.expectRefusal(await bench.get(path), 404, 'unknown_endpoint').message).toContain(` ${hint}.`)
    // The dot of a version is a dot, and the case of a path counts.
    for (const path of [`${bench.version.replace('.', 'x')}/environments`, `${bench.version}/Environments`, '/0x/'])
      expect((await bench.get(path)).status, path).toBe(404)
  }),
  behaviour(
    'answers a legacy path without its slash with 404 and a hint, or serves it, by convention',
    async (bench) => {
      const { projectId, issueId } = suiteSeed.samples
      for (const [path, documented] of [
        ['/0', '/0/'],
        ['/0/projects', '/0/projects/'],
        [`/0/projects/${projectId}/groups`, '/0/projects/{project_id}/groups/'],
        [`/0/issues/${issueId}/events`, '/0/issues/{issue_id}/events/'],
      ] as const) {
        const reply = await bench.get(path)
        if (bench.conventions.trailingSlash === 'any') expect(reply.status, path).toBe(200)
        else expect(bench.expectRefusal(reply, 404, 'unknown_endpoint').message).toContain(` ${documented}.`)
      }
      const versioned = await bench.get(`${bench.version}/environments/`)
      if (bench.conventions.trailingSlash === 'any') expect(versioned.status).toBe(200)
      else expect(versioned.status).toBe(bench.conventions.versionedResources === 'on' ? 400 : 404)
    },
  ),
]
