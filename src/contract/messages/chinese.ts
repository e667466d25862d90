/** The zh-CN texts, which the definitions say themselves, and the texts said in all three languages beside them. */
import { entities } from '../index.ts'
import { areaTitles } from '../pages.ts'
import { exportFields, reviewascFields, reviewdescFields } from '../review/review.ts'
import { sections } from '../review/sections.ts'
import { refusals } from '../schema/answer.ts'
import type { Entity } from '../schema/entity.ts'
import type { Fields } from '../schema/field.ts'
import type { Texts } from './locales.ts'
import { clipboardTexts } from './parts/clipboard.ts'
import { commandTexts } from './parts/commands.ts'
import { dataTexts } from './parts/data.ts'
import { domainTexts } from './parts/domain.ts'
import { draftTexts } from './parts/drafts.ts'
import { editingTexts } from './parts/editing.ts'
import { faultTexts } from './parts/faults.ts'
import { filterTexts } from './parts/filters.ts'
import { frameTexts } from './parts/frame.ts'
import { graphTexts } from './parts/graph.ts'
import { gridTexts } from './parts/grid.ts'
import { gridRangeTexts } from './parts/gridRanges.ts'
import { keyTexts } from './parts/keys.ts'
import { realtimeTexts } from './parts/realtime.ts'
import { recallTexts } from './parts/recall.ts'
import { reviewTexts } from './parts/review.ts'
import { scriptTexts } from './parts/script.ts'
import { shellTexts } from './parts/shell.ts'
import { tablesTexts } from './parts/tables.ts'
import { traceSheetTexts } from './parts/traceSheets.ts'
import { transferTexts } from './parts/transfer.ts'
import type { Text } from './text.ts'

/** Texts said in the three languages at once, by key. */
const parts = {
  ...shellTexts,
  ...commandTexts,
  ...frameTexts,
  ...graphTexts,
  ...gridTexts,
  ...clipboardTexts,
  ...gridRangeTexts,
  ...editingTexts,
  ...faultTexts,
  ...filterTexts,
  ...domainTexts,
  ...dataTexts,
  ...draftTexts,
  ...realtimeTexts,
  ...recallTexts,
  ...reviewTexts,
  ...scriptTexts,
  ...keyTexts,
  ...tablesTexts,
  ...traceSheetTexts,
  ...transferTexts,
}

function fieldTexts(prefix: string, fields: Fields, into: Record<string, string>) {
  for (const [name, field] of Object.entries(fields)) {
    into[`${prefix}.${name}`] = field.title
    if (field.hint) into[`${prefix}.${name}.hint`] = field.hint
    if (field.enumeration) {
      for (const [code, title] of Object.entries(field.enumeration.options))
        into[`${field.enumeration.name}.${code}`] = title as string
    }
  }
}

function entityTexts(entity: Entity, into: Record<string, string>) {
  into[entity.name] = entity.label
  fieldTexts(entity.name, entity.fields, into)
  for (const [name, line] of Object.entries(entity.lines)) {
    into[`${entity.name}.${name}`] = line.label
    entityTexts(line, into)
  }
  for (const [name, action] of Object.entries(entity.actions)) {
    into[`${entity.name}.${name}`] = action.label
    if (action.arguments) fieldTexts(`${entity.name}.${name}`, action.arguments, into)
  }
  for (const [name, beginning] of Object.entries(entity.begins ?? {})) into[`${entity.name}.${name}`] = beginning.label
}

/** All texts in zh-CN. */
export function chinese(): Texts {
  const into: Record<string, string> = {}
  for (const entity of Object.values<Entity>(entities)) if (!entity.internal) entityTexts(entity, into)
  for (const section of Object.values<Entity>(sections)) entityTexts(section, into)
  for (const [area, { title }] of Object.entries(areaTitles)) into[`area.${area}`] = title
  for (const [name, { text }] of Object.entries(refusals)) into[`error.${name}`] = text
  fieldTexts('reviewasc', reviewascFields, into)
  fieldTexts('reviewdesc', reviewdescFields, into)
  fieldTexts('reviewexport', exportFields, into)

  for (const [key, [text]] of Object.entries(parts)) into[key] = text
  return into
}

/** The texts said in three languages: those of one of the other two. */
export function partsIn(language: 'zh-TW' | 'en-US'): Texts {
  const place = language === 'zh-TW' ? 1 : 2
  return Object.fromEntries(Object.entries<Text>(parts).map(([key, texts]) => [key, texts[place]]))
}
