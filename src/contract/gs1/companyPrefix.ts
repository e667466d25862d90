/** GS1 company prefix: 4 to 12 digits. */
export const isCompanyPrefix = (prefix: string): boolean => /^\d{4,12}$/.test(prefix)
