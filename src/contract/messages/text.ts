/** A text in the three languages, zh-CN first. */
export type Text = readonly [chinese: string, traditional: string, english: string]
