/** The values of `set-cookie`, joined by commas. The date of an expiry has one, too. */
export const splitCookies = (header: string | undefined): readonly string[] => header?.split(/,\s*(?=[^;,=\s]+=)/) ?? []
