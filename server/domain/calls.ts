/** Handlers of calls beyond single records. */
import type { CallName, calls } from '#contract/index.ts'
import { materialstorein } from '#contract/material/materialstorein.ts'
import { format } from '#contract/messages/index.ts'
import { produceplan } from '#contract/production/produceplan.ts'
import { usematerialrecord } from '#contract/production/usematerialrecord.ts'
import { AppError, type FieldErrors, invalid } from '#contract/schema/answer.ts'
import type { AnswerWith, ParametersOf } from '#contract/schema/call.ts'
import type { RowOf } from '#contract/schema/entity.ts'
import { permits } from '#contract/schema/permission.ts'
import { questionanswer } from '#contract/system/questionanswer.ts'
import type { Context } from '../db/connection/context.ts'
import { options } from '../db/query/referenceOptions.ts'
import { load } from '../db/records/store.ts'
import { copyProduct } from './basic/copies.ts'
import type { FileAnswer } from './basis/fileAnswer.ts'
import { firstSteps } from './home/firstSteps.ts'
import { homeCharts } from './home/homeCharts.ts'
import { labelFileOf, printLabels, proofLabels } from './label/printLabels.ts'
import { receiptDefaults } from './material/initSpec.ts'
import { ownNotices, readNotices } from './notices/notify.ts'
import { logoOf } from './paper/logo.ts'
import type { Proposals } from './paper/paperRows.ts'
import { paperCheck, paperPdf, paperText } from './paper/papers.ts'
import { pickLines, proposedLines } from './production/getmaterialrecord.ts'
import { openStates, wipOf } from './production/plan.ts'
import { materialsOf, planStateOf } from './production/planState.ts'
import { startSeededDrill } from './recall/drill.ts'
import { recallStateOf } from './recall/recallState.ts'
import { removeRecord, runAction, saveRecord } from './records.ts'
import { checkScannedLot } from './stock/scannedLot.ts'
import { saveTexts } from './system/saveTexts.ts'
import { exportPeriodEvents } from './trace/export/epcisFile.ts'
import { exportTrace } from './trace/export/export.ts'
import { traceGraph } from './trace/graph/graph.ts'
import { trace, traceRows } from './trace/sections/trace.ts'

/** Sign-in, text and menu calls are handled by http/session. */
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
  | 'captcha'
  | 'phoneCode'
  | 'operationTicket'
  | 'resetPassword'
  | 'authenticatorState'
  | 'authenticatorBegin'
  | 'authenticatorConfirm'
  | 'authenticatorRemove'
  | 'authenticatorReset'

export type BusinessCallName = Exclude<CallName, SessionCall>
type Calls = typeof calls
type Handler<N extends CallName> = (
  context: Context,
  parameters: ParametersOf<Calls[N]>,
) => Promise<AnswerWith<FileAnswer, Calls[N]>>

async function atLine<T>(index: number, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof AppError) || error.refusal !== 'invalid') throw error
    const fieldErrors = Object.entries((error.data ?? {}) as FieldErrors)
    throw invalid(Object.fromEntries(fieldErrors.map(([field, fieldError]) => [`lines.${index}.${field}`, fieldError])))
  }
}

/** Charges all lines into one batch, all or none. */
const usePlan: Handler<'planUse'> = async (context, { lines, ...common }) => {
  if (!lines || lines.length === 0) throw invalid({ lines: 'required' })
  const rows: RowOf<typeof usematerialrecord>[] = []
  for (const [index, line] of lines.entries())
    rows.push(await atLine(index, saveRecord(context, usematerialrecord, { ...line, ...common })))
  return { rows }
}

const copy: Handler<'productCopy'> = (context, { id, code }) =>
  copyProduct(context, id, code, { save: saveRecord, run: runAction })

const reversal = { menu: 'materialstorein', button: 'reverse' }

/** Deletes a draft; reverses a posted receipt unless its lot moved. */
const removeReceipt: Handler<'materialReceiptRemoval'> = async (context, { id, reason }) => {
  const { status } = await load(context, materialstorein, id)
  if (status !== 'SUBMITTED') {
    await removeRecord(context, materialstorein, id)
    return null
  }
  if (!permits(context.grants, reversal)) throw new AppError('notPermitted', reversal)
  const said = reason || format(context.locale, 'materialstorein.reverse')
  return runAction(context, materialstorein, 'reverse', id, { reason: said })
}

const cancelling = { menu: 'produceplan', button: 'cancel' }

/** Deletes a draft; cancels a released plan: its number was issued. */
const removePlan: Handler<'planRemoval'> = async (context, { id }) => {
  const { status } = await load(context, produceplan, id)
  if (status !== 'RELEASED') await removeRecord(context, produceplan, id)
  else if (permits(context.grants, cancelling)) await runAction(context, produceplan, 'cancel', id, {})
  else throw new AppError('notPermitted', cancelling)
  return null
}

/** Traces need access to the whole organisation: omitted rows would falsify them. */
const traced =
  <P, A>(handle: (context: Context, asked: P) => Promise<A>) =>
  async (context: Context, asked: P): Promise<A> => {
    if (context.writtenBy !== undefined) throw new AppError('wholeOrganisationOnly')
    return handle(context, asked)
  }

const proposals: Proposals = { issueLines: pickLines }

export const handlers: { readonly [N in BusinessCallName]: Handler<N> } = {
  materialReceiptDefaults: receiptDefaults,
  materialReceiptRemoval: removeReceipt,
  materialReceiptRemovalByGet: (context, given) => removeReceipt(context, given),
  homeCharts,
  firstSteps,
  saveStrings: async (context, { rows }) => {
    if (!rows || rows.length === 0) throw invalid({ rows: 'lines' })
    return { rows: await saveTexts(context, rows) }
  },
  closeQuestion: (context, { id }) => runAction(context, questionanswer, 'close', id, {}),
  ownNotices,
  readNotices: (context, { ids }) => readNotices(context, ids),
  paperCheck: (context, asked) => paperCheck(context, asked, proposals),
  paperPdf: (context, asked) => paperPdf(context, asked, proposals),
  paperText: (context, asked) => paperText(context, asked, proposals),
  paperLogo: async context => ({ logo: await logoOf(context) }),
  planMaterials: async (context, { planId }) => {
    await load(context, produceplan, planId)
    return { rows: await materialsOf(context, planId), proposal: await proposedLines(context, planId) }
  },
  planLots: async (context, { planId }) => {
    await load(context, produceplan, planId)
    return { rows: await wipOf(context, planId) }
  },
  planRemoval: removePlan,
  planRemovalByGet: (context, given) => removePlan(context, given),
  labelFile: labelFileOf,
  labelPrint: printLabels,
  labelProof: proofLabels,
  openPlans: (context, { q }) =>
    options(context, produceplan, { ...(typeof q === 'string' ? { q } : {}), where: { status: openStates } }),
  planState: (context, { planId }) => planStateOf(context, planId),
  planUse: usePlan,
  useCorrect: (context, { useId, factAmount, reason }) =>
    runAction(context, usematerialrecord, 'correct', useId, { factAmount, reason }),
  productCopy: copy,
  productCopyByGet: (context, given) => copy(context, given),
  scannedLot: checkScannedLot,
  recallState: (context, { id }) => recallStateOf(context, id),
  seededDrill: (context, given) => startSeededDrill(context, given, saveRecord),
  epcisExport: traced(exportPeriodEvents),
  reviewAsc: traced((context, asked) => trace(context, 'asc', asked)),
  reviewAscRows: traced((context, asked) => traceRows(context, 'asc', asked)),
  reviewAscExport: traced((context, asked) => exportTrace(context, 'asc', asked)),
  reviewAscGraph: traced((context, asked) => traceGraph(context, 'asc', asked)),
  reviewDescGraph: traced((context, asked) => traceGraph(context, 'desc', asked)),
  reviewDesc: traced((context, asked) => trace(context, 'desc', asked)),
  reviewDescRows: traced((context, asked) => traceRows(context, 'desc', asked)),
  reviewDescExport: traced((context, asked) => exportTrace(context, 'desc', asked)),
}
