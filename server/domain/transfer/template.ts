/** The empty sheet in which rows are brought: its headings, what each column takes, and the choices under its cells. */
import type { Entity } from '../../../src/contract/schema/entity.ts'
import type { Field } from '../../../src/contract/schema/field.ts'
import { importableFields, naturalKey } from '../../../src/contract/schema/transfer.ts'
import type { Context } from '../../db/context.ts'
import { FileAnswer } from '../fileAnswer.ts'
import { widthOf } from './export.ts'
import { type Wording, wordingOf } from './titles.ts'
import { type SheetCell, type SheetColumn, workbookOf, xlsxType } from './workbook.ts'

/** How values of a kind are written; the message key is `transfer.takes.<kind>`. */
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

interface Described {
  readonly title: string
  readonly field: Field
  readonly isKey: boolean
  readonly how: string
  readonly options: readonly string[]
  readonly note: string
}

function describe(entity: Entity, wording: Wording): readonly Described[] {
  const keys = new Set(naturalKey(entity))
  return Object.entries(importableFields(entity)).map(([name, field]) => {
    const hint = `${entity.name}.${name}.hint`
    const note = wording.say(hint)
    return {
      title: wording.say(`${entity.name}.${name}`),
      field,
      isKey: keys.has(name),
      how: wording.say(`transfer.takes.${takes(field)}`),
      options: optionsOf(field, wording),
      note: note === hint ? '' : note,
    }
  })
}

const text = (value: string): SheetCell => (value === '' ? null : { type: 'text', value })

/** A workbook to be filled in: the sheet itself with required columns marked, and a sheet that explains the columns. */
export async function importTemplate(context: Context, entity: Entity): Promise<FileAnswer> {
  const wording = await wordingOf(context, entity)
  const columns = describe(entity, wording)
  const say = (key: string) => wording.say(`transfer.${key}`)
  const title = wording.say(entity.name)
  const bytes = await workbookOf([
    {
      name: title,
      columns: columns.map(({ title, field, how, options, note }): SheetColumn => {
        const heading = `${title}${field.required ? ' *' : ''}`
        return {
          title: heading,
          width: widthOf(field, heading),
          // Several answers in one cell cannot be picked from a list.
          ...(field.kind === 'enumerations' ? {} : { options }),
          hint: [how, note].filter(Boolean).join('\n'),
          empty: numeric.has(field.kind) ? 'money' : (empty[field.kind] ?? 'text'),
        }
      }),
      rows: [],
    },
    {
      name: say('guide'),
      columns: ['column', 'required', 'how', 'options', 'note'].map((key, index) => ({
        title: say(`guide.${key}`),
        width: [24, 12, 46, 60, 40][index] ?? 20,
      })),
      rows: [
        columns.map(({ title, field, isKey, how, options, note }) =>
          [
            title,
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
        [[], [text(say('guide.empty'))], [text(say('guide.absent'))]],
      ],
    },
  ])
  return new FileAnswer(`${title}-${say('template')}.xlsx`, xlsxType, bytes)
}
