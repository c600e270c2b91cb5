/** The titles of the specification's clauses, for the headings of a report. */
const titles: Readonly<Record<string, string>> = {
  '1': 'What the service does',
  '2.1': 'Identifiers',
  '2.2': 'Personal access token records',
  '2.3': 'OAuth token responses',
  '2.4': 'Other resources',
  '3': 'States and transitions',
  '4': 'Requests and responses',
  '4.1': 'Token endpoint',
  '4.2': 'Personal access tokens',
  '4.3': 'Connecting a connector',
  '4.4': 'Versioned API',
  '4.5': 'Filters',
  '4.6': 'Id cursors',
  '4.7': 'Services API',
  '4.8': 'MCP endpoint',
  '4.9': 'Legacy API',
  '4.10': 'Link header',
  '5.1': 'Bearer tokens',
  '5.2': 'OAuth client credentials',
  '5.3': 'Use of personal access tokens',
  '5.4': 'Integration tokens',
  '5.5': 'DSN',
  '5.6': 'API keys',
  '5.7': 'Connection flow',
  '6': 'Events',
  '7': 'Errors',
  '8': 'Limits',
  '9': 'Versions',
}

/** The title of a clause of the specification; empty for an unknown clause. */
export function clauseTitle(clause: string): string {
  return titles[clause] ?? ''
}

/** The order of the specification: 4.2 precedes 4.10. */
export function compareClauses(left: string, right: string): number {
  const [lefts, rights] = [left.split('.').map(Number), right.split('.').map(Number)]
  for (let index = 0; index < Math.max(lefts.length, rights.length); index++) {
    const difference = (lefts[index] ?? -1) - (rights[index] ?? -1)
    if (difference !== 0) return difference
  }
  return 0
}
