/** Titles of commands in any language. */
import type { Locale } from '#contract/messages/locales.ts'
import { pluralBy, withinSentence } from '../../data/entityNames.ts'
import { text, textsIn } from '../../data/language.ts'
import type { Command } from './command.ts'

type Named = Pick<Command, 'title' | 'values'>

/** Prefix of a title's value that stands for the plural. */
export const many = 'plural.'

const filled = (template: string, values: Command['values'], say: (key: string) => string) =>
  template.replace(/\{(\w+)\}/g, (whole, name: string, at: number) => {
    const key = values?.[name]
    if (key === undefined) return whole
    const said = key.startsWith(many) ? pluralBy(say, key.slice(many.length)) : say(key)
    // Names a person gave keep their capitals.
    return at === 0 || said === key ? said : withinSentence(said)
  })

/** Object of an action of several words: `Log a call: recall notification`. */
const templateOf = ({ title, values }: Named, say: (key: string) => string) =>
  title === 'command.action' && say(values?.action ?? '').includes(' ') ? 'command.actionOf' : title

export function commandTitle(command: Named): string {
  return filled(text(templateOf(command, text), blanks(command.values)), command.values, text)
}

/** Title for one record, whatever number the command takes. */
export const titleOfOne = ({ title, values }: Named): string =>
  commandTitle({
    title,
    values: Object.fromEntries(Object.entries(values ?? {}).map(([name, key]) => [name, key.replace(many, '')])),
  })

/** Verb of a command without its object. */
export function verbOf({ title, values }: Named): string {
  if (values?.action) return text(values.action)
  const verb = text(title, { ...values, entity: '', page: '' }).replace(/^[\s:：]+|[\s:：…]+$/g, '')
  return verb.charAt(0).toUpperCase() + verb.slice(1)
}

export const titleBy = (say: (key: string) => string, command: Named): string =>
  filled(say(templateOf(command, say)), command.values, say)

export const titleIn = (locale: Locale, command: Named): string => titleBy(textsIn(locale), command)

// Formatters refuse missing values: braces are filled later.
function blanks(values: Command['values']): Record<string, string> {
  return Object.fromEntries(Object.keys(values ?? {}).map(name => [name, `{${name}}`]))
}
