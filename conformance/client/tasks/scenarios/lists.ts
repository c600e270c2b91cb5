// Scenarios about lists and the members of objects (clauses 2.1, 2.4, 4.6 and 4.10).
import {
  wasAnyServed,
  linked,
  linkedFurther,
  productsChanged,
  wasServed,
  shortPage,
  unlessCursorRefused,
  unlessParametersRefused,
} from '../scenario-evidence.ts'
import type { ScenarioFacts } from '../scenario-facts.ts'

const walks = ['walk-products', 'walk-products-back'] as const

const changed = { tests: 'client.walk-stable', tasks: walks, happened: productsChanged } as const

const linkWalks = ['walk-groups', 'walk-events'] as const

const linkForm = { tests: 'client.link-by-name', tasks: linkWalks, allows: 'value', happened: linked } as const

export const listScenarios: readonly ScenarioFacts[] = [
  { ...changed, name: 'objects-change-mid-walk', allows: unlessCursorRefused },
  { ...changed, name: 'objects-added-mid-walk', buildsOn: 'objects-change-mid-walk', allows: 'value' },
  { ...changed, name: 'cursor-object-deleted', buildsOn: 'objects-change-mid-walk', allows: unlessCursorRefused },
  { ...changed, name: 'ids-differ-in-case', tests: 'client.ids-kept', tasks: ['walk-products'], allows: 'value' },
  { name: 'short-pages', tests: 'client.walk-complete', tasks: walks, allows: 'value', happened: shortPage },
  { ...linkForm, name: 'link-previous-first' },
  { ...linkForm, name: 'link-next-first' },
  { ...linkForm, name: 'link-unquoted' },
  { ...linkForm, name: 'link-further-attributes' },
  { ...linkForm, name: 'link-quoted-delimiters' },
  {
    ...linkForm,
    name: 'link-other-parameters',
    tests: 'client.link-next',
    allows: unlessParametersRefused,
  },
  { ...linkForm, name: 'link-title-case' },
  { ...linkForm, name: 'link-upper-case' },
  {
    name: 'empty-page-mid-walk',
    tests: 'client.link-results',
    tasks: linkWalks,
    allows: 'value',
    happened: linkedFurther,
  },
  {
    name: 'link-short-page',
    buildsOn: 'empty-page-mid-walk',
    tests: 'client.link-results',
    tasks: linkWalks,
    allows: 'value',
    happened: linkedFurther,
  },
  {
    name: 'unknown-members',
    tests: 'client.unknown-members',
    tasks: [
      'get-token',
      'list-environments',
      'walk-products',
      'create-access-token',
      'rename-access-token',
      'prepare-connect',
      'list-projects',
      'walk-groups',
    ],
    allows: 'value',
    happened: wasAnyServed,
  },
  {
    name: 'null-members',
    buildsOn: 'unknown-members',
    tests: 'client.null-members',
    tasks: ['list-environments', 'walk-products', 'list-projects', 'walk-groups'],
    allows: 'value',
    happened: wasServed,
  },
  {
    name: 'members-reordered',
    buildsOn: 'unknown-members',
    tests: 'client.unknown-members',
    tasks: ['get-token', 'list-environments', 'create-access-token', 'walk-groups'],
    allows: 'value',
    happened: wasAnyServed,
  },
]
