/** Synonyms of verbs for records and traces: "add" also finds "new". */

/** Title of a general command → its synonyms. */
const also: Readonly<Record<string, readonly string[]>> = {
  'command.new': ['command.new.also', 'command.new.add'],
  'command.save': [],
  'command.edit': ['command.edit.also'],
  'command.copy': ['command.copy.also'],
  'command.delete': ['command.delete.also'],
  'command.export': ['command.export.also'],
  'command.import': ['command.import.also'],
  'command.review.export': ['command.review.export.also', 'review.export'],
  'command.review.print': [],
  'command.page.print': ['review.print'],
}

export function titlesOf(command: { readonly title: string; readonly aliases?: readonly string[] }): readonly string[] {
  return [...new Set([command.title, ...(command.aliases ?? []), ...(also[command.title] ?? [])])]
}

/** Checks for a general verb, which is searchable without its object. */
export const isVerb = (title: string): boolean => Object.hasOwn(also, title)
