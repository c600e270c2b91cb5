/** Connecting a connector (clauses 4.3 and 5.7). */
export const connectRequirements = {
  'connect.prepare': {
    clause: '4.3',
    statement: 'POST /app/{adapter}/prepare-connect returns a state code.',
    profiles: ['services'],
    cause: 'The code is missing from the answer.',
    remedy: 'Answer prepare-connect with a state code.',
  },
  'connect.prepare-auth': {
    clause: '4.3',
    statement: 'prepare-connect takes a Bearer token.',
    profiles: ['services'],
    cause: 'The route is open, like the browser route that follows it.',
    remedy: 'Require a Bearer token at prepare-connect.',
  },
  'connect.browser': {
    clause: '4.3',
    statement: 'GET /app/{adapter}/connect?prepare_state=<code> continues in the browser, without a Bearer token.',
    profiles: ['services'],
    cause:
      'The browser route requires a Bearer token, which browsers do not send; it does not know the code; or its page has a form or link that is not served.',
    remedy: 'Identify the caller by the state code of prepare-connect, and answer with a page or a redirect.',
  },
  'connect.code-verified': {
    clause: '5.7',
    statement: 'A code that prepare-connect did not return completes nothing.',
    profiles: ['services'],
    cause: 'The code is not looked up before the connection is completed.',
    remedy: 'Complete nothing for a code that prepare-connect did not issue.',
  },
  'connect.short-lived': {
    clause: '5.7',
    statement: 'The state code is short-lived. Its lifetime is not stated; it is less than a month.',
    profiles: ['services'],
    cause: 'Codes have no expiry.',
    remedy: 'Let a state code expire after a few minutes.',
  },
  'connect.code-name': {
    clause: '4.3',
    kind: 'notShown',
    statement: 'The name of the field that holds the state code.',
  },
} as const
