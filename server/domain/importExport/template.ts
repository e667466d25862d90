/** Import template: headings, column descriptions, choice lists. */
import type { Entity } from '#contract/schema/entity.ts'
import type { Field } from '#contract/schema/field.ts'
import { isNumbered, naturalKey, sheetLines } from '#contract/schema/transfer.ts'
import type { Context } from '../../db/connection/context.ts'
import { FileAnswer } from '../basis/fileAnswer.ts'
import { widthOf } from './export.ts'
import { type ColumnPosition, columnPositions } from './headings.ts'
import { type Wording, wordingOf } from './titles.ts'
import { type SheetCell, type SheetColumn, workbookOf, xlsxType } from './workbook.ts'

/** Accepted format of a field; message key `transfer.takes.<kind>`. */
const takes = (field: Field): string => {
  if (field.enumeration) return field.kind === 'enumerations' ? 'choices' : 'choice'
  if (field.to) return field.kind === 'references' ? 'records' : 'record'
  if (field.kind === 'integer' || field.kind === 'bigint') return 'whole'
  if (['quantity', 'money', 'rate', 'decimal'].includes(field.kind)) return 'number'
  return ['date', 'instant', 'flag', 'texts'].includes(field.kind) ? field.kind : 'text'
}

const empty: Partial<Record<Field['kind'], SheetColumn['empty']>> = {
  integer: 'whole',
  bigint: 'whole',
  quantity: 'quantity',
  date: 'date',
  instant: 'instant',
}
const numeric: ReadonlySet<Field['kind']> = new Set(['money', 'rate', 'decimal'])

function optionsOf(field: Field, wording: Wording): readonly string[] {
  const { enumeration } = field
  if (enumeration) return Object.keys(enumeration.options).map(code => wording.say(`${enumeration.name}.${code}`))
  return field.kind === 'flag' ? [wording.say('flag.yes'), wording.say('flag.no')] : []
}

interface Described extends Pick<ColumnPosition, 'part' | 'title' | 'field'> {
  readonly isKey: boolean
  readonly how: string
  readonly options: readonly string[]
  readonly note: string
}

/** Template columns; new lines have no number yet. */
function describe(entity: Entity, wording: Wording): readonly Described[] {
  const keys = new Set(naturalKey(entity))
  const line = sheetLines(entity)?.entity
  return columnPositions(entity, wording)
    .filter(({ part, name }) => !(part === 'line' && name === 'lineNo'))
    .map(({ part, name, field, title }) => {
      const isKey = part === 'head' && keys.has(name)
      const hint = `${(part === 'line' && line ? line : entity).name}.${name}.hint`
      const own = wording.say(hint)
      const rule = part === 'group' ? 'group' : isKey && isNumbered(entity) ? 'number' : null
      return {
        part,
        title,
        field,
        isKey: isKey && !isNumbered(entity),
        how: wording.say(`transfer.takes.${takes(field)}`),
        options: optionsOf(field, wording),
        note: rule ? wording.say(`transfer.guide.${rule}`) : own === hint ? '' : own,
      }
    })
}

const text = (value: string): SheetCell => (value === '' ? null : { type: 'text', value })

const guideColumns = [
  ['column', 24],
  ['part', 10],
  ['required', 12],
  ['how', 46],
  ['options', 60],
  ['note', 40],
] as const

/** Fillable workbook with a sheet of explanations. */
export async function importTemplate(context: Context, entity: Entity): Promise<FileAnswer> {
  const wording = await wordingOf(context, entity)
  const columns = describe(entity, wording)
  const say = (key: string) => wording.say(`transfer.${key}`)
  const title = wording.say(entity.name)
  const rules = [...(sheetLines(entity) ? ['lines'] : []), 'empty', 'absent']
  const bytes = await workbookOf([
    {
      name: title,
      columns: columns.map(({ title, field, how, options, note }): SheetColumn => {
        const heading = `${title}${field.required ? ' *' : ''}`
        return {
          title: heading,
          width: widthOf(field, heading),
          // Excel lists allow a single choice per cell.
          ...(field.kind === 'enumerations' ? {} : { options }),
          hint: [how, note].filter(Boolean).join('\n'),
          empty: numeric.has(field.kind) ? 'money' : (empty[field.kind] ?? 'text'),
        }
      }),
      rows: [],
    },
    {
      name: say('guide'),
      columns: guideColumns.map(([key, width]) => ({ title: say(`guide.${key}`), width })),
      rows: [
        columns.map(({ part, title, field, isKey, how, options, note }) =>
          [
            title,
            say(`part.${part}`),
            isKey
              ? say('guide.key')
              : field.required
                ? wording.say('flag.yes')
                : field.requiredIf
                  ? say('guide.partly')
                  : '',
            how,
            options.join('; '),
            note,
          ].map(text),
        ),
        [[], ...rules.map(rule => [text(say(`guide.${rule}`))])],
      ],
    },
  ])
  return new FileAnswer(`${title}-${say('template')}.xlsx`, xlsxType, bytes)
}
