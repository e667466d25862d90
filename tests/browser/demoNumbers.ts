/** Numbers in the demo plant, which follow the day it is seeded. */
import type { Page } from '@playwright/test'
import { asked } from './fileFields.ts'

interface Numbered {
  readonly docNo?: string
  readonly lotNo?: string
  readonly lotId$label?: string
}

const listed = async (page: Page, entity: string, query: object): Promise<readonly Numbered[]> =>
  (await asked<{ readonly rows: readonly Numbered[] }>(page, `template/list/${entity}`, query)).rows

/** Lots of the demo by what they are, as the seed makes them in this order. */
export const demoLots = { flavouring: 7, soybeans: 29, sugar: 32 }

export async function numberOf(page: Page, entity: string, id: number): Promise<string> {
  const [row] = await listed(page, entity, { where: [{ field: 'id', op: 'eq', value: id }] })
  return row?.docNo ?? row?.lotNo ?? ''
}

/** This morning's inspections, earliest first. */
export async function morningInspections(page: Page): Promise<readonly { docNo: string; lotNo: string }[]> {
  const where = [{ field: 'status', op: 'eq', value: 'PENDING' }]
  const rows = await listed(page, 'qualityinspection', { where, sort: [['docNo', 'desc']] })
  const day = rows[0]?.docNo?.slice(0, -5) ?? 'none'
  const ofDay = rows.filter(({ docNo }) => docNo?.startsWith(day)).toReversed()
  return ofDay.map(({ docNo = '', lotId$label = '' }) => ({ docNo, lotNo: lotId$label }))
}

/** Opens the trace of a lot. */
export async function openTrace(page: Page, url: string, lot: keyof typeof demoLots): Promise<void> {
  await page.goto(`${url}/reviewasc?lotNos=${await numberOf(page, 'stocklot', demoLots[lot])}`)
}
