/** The words of a command in any language. */
import type { Locale } from '../../contract/messages/locales.ts'
import { text, textIn } from '../../data/api/messages.ts'
import type { Command } from './command.ts'

type Named = Pick<Command, 'title' | 'values'>

const filled = (template: string, values: Command['values'], say: (key: string) => string) =>
  template.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const key = values?.[name]
    return key === undefined ? whole : say(key)
  })

/** Title in the language of the console. */
export function titleOf(command: Named): string {
  return filled(text(command.title, blanks(command.values)), command.values, text)
}

/** Title in a given language. */
export function titleIn(locale: Locale, command: Named): string {
  return filled(textIn(locale, command.title), command.values, key => textIn(locale, key))
}

// A message formatter would refuse a text whose values are missing: each brace is given itself and filled afterwards.
function blanks(values: Command['values']): Record<string, string> {
  return Object.fromEntries(Object.keys(values ?? {}).map(name => [name, `{${name}}`]))
}
