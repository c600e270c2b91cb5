// node .ci/release-notes.ts TAG: prints the notes of a release, which are its section of CHANGELOG.md.
import { readFileSync } from 'node:fs'

/**
 * The notes of the release that a tag names.
 * @throws Error if the tag is not `v` and the version of package.json, or CHANGELOG.md has no notes for it.
 */
export function releaseNotes(tag: string, version: string, changelog: string): string {
  if (tag !== `v${version}`)
    throw new Error(`The tag ${tag} is not v${version}, the version of package.json. Change one of them.`)
  const sections = changelog.split(/^## /m).slice(1)
  const section = sections.find((text) => text.startsWith(`[${version}]`))
  const notes = section?.slice(section.indexOf('\n')).trim() ?? ''
  if (notes === '')
    throw new Error(`CHANGELOG.md has no notes for ${version}. Rename "Unreleased" to "[${version}] - YYYY-MM-DD".`)
  return notes
}

if (import.meta.main) {
  const read = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8')
  try {
    console.log(
      releaseNotes(
        process.argv[2] ?? '',
        (JSON.parse(read('package.json')) as { readonly version: string }).version,
        read('CHANGELOG.md'),
      ),
    )
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  }
}
