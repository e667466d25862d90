/** Copies of master data: products, and the next formula version. */
import { sql } from 'kysely'
import { product } from '#contract/basic/product.ts'
import { productformula } from '#contract/basic/productformula.ts'
import { productspec } from '#contract/basic/productspec.ts'
import { producttechflow } from '#contract/basic/producttechflow.ts'
import type { Entity, RowOf } from '#contract/schema/entity.ts'
import type { Fields, Values } from '#contract/schema/field.ts'
import { isEntered } from '#contract/schema/field.ts'
import type { Context, Row } from '../../db/connection/context.ts'
import { rowsOf } from '../../db/query/rowsOf.ts'
import { load } from '../../db/records/store.ts'
import type { RecordService } from '../basis/hooks.ts'

function typedOf(fields: Fields, row: Values, without: readonly string[] = []): Values {
  const names = Object.keys(fields).filter(name => isEntered(fields[name] as Fields[string]) && !without.includes(name))
  return Object.fromEntries(names.map(name => [name, row[name]]))
}

function copyOf(entity: Entity, row: Values, without: readonly string[] = []): Values {
  const lines = Object.entries(entity.lines).map(([name, line]) => [
    name,
    ((row[name] ?? []) as readonly Values[]).map(each => typedOf(line.fields, each)),
  ])
  return { ...typedOf(entity.fields, row, without), ...Object.fromEntries(lines) }
}

async function freeCode(context: Context, code: string): Promise<string> {
  const products = await rowsOf(context, 'product').select('code').execute()
  const taken = new Set(products.map(row => row.code))
  const { max = code.length } = product.fields.code
  for (let number = 2; ; number += 1) {
    const end = `-${number}`
    const free = `${code.slice(0, max - end.length)}${end}`
    if (!taken.has(free)) return free
  }
}

async function idsOf(context: Context, entity: Entity, productId: number): Promise<number[]> {
  const alive = entity.softDelete ? sql`and not "isDeleted"` : sql``
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(entity.name)}
    where "productId" = ${productId} and "customerId" = ${context.customerId} ${alive} order by id`.execute(context.tx)
  return rows.map(row => row.id)
}

/** Copies a product without barcodes and lots; its formula becomes a draft. */
export async function copyProduct(
  context: Context,
  id: number,
  code: string | null | undefined,
  documents: RecordService,
): Promise<Row> {
  const original = await load(context, product, id)
  const copied = await documents.save(context, product, {
    ...copyOf(product, original, ['gtin']),
    code: code || (await freeCode(context, String(original.code))),
    status: 'DRAFT',
  })
  for (const entity of [productspec, producttechflow] as readonly Entity[])
    for (const part of await idsOf(context, entity, id)) {
      const row = copyOf(entity, await load(context, entity, part), ['barcode'])
      await documents.save(context, entity, { ...row, productId: copied.id })
    }
  for (const formula of await formulaToCopy(context, id)) {
    const row = copyOf(productformula, await load(context, productformula, formula))
    await documents.save(context, productformula, { ...row, productId: copied.id, effectiveTo: null })
  }
  return load(context, product, copied.id)
}

async function formulaToCopy(context: Context, productId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from productformula where "productId" = ${productId} and "customerId" = ${context.customerId}
    order by status = 'APPROVED' desc, "effectiveFrom" <= ${context.today}::date desc, "effectiveFrom" desc, id desc
    limit 1`.execute(context.tx)
  return rows.map(row => row.id)
}

/** V1 → V2, 1.9 → 1.10, A → A.2; skips taken ones. */
export function nextVersion(version: string, taken: ReadonlySet<string>): string {
  const [, head = '', last] = /^(.*?)(\d+)$/.exec(version) ?? [null, `${version}.`, '1']
  for (let number = Number(last) + 1; ; number += 1) if (!taken.has(`${head}${number}`)) return `${head}${number}`
}

/** Draft copy under the next version: approved formulas are immutable. */
export async function copyFormula(
  context: Context,
  formula: Pick<RowOf<typeof productformula>, 'id' | 'productId' | 'versionNo'>,
  versionNo: string | null | undefined,
  documents: RecordService,
): Promise<Row> {
  const original = await load(context, productformula, formula.id)
  const versions = await rowsOf(context, 'productformula')
    .select('versionNo')
    .where('productId', '=', formula.productId)
    .execute()
  const taken = new Set(versions.map(row => row.versionNo))
  return documents.save(context, productformula, {
    ...copyOf(productformula, original),
    versionNo: versionNo || nextVersion(formula.versionNo, taken),
    effectiveFrom: context.today,
    effectiveTo: null,
  })
}
