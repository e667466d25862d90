/** Other words for what can be done with any record, or any trace: whoever says "add" finds what is called "new". */

/** Title of a general command → message keys that say the same in other words. */
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
}

/** Message keys of a command's title and of all it is also called by. */
export function titlesOf(command: { readonly title: string; readonly aliases?: readonly string[] }): readonly string[] {
  return [...new Set([command.title, ...(command.aliases ?? []), ...(also[command.title] ?? [])])]
}

/** Is this the title of something that can be done with any record or trace? Its bare verb finds it too. */
export const isVerb = (title: string): boolean => Object.hasOwn(also, title)
