/** What the calls do that are no single record's. */
import type { CallName } from '../../src/contract/index.ts'
import { usematerialrecord } from '../../src/contract/production/usematerialrecord.ts'
import { invalid } from '../../src/contract/schema/answer.ts'
import type { Values } from '../../src/contract/schema/field.ts'
import type { Context } from '../db/context.ts'
import { proposedLines } from './production/getmaterialrecord.ts'
import { outstanding, planLinesOf, wipOf } from './production/plan.ts'
import { saveRecord } from './records.ts'
import { exportReview } from './review/export.ts'
import { review } from './review/review.ts'

/** Calls of signing in, texts and the menu are answered by http/session. */
type SessionCall =
  | 'login'
  | 'logout'
  | 'systemInformation'
  | 'languages'
  | 'strings'
  | 'pinyin'
  | 'menuOfCaller'
  | 'menuWhole'
  | 'changePassword'

export type BusinessCallName = Exclude<CallName, SessionCall>
export type Handler = (context: Context, parameters: Values) => Promise<unknown>

/** Charges every line into one batch, in one transaction: all of them or none. */
async function usePlan(context: Context, parameters: Values): Promise<{ readonly rows: readonly Values[] }> {
  const { lines, ...common } = parameters
  if (!Array.isArray(lines) || lines.length === 0) throw invalid({ lines: 'required' })
  const rows: Values[] = []
  for (const line of lines as Values[]) rows.push(await saveRecord(context, usematerialrecord, { ...common, ...line }))
  return { rows }
}

export const handlers: Readonly<Record<BusinessCallName, Handler>> = {
  planMaterials: async (context, { id }) => {
    const lines = await planLinesOf(context, Number(id))
    return {
      rows: lines.map(line => ({ ...line, outstandingQty: outstanding(line) })),
      proposal: await proposedLines(context, Number(id)),
    }
  },
  planLots: async (context, { id }) => ({ rows: await wipOf(context, Number(id)) }),
  planUse: usePlan,
  reviewAsc: (context, asked) => review(context, 'asc', asked),
  reviewAscExport: (context, asked) => exportReview(context, 'asc', asked),
  reviewDesc: (context, asked) => review(context, 'desc', asked),
  reviewDescExport: (context, asked) => exportReview(context, 'desc', asked),
}
