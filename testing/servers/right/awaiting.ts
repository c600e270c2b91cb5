// What the kit must learn before it can judge some servers. Their tests are skipped until then.

/** Reasons by the names of servers. */
export const awaiting: Readonly<Record<string, string>> = {}
