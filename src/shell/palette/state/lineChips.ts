/** Chips of a command line, and its completion. Pure. */
import type { Arguments } from '../../../commands/core/command.ts'
import type { LineValues } from './lineValues.ts'
import type { Chip } from './pane.ts'

type Say = (key: string, values?: Readonly<Record<string, string>>) => string

export function lineChips({ line, readings, rows }: LineValues, say: Say): readonly Chip[] {
  const entity = line.command.rows?.entity.name ?? ''
  return [
    ...[...rows.words].map(
      ([word, label]): Chip => ({
        id: `row ${word}`,
        kind: 'answer',
        text: say('tables.nameValue', { name: say(entity), value: label }),
      }),
    ),
    ...readings.map(({ word, slot, label = '' }, at): Chip => {
      const text = slot
        ? say('tables.nameValue', { name: say(slot.title), value: label })
        : say('palette.line.unknown', { word })
      return { id: `${at} ${word}`, kind: slot ? 'answer' : 'unknown', text }
    }),
  ]
}

export const lineArguments = ({ line, rows }: LineValues): Arguments => (line.command.rows ? { ids: rows.ids } : {})

const quoted = (label: string) => (/\s/.test(label) ? `"${label}"` : label)

/** Query with its first ambiguous word completed. */
export function completedLine(query: string, { readings }: LineValues): string | null {
  const open = readings.find(({ slot, word, offers = [] }) => !slot && offers[0] !== undefined && offers[0] !== word)
  const [offer] = open?.offers ?? []
  if (!open || offer === undefined) return null
  const at = query.normalize('NFKC').lastIndexOf(open.word)
  return at < 0
    ? null
    : `${query.slice(0, at)}${quoted(offer)} ${query.slice(at + open.word.length).trimStart()}`.trimEnd()
}
