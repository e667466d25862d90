/** Labels of subjects: template, expansion into packages, composition. */
import { sql } from 'kysely'
import { type Gs1Element, writeBracketed } from '#contract/gs1/elementString.ts'
import { entities } from '#contract/index.ts'
import { type LabelProofRequest, maxLabels } from '#contract/label/label.ts'
import { fieldsOfPurpose, type LabelPurpose, labelFields } from '#contract/label/labelFields.ts'
import { isLayout, isWithin, type LabelLayout, labelSides } from '#contract/label/layout.ts'
import { standardLayout } from '#contract/label/standardLayouts.ts'
import { format } from '#contract/messages/index.ts'
import { AppError, invalid } from '#contract/schema/answer.ts'
import type { Context } from '../../db/connection/context.ts'
import { rowsOf } from '../../db/query/rowsOf.ts'
import { load } from '../../db/records/store.ts'
import { settingOf } from '../settings/settings.ts'
import {
  elementsOfContent,
  elementsOfEquipment,
  elementsOfGoods,
  elementsOfPlace,
  furtherOfGoods,
  serialOf,
} from './codes.ts'
import type { Fault, LabelContent } from './drawing/compose.ts'
import type { LabelSubject } from './subject.ts'

export interface Sheet {
  readonly templateId: number | null
  readonly width: number
  readonly height: number
  readonly layout: LabelLayout
}

/** One label before it is drawn. */
export interface Label extends LabelContent {
  readonly id: number | null
  readonly title: string
  readonly number: number
  readonly total: number
}

type Drafted = Pick<LabelProofRequest, 'templateId' | 'layout' | 'width' | 'height'> & {
  readonly purpose: LabelPurpose
}

function drafted({ layout, width, height, purpose }: Drafted): Sheet {
  const { least, most } = labelSides
  const isSide = (side: unknown): side is number => typeof side === 'number' && side >= least && side <= most
  if (!isSide(width)) throw invalid({ width: 'labelSide' })
  if (!isSide(height)) throw invalid({ height: 'labelSide' })
  if (!isLayout(layout, purpose)) throw invalid({ layout: 'labelLayout' })
  if (!isWithin(layout, width, height)) throw invalid({ layout: 'labelOutside' })
  return { templateId: null, width, height, layout }
}

async function stored(context: Context, id: number, purpose: LabelPurpose): Promise<Sheet> {
  const template = await load(context, entities.labeltemplate, id).catch(() => {
    throw invalid({ templateId: 'missing' })
  })
  if (template.purpose !== purpose || template.status !== 'ENABLED') throw invalid({ templateId: 'option' })
  const { width, height } = template
  return isLayout(template.layout, purpose)
    ? { templateId: id, width, height, layout: template.layout }
    : { ...standardLayout(purpose, key => format(context.locale, key)), templateId: id }
}

/**
 * Draft, chosen template, or the purpose's default.
 * @throws AppError invalid, labelTemplateMissing
 */
export async function sheetOf(context: Context, asked: Drafted): Promise<Sheet> {
  if (asked.layout !== undefined && asked.layout !== null && asked.layout !== '') return drafted(asked)
  if (asked.templateId) return stored(context, asked.templateId, asked.purpose)
  const usual = await rowsOf(context, 'labeltemplate')
    .select('id')
    .where('purpose', '=', asked.purpose)
    .where('status', '=', 'ENABLED')
    .where('isDeleted', '=', false)
    .orderBy(sql`"isDefault" desc nulls last`)
    .orderBy('id')
    .executeTakeFirst()
  if (!usual)
    throw new AppError('labelTemplateMissing', { purpose: format(context.locale, `LabelPurpose.${asked.purpose}`) })
  return stored(context, usual.id, asked.purpose)
}

async function commonValues(context: Context) {
  const { tx, customerId, userId, today } = context
  const organisation = await tx.selectFrom('customer').select('name').where('id', '=', customerId).executeTakeFirst()
  const user = await tx
    .selectFrom('user')
    .select('name')
    .where('id', '=', userId ?? 0)
    .executeTakeFirst()
  return { organisation: organisation?.name, printedOn: today, printedBy: user?.name }
}

export interface Range {
  readonly perPackage?: boolean | '' | null | undefined
  readonly from?: number | '' | null | undefined
  readonly to?: number | '' | null | undefined
}

export function numbersOf({ packages }: Pick<LabelSubject, 'packages'>, { perPackage, from, to }: Range) {
  const total = perPackage ? packages : 1
  return { total, first: perPackage ? from || 1 : 1, last: perPackage ? Math.min(to || total, total) : 1 }
}

/** @throws AppError tooManyLabels, noLabels, invalid */
export async function labelsOf(
  context: Context,
  subjects: readonly LabelSubject[],
  range: Range,
  { copies = 1, most = Number.POSITIVE_INFINITY }: { readonly copies?: number; readonly most?: number } = {},
): Promise<{ readonly labels: readonly Label[]; readonly total: number }> {
  if (range.from && range.to && range.from > range.to) throw invalid({ to: 'option' })
  const counts = subjects.map(subject => numbersOf(subject, range))
  const total = counts.reduce((sum, { first, last }) => sum + Math.max(0, last - first + 1), 0)
  if (total === 0) throw new AppError('noLabels')
  if (total * copies > maxLabels) throw new AppError('tooManyLabels', { most: maxLabels, count: total * copies })
  const common = await commonValues(context)
  const linkBase = (await settingOf(context, 'digitalLinkBase')) ?? undefined
  const labels: Label[] = []
  for (const [at, subject] of subjects.entries()) {
    const { total, first, last } = counts[at] as ReturnType<typeof numbersOf>
    const values = { ...subject.values, ...(range.perPackage ? subject.ofPackage : {}), ...common }
    const codeText = writeBracketed(subject.elements) ?? ''
    for (let number = first; number <= last && labels.length < most; number += 1) {
      const numbers = range.perPackage
        ? { number: `${number}`, total: `${total}`, numberOfTotal: `${number} / ${total}` }
        : {}
      labels.push({
        id: subject.id,
        title: subject.title,
        number,
        total,
        values: filled({ ...values, codeText, ...numbers }),
        elements: subject.elements,
        further: furtherOf(subject, range.perPackage ? number : null),
        linkBase,
      })
    }
  }
  return { labels, total }
}

function furtherOf({ further = [], lotNo }: LabelSubject, number: number | null): readonly Gs1Element[] {
  const serial = number === null || lotNo === undefined ? null : serialOf(lotNo, number)
  return serial ? [...further, serial] : further
}

/** Values there are, without control characters. */
const filled = (values: Readonly<Record<string, string | null | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value ? [[name, value.replace(/\p{Cc}+/gu, ' ')]] : [])),
  )

/** Signs of GS1's longest lot number: letters need most room. */
const longestLot = 'L20261121-0007ABCDEF'

function exampleFurther(purpose: LabelPurpose, lotNo: string): readonly Gs1Element[] {
  const [gtin, produceDate, expiryDate] = [
    labelFields.gtin.example,
    labelFields.produceDate.example,
    labelFields.expiryDate.example,
  ]
  if (purpose === 'PALLET') return elementsOfContent({ gtin, packages: '40', lot: { lotNo, produceDate, expiryDate } })
  if (purpose === 'LOCATION' || purpose === 'EQUIPMENT') return []
  return furtherOfGoods({ produceDate, expiryDate, netWeight: labelFields.quantity.example })
}

const exampleElements = (purpose: LabelPurpose, lotNo: string) => {
  const example = (name: keyof typeof labelFields) => labelFields[name].example
  if (purpose === 'PALLET') return [{ ai: '00', value: example('sscc') }]
  if (purpose === 'LOCATION') return elementsOfPlace({}, example('code'))
  if (purpose === 'EQUIPMENT') return elementsOfEquipment(null, example('code'))
  return elementsOfGoods({
    gtin: example('gtin'),
    itemCode: example('itemCode'),
    lotNo,
    expiryDate: example('expiryDate'),
  })
}

/** Label of a template without a record. */
export function exampleOf(context: Context, purpose: LabelPurpose, lotNo: string = labelFields.lotNo.example): Label {
  const elements = exampleElements(purpose, lotNo)
  const examples = fieldsOfPurpose[purpose].map(name => [name, labelFields[name].example])
  const values = { ...Object.fromEntries(examples), codeText: writeBracketed(elements) ?? '' }
  return {
    id: null,
    title: format(context.locale, 'label.example'),
    number: 1,
    total: 1,
    values,
    elements,
    further: exampleFurther(purpose, lotNo),
  }
}

/** Values with the longest lot number, whose codes must fit. */
export const longestExampleOf = (context: Context, purpose: LabelPurpose): Label =>
  exampleOf(context, purpose, longestLot)

export const faultInWords = ({ locale }: Pick<Context, 'locale'>, { at, code, text }: Fault) => ({
  at,
  code,
  text: format(locale, `label.fault.${code}`, { text }),
})
