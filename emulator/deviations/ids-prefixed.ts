import { defineDeviation, type Deviation, type FetchWrapper } from './define-deviation.ts'
import { dropParameters } from './drop-parameters.ts'

/** Ids of a place in a request, as it takes them. */
function refusing(path: RegExp, refused: (id: string) => boolean, parameter?: string): FetchWrapper {
  return (next) => (request) => {
    const url = new URL(request.url)
    const given = path.exec(decodeURIComponent(url.pathname))?.[1]
    const id = parameter === undefined ? given : (given !== undefined && url.searchParams.get(parameter)) || undefined
    if (request.method !== 'GET' || id === undefined || !refused(id)) return next(request)
    return Promise.resolve(
      Response.json({ error: { code: 'invalid_id', message: 'That is not an id of this kind.' } }, { status: 400 }),
    )
  }
}

const catalog = /\/catalogs\/([^/]+)\/products$/
const issue = /^\/0\/issues\/([^/]+)\/events\/$/
const project = /^\/0\/projects\/([^/]+)\/groups\/$/
const capabilities = /^\/services\/([^/]+)\/capabilities$/

const prefixed = (id: string) => /^[a-z]{3}_/.test(id)
const isPrefixedId = (id: string) => /^[a-z]{3}_[0-9A-Za-z]{27}$/.test(id)
/** A prefix other than those that could be meant there. */
const foreign =
  (...meant: readonly string[]) =>
  (id: string) =>
    prefixed(id) && !meant.includes(id.slice(0, 4))

/** Violations of clause 2.1 by ids that requests give with a prefix. */
export const prefixedIdDeviations: readonly Deviation[] = [
  defineDeviation({
    name: 'prefixed-catalog-refused',
    requirement: 'ids.prefixed-form',
    caughtBy: 'ids.prefixed-form.catalog',
    description: 'The products take a bare catalog id alone.',
    wrap: refusing(catalog, prefixed),
  }),
  defineDeviation({
    name: 'prefixed-issue-refused',
    requirement: 'ids.prefixed-form',
    caughtBy: 'ids.prefixed-form.issue',
    description: 'The events take a bare issue id alone.',
    wrap: refusing(issue, prefixed),
  }),
  defineDeviation({
    name: 'prefixed-connection-refused',
    requirement: 'ids.prefixed-form',
    caughtBy: 'ids.prefixed-form.adapter-connection',
    description: 'The Services API takes a bare adapter connection id alone.',
    wrap: refusing(capabilities, prefixed),
  }),
  defineDeviation({
    name: 'prefixed-starting-after-refused',
    requirement: 'ids.prefixed-cursor',
    caughtBy: 'ids.prefixed-cursor.starting-after',
    description: 'starting_after takes a bare id alone.',
    wrap: refusing(catalog, prefixed, 'starting_after'),
  }),
  defineDeviation({
    name: 'prefixed-ending-before-refused',
    requirement: 'ids.prefixed-cursor',
    caughtBy: 'ids.prefixed-cursor.ending-before',
    description: 'ending_before takes a bare id alone.',
    wrap: refusing(catalog, prefixed, 'ending_before'),
  }),
  defineDeviation({
    name: 'prefixed-cursor-ignored',
    requirement: 'ids.prefixed-cursor',
    caughtBy: 'ids.prefixed-cursor.starting-after',
    description: 'A prefixed starting_after gives the first page.',
    wrap: dropParameters(['starting_after'], (url) => isPrefixedId(url.searchParams.get('starting_after') ?? '')),
  }),
  defineDeviation({
    name: 'prefixed-ending-before-ignored',
    requirement: 'ids.prefixed-cursor',
    caughtBy: 'ids.prefixed-cursor.ending-before',
    description: 'A prefixed ending_before gives the first page.',
    wrap: dropParameters(['ending_before'], (url) => isPrefixedId(url.searchParams.get('ending_before') ?? '')),
  }),
  defineDeviation({
    name: 'foreign-ending-before-prefix-refused',
    requirement: 'ids.prefix-ignored',
    caughtBy: 'ids.prefix-ignored.cursor-back',
    description: 'ending_before takes the prefix of a product alone.',
    wrap: refusing(catalog, foreign('prd_'), 'ending_before'),
  }),
  defineDeviation({
    name: 'foreign-project-prefix-refused',
    requirement: 'ids.prefix-ignored',
    caughtBy: 'ids.prefix-ignored.project',
    description: 'The groups take the prefix of a project alone.',
    wrap: refusing(project, foreign('prj_')),
  }),
  defineDeviation({
    name: 'named-prefixes-refused',
    requirement: 'ids.prefix-ignored',
    caughtBy: 'ids.prefix-ignored.known',
    description: 'The products take no catalog id with a prefix that is named for another kind of object.',
    wrap: refusing(catalog, (id) => /^(?:wrk|flw|prj)_/.test(id)),
  }),
  defineDeviation({
    name: 'foreign-catalog-prefix-refused',
    requirement: 'ids.prefix-ignored',
    caughtBy: 'ids.prefix-ignored.catalog',
    description: 'The products take a catalog id with the prefix of a catalog alone.',
    wrap: refusing(catalog, foreign('cat_')),
  }),
  defineDeviation({
    name: 'foreign-issue-prefix-refused',
    requirement: 'ids.prefix-ignored',
    caughtBy: 'ids.prefix-ignored.issue',
    description: 'The events take an issue id with the prefix of an issue alone.',
    wrap: refusing(issue, foreign('iss_')),
  }),
  defineDeviation({
    name: 'foreign-connection-prefix-refused',
    requirement: 'ids.prefix-ignored',
    caughtBy: 'ids.prefix-ignored.adapter-connection',
    description: 'The Services API takes the prefix of an adapter connection alone.',
    wrap: refusing(capabilities, foreign('adc_')),
  }),
  defineDeviation({
    name: 'foreign-cursor-prefix-refused',
    requirement: 'ids.prefix-ignored',
    caughtBy: 'ids.prefix-ignored.cursor',
    description: 'A cursor takes the prefix of a product alone.',
    wrap: refusing(catalog, foreign('prd_'), 'starting_after'),
  }),
  defineDeviation({
    name: 'project-prefix-refused',
    requirement: 'ids.known-prefixes',
    caughtBy: 'ids.known-prefixes.project',
    description: 'The groups do not take prj_ before the id of a project.',
    wrap: refusing(project, (id) => id.startsWith('prj_')),
  }),
]
