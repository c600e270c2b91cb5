/** Connecting a connector (clauses 4.3 and 5.7). */
export const connectRequirements = [
  {
    id: 'connect.prepare',
    clause: '4.3',
    kind: 'stated',
    statement: 'POST /app/{adapter}/prepare-connect returns a state code.',
    profiles: ['services'],
    advice: {
      cause: 'The code is missing from the answer.',
      remedy: 'Answer prepare-connect with a state code.',
    },
  },
  {
    id: 'connect.prepare-auth',
    clause: '4.3',
    kind: 'stated',
    statement: 'prepare-connect takes a Bearer token.',
    profiles: ['services'],
    advice: {
      cause: 'The route is open, like the browser route that follows it.',
      remedy: 'Require a Bearer token at prepare-connect.',
    },
  },
  {
    id: 'connect.browser',
    clause: '4.3',
    kind: 'stated',
    statement: 'GET /app/{adapter}/connect?prepare_state=<code> continues in the browser, without a Bearer token.',
    profiles: ['services'],
    advice: {
      cause:
        'The browser route requires a Bearer token, which browsers do not send; it does not know the code; or its page has a form or link that is not served.',
      remedy: 'Identify the caller by the state code of prepare-connect, and answer with a page or a redirect.',
    },
  },
  {
    id: 'connect.code-verified',
    clause: '5.7',
    kind: 'stated',
    statement: 'A code that prepare-connect did not return completes nothing.',
    profiles: ['services'],
    advice: {
      cause: 'The code is not looked up before the connection is completed.',
      remedy: 'Complete nothing for a code that prepare-connect did not issue.',
    },
  },
  {
    id: 'connect.short-lived',
    clause: '5.7',
    kind: 'stated',
    statement: 'The state code is short-lived. How short is not shown; a month is not.',
    profiles: ['services'],
    advice: {
      cause: 'Codes have no expiry.',
      remedy: 'Let a state code expire after a few minutes.',
    },
  },
  {
    id: 'connect.code-name',
    clause: '4.3',
    kind: 'notShown',
    statement: 'The name of the field that holds the state code.',
  },
] as const
