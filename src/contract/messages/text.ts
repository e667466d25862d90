/** Trilingual message, zh-CN first. */
export type Text = readonly [chinese: string, traditional: string, english: string]
