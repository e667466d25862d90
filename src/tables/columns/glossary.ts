/** Glossary: fields of the trade in words, by message `glossary.<entity>.<field>` or `glossary.<field>`. */
export function explanationOf(prefix: string, name: string, say: (key: string) => string): string | undefined {
  const key = [`glossary.${prefix}.${name}`, `glossary.${name}`].find(each => say(each) !== each)
  return key === undefined ? undefined : say(key)
}
