/** Errors, limits, versions, and what the specification leaves open (clauses 3, 6, 7, 8 and 9). */
export const otherRequirements = {
  'errors.body': {
    clause: '7',
    kind: 'notShown',
    statement: 'The shape of an error body, and status codes other than 400.',
  },
  'limits.rate': { clause: '8', kind: 'notShown', statement: 'Request rate limits and their headers.' },
  'versions.current': {
    clause: '9',
    statement: 'Versioned paths have the form {base_url}/{version}/{resource}; the current version is 1.13.',
    profiles: ['versioned', 'read-only'],
    cause: 'The version in the path differs, or the answer has no list of objects with an id.',
    remedy: 'Serve the lists of the current version at /1.13/.',
  },
  'versions.side-by-side': {
    clause: '9',
    statement: 'The versioned and the legacy API run at the same time.',
    profiles: ['read-only'],
    cause: 'One of the two generations was switched off.',
    remedy: 'Serve the versioned and the legacy API at the same time.',
  },
  'versions.legacy-description': {
    clause: '9',
    statement: 'A machine-readable description of the legacy API is published under interface version 1.1.36.',
    excluded: 'Where it is published is not shown.',
  },
  'versions.differences': { clause: '9', kind: 'notShown', statement: 'Differences between versions.' },
  'states.transitions': { clause: '3', kind: 'notShown', statement: 'States and transitions of any resource.' },
  'resources.fields': {
    clause: '2.4',
    kind: 'notShown',
    statement: 'Fields of the named resources beyond id, name and the filter names.',
  },
  'events.emitted': { clause: '6', kind: 'notShown', statement: 'Events emitted by the service.' },
} as const
