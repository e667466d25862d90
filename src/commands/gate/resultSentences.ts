/** Sentences of what was done, loaded with the frame: `Shipment SO-1 posted`. */
import { entityNamed } from '#contract/index.ts'
import { titleOfRow } from '#contract/rowTitle.ts'
import type { Entity } from '#contract/schema/entity.ts'
import { isEmpty } from '#contract/schema/field.ts'
import { plural, withinSentence } from '../../data/entityNames.ts'
import { text } from '../../data/language.ts'
import { isStored } from '../../data/records/row.ts'
import type { Command } from '../core/command.ts'
import type { Done } from './resultLog.ts'

/** Record of a result and its name, or how many. */
function subjectOf(entity: Entity, { rows = [], data }: Done): string {
  if (rows.length > 1) return text('result.many', { count: rows.length, entity: withinSentence(plural(entity.name)) })
  const [row, title] = [rows[0]?.data ?? data, text(entity.name)]
  if (!isStored(row) || isEmpty(row[entity.title])) return title
  return text('result.one', { entity: title, name: titleOfRow(entity, row, text) })
}

/** Sentence of a result; undefined where its command has none. */
export function sentenceOf(command: Command, result: Done): string | undefined {
  const entity = command.rows?.entity ?? entityNamed(command.entity ?? '')
  const said = [command.id, command.id.replace(/^\w+\./, '')].map(each => `result.did.${each}`)
  const own = entity && said.find(key => text(key) !== key)
  return own && text(own, { what: subjectOf(entity, result) })
}
