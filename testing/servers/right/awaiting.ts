// What the kit must learn before it can judge some right servers. Their tests are skipped until then.

/** Reasons by the names of servers. */
export const awaiting: Readonly<Record<string, string>> = {
  'an address blocked after 15 failed log-ins': 'marks on requests with wrong credentials',
  'an address blocked after 5 failed log-ins, by 429': 'marks on requests with wrong credentials',
  'a client locked after two refusals': 'marks on requests with wrong credentials',
}
