/** Label printing of every entity that has labels, from one table. */
import { entityNamed } from '#contract/index.ts'
import { type LabelPrinted, type LabelProof, labelFile, labelPrint, labelProof } from '#contract/label/label.ts'
import { type LabelPurpose, sourcesOfPurpose } from '#contract/label/labelFields.ts'
import type { PrinterDots } from '#contract/label/labelprinter.ts'
import { type Fields, isEmpty, type Values } from '#contract/schema/field.ts'
import { request } from '../../data/api/api.ts'
import { text } from '../../data/language.ts'
import { plantClock } from '../../data/plantClock.ts'
import { rememberLabel } from '../../data/records/labels.ts'
import { listRecords } from '../../data/records/records.ts'
import { refreshRows } from '../../data/records/rows.ts'
import { store } from '../../data/store.ts'
import { uuid } from '../../data/uuid.ts'
import type { Arguments, Command, CommandContext, Foresight, Result } from '../core/command.ts'
import { offerDownload } from '../core/downloads.ts'
import { storedIds, targetOf } from '../core/target.ts'
import { labelSheetsAtom, lastTargetAtom } from './labelSheets.ts'

const sources = Object.entries(sourcesOfPurpose) as readonly (readonly [LabelPurpose, readonly string[]])[]

const purposesOf = (name: string): readonly LabelPurpose[] =>
  sources.flatMap(([purpose, names]) => (names.includes(name) ? [purpose] : []))

/** Entities whose goods come in packages, each with a label of its own. */
const isPackaged = (purposes: readonly LabelPurpose[]) =>
  purposes.some(purpose => purpose === 'MATERIAL_LOT' || purpose === 'PRODUCT_CASE')

const toPrinter = ({ target }: Values) => target === 'PRINTER'
const toFile = ({ target }: Values) => target === 'FILE'

function argumentsOf(purposes: readonly LabelPurpose[]): Fields {
  const { purpose: _, entity: __, reprintOfId: ___, perPackage, from, to, ...fields } = labelPrint.takes
  const ofPackages = { shownIf: (values: Values) => values.perPackage === true } as const
  const isOf = { templateId: { ...fields.templateId, where: () => ({ purpose: purposes, status: 'ENABLED' }) } }
  const packages = isPackaged(purposes)
    ? { perPackage, from: { ...from, ...ofPackages }, to: { ...to, ...ofPackages } }
    : {}
  const printer = {
    ...fields.printerId,
    where: () => ({ status: 'ENABLED' }),
    shownIf: toPrinter,
    requiredIf: toPrinter,
  } as const
  const dots = { ...labelFile.takes.dots, shownIf: toFile }
  const { target, copies, reason } = fields
  return { target, printerId: printer, dots, ...isOf, ...packages, copies, reason }
}

/** Counted: jobs may exceed a page of a list. */
async function countProducts(name: string, ids: readonly number[], signal: AbortSignal): Promise<number> {
  const where = [
    { field: 'id', op: 'in', value: ids },
    { field: 'itemType', op: 'eq', value: 'PRODUCT' },
  ]
  return (await listRecords(name, { page: 1, size: 1, where }, signal)).total
}

/** Lots are of materials or of products. */
async function purposeOf(name: string, ids: readonly number[], context: CommandContext): Promise<LabelPurpose | null> {
  const purposes = purposesOf(name)
  if (purposes.length <= 1) return purposes[0] ?? null
  const { rows } = targetOf(name, context, { ids })
  const products =
    rows.length === ids.length
      ? rows.filter(({ itemType }) => itemType === 'PRODUCT').length
      : await countProducts(name, ids, context.signal)
  if (products > 0 && products < ids.length) return null
  return products > 0 ? 'PRODUCT_CASE' : 'MATERIAL_LOT'
}

const mixed = (): Result => ({ status: 'failed', code: 0, message: text('label.mixed') })

/** Proof of the arguments, without what only printing needs. */
export async function askProof(name: string, args: Arguments, context: CommandContext): Promise<LabelProof | null> {
  const ids = storedIds(targetOf(name, context, args))
  const purpose = await purposeOf(name, ids, context)
  if (purpose === null || ids.length === 0) return null
  const { templateId, perPackage, from, to } = args as Partial<Record<string, number>> & { perPackage?: boolean }
  return request(
    labelProof,
    {
      purpose,
      entity: name,
      records: ids.map(id => ({ id })),
      ...(templateId ? { templateId } : {}),
      ...(perPackage ? { perPackage } : {}),
      ...(from ? { from } : {}),
      ...(to ? { to } : {}),
    },
    { signal: context.signal },
  )
}

/** Printer used last, else the only one; without any the browser prints. */
async function targetFor(args: Arguments, signal: AbortSignal): Promise<Arguments> {
  if (args.target !== undefined) return {}
  const last = store.get(lastTargetAtom)
  if (last) return last
  const where = [{ field: 'status', op: 'eq', value: 'ENABLED' }] as const
  const { rows, total } = await listRecords('labelprinter', { page: 1, size: 1, where }, signal)
  const [printer] = rows
  if (!printer) return { target: 'BROWSER' }
  rememberLabel('labelprinter', Number(printer.id), String(printer.name))
  return { target: 'PRINTER', ...(total === 1 ? { printerId: printer.id } : {}) }
}

/** Reprints need a reason; a first print has none. */
async function foresee(name: string, args: Arguments, context: CommandContext): Promise<Foresight> {
  const proof = await askProof(name, args, context)
  if (proof === null) return { refused: mixed() }
  const target = await targetFor(args, context.signal).catch(() => ({ target: 'BROWSER' }))
  const facts = proof.printed.map(({ title, at }) =>
    text('label.printedBefore', { title, at: plantClock().wall(at).slice(0, 16).replace('T', ' ') }),
  )
  const begun = { facts, args: { copies: 1, ...args, ...target } }
  return facts.length > 0 ? { ...begun, required: ['reason'] } : { ...begun, needless: ['reason'] }
}

/** Copies follow each other, as a printer lays them. */
function sheetsOf({ width, height, labels, copies }: LabelPrinted) {
  return { width, height, sheets: labels.flatMap(({ svg }) => Array.from({ length: copies }, () => svg)) }
}

async function print(name: string, args: Arguments, context: CommandContext): Promise<Result> {
  const ids = storedIds(targetOf(name, context, args))
  const purpose = await purposeOf(name, ids, context)
  if (purpose === null) return mixed()
  const { ids: _, id: __, dots, ...given } = args
  const filled = Object.fromEntries(Object.entries(given).filter(([, value]) => !isEmpty(value)))
  const printed = await request(
    labelPrint,
    {
      ...filled,
      target: (filled.target ?? 'PRINTER') as never,
      purpose,
      entity: name,
      records: ids.map(id => ({ id })),
    },
    { key: uuid(), signal: context.signal },
  )
  const { target, printerId } = filled
  if (context.surface !== 'script') store.set(lastTargetAtom, { target, ...(printerId ? { printerId } : {}) })
  await refreshRows('labelprint')
  const isSeen = context.surface !== 'script'
  if (filled.target === 'BROWSER' && isSeen) store.set(labelSheetsAtom, sheetsOf(printed))
  if (filled.target === 'FILE' && isSeen) {
    const file = await request(labelFile, { id: printed.id, ...(dots ? { dots: dots as PrinterDots } : {}) })
    offerDownload(file.name, file.blob)
  }
  const { labels: ___, ...told } = printed
  return {
    status: 'ok',
    data: told,
    message: `label.done.${filled.target ?? 'PRINTER'}`,
    values: { count: printed.labelCount, docNo: printed.docNo },
  }
}

function commandOf(name: string, purposes: readonly LabelPurpose[]): readonly Command[] {
  const entity = entityNamed(name)
  if (!entity) return []
  return [
    {
      id: `${name}.printLabels`,
      title: 'command.printLabels',
      values: { entity: `plural.${name}` },
      group: name,
      entity: name,
      icon: 'tags',
      keywords: ['标签', '標籤', '条码', '條碼', 'label', 'barcode', 'GS1'],
      via: 'record.printLabels',
      permission: labelPrint.permission,
      rows: { entity, stored: true },
      arguments: argumentsOf(purposes),
      argumentPrefix: 'label.print',
      preview: 'labels',
      confirm: true,
      consequence: 'label.consequence',
      risk: 'write',
      toolbar: true,
      foresee: (args, context) => foresee(name, args, context),
      run: (args, context) => print(name, args, context),
    },
  ]
}

const names = new Set(sources.flatMap(([, each]) => each))

export const labelCommands: readonly Command[] = [...names].flatMap(name => commandOf(name, purposesOf(name)))
