/** Actions on a trace's answer: exclusion, freeze, recall, print. */
import { expect } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import { batchName } from '#contract/trace/lotName.ts'
import { lotline } from '../../src/commands/script.ts'
import { draftsOf } from '../../src/data/drafts/draftStore.ts'
import { store } from '../../src/data/store.ts'
import { printoutAtom } from '../../src/data/trace/printouts.ts'
import { type TraceDirection, traceAtom } from '../../src/data/trace/traces.ts'
import type { ReadyRows } from '../support/readyRows.ts'
import type { Case, Run, Scripted } from './scripted.ts'
import type { Stored } from './verbs.ts'

const directions = ['asc', 'desc'] as const

const documents = {
  analyse: 'unsafefoodanalyse',
  recallPlan: 'unsafefoodcallbackplan',
  recall: 'callback',
  drill: 'callback',
} as const

const asked = (direction: TraceDirection) => store.get(traceAtom(direction)).asked

/** Actions of traces, on a trace asked first and on named lots. */
export function traceActionCases(at: Scripted, ready: ReadyRows): readonly Case[] {
  const product = () => ready.productLot()
  const material = async () => (await at.row('stocklot', ready.idOf('stocklot'))) as Stored
  /** Asks the trace the actions are about. */
  const traced = async (direction: TraceDirection) =>
    direction === 'asc'
      ? at.ok('reviewasc.run', { lotNos: [(await material()).lotNo] })
      : at.ok('reviewdesc.run', { productLotNos: [product().lotNo] })
  const other = async (direction: TraceDirection) =>
    String(direction === 'asc' ? product().lotNo : (await material()).lotNo)

  /** Begins a document, from the answer and from named lots: both hold the lot. */
  const begun = (direction: TraceDirection, entity: string) => async (run: Run) => {
    await traced(direction)
    for (const args of [{}, { lotNos: [product().lotNo] }]) {
      const { id } = await run<{ id: string }>(args)
      const draft = JSON.stringify(store.get(draftsOf(entity)).get(id)?.patch)
      expect(draft).toContain(String(product().lotNo))
    }
  }

  const phone: Case = {
    id: 'dealer.copyPhone',
    async check(run) {
      const id = ready.idOf('dealer')
      const { recallPhone } = (await at.row('dealer', id)) as Values
      expect(await run<string>({ ids: [id] })).toBe(recallPhone)
    },
  }

  const snapshot: Case = {
    id: 'tracesnapshot.reopen',
    async check(run) {
      await traced('asc')
      await at.ok('reviewasc.export', {})
      const { rows } = await at.ok<{ rows: readonly Values[] }>('tracesnapshot.list', {
        sort: [['id', 'desc']],
        size: 1,
      })
      const [taken] = rows
      await at.ok('reviewasc.run', { lotNos: [product().lotNo], includePackaging: false })
      await run({ ids: [taken?.id] })
      const { answer, asked: question } = store.get(traceAtom('asc'))
      expect(question).toMatchObject({ lotNos: [(await material()).lotNo], asOfSeq: Number(taken?.asOfSeq) })
      expect(answer?.asOfSeq).toBe(Number(taken?.asOfSeq))
    },
  }

  const ofDirections = directions.flatMap((direction): readonly Case[] => {
    const page = `review${direction}`
    return [
      {
        id: `${page}.leaveOut`,
        async check(run) {
          await traced(direction)
          const lotNo = await other(direction)
          await run({ lotNos: [lotNo] })
          expect(asked(direction).without).toEqual([lotNo])
          expect(store.get(traceAtom(direction)).before).not.toBeNull()
        },
      },
      {
        id: `${page}.leaveBatchOut`,
        async check(run) {
          await traced(direction)
          const { docNo } = (await at.row('produceplan', ready.idOf('produceplan'))) as Values
          await run({ batches: [batchName(String(docNo), 1)] })
          expect(asked(direction).without).toEqual([batchName(String(docNo), 1)])
        },
      },
      {
        id: `${page}.putBack`,
        async check(run) {
          await traced(direction)
          await at.ok(`${page}.leaveOut`, { lotNos: [await other(direction)] })
          await run()
          expect(asked(direction).without ?? []).toEqual([])
        },
      },
      {
        id: `${page}.only`,
        async check(run) {
          const answer = await run<{ rootLots: readonly string[] }>({ lotNos: [product().lotNo] })
          expect(answer.rootLots).toEqual([product().lotNo])
        },
      },
      {
        id: `${page}.freeze`,
        async check(run) {
          await traced(direction)
          const { id, lotNo } = product()
          const before = ((await at.row('stocklot', id)) as Values).qualityStatus
          await run({ lotNos: [lotNo], reason: '供应商通知' })
          expect(await at.row('stocklot', id)).toMatchObject({ qualityStatus: 'HOLD' })
          const again = await lotline.run(`${page}.freeze`, { lotNos: [lotNo], reason: '再次' }, { confirm: 'accept' })
          expect(again).toMatchObject({ status: 'denied', message: 'review.reason.allFrozen' })
          // What is frozen already stands in nobody's way.
          const { id: other, lotNo: otherNo, qualityStatus: state } = await material()
          expect(state).toBe('RELEASED')
          const both = { lotNos: [lotNo, otherNo], reason: '一并冻结' }
          expect(await lotline.run(`${page}.freeze`, both, { confirm: 'accept' })).toMatchObject({
            status: 'ok',
            message: 'review.frozen',
            values: { count: 1, others: 1 },
          })
          await at.ok('stocklot.release', { ids: [other], reason: '排除' })
          expect((await at.audits('stocklot', id)).length).toBeGreaterThan(0)
          if (before === 'RELEASED') await at.ok('stocklot.release', { ids: [id], reason: '排除' })
        },
      },
      ...Object.entries(documents).map(
        ([word, entity]): Case => ({ id: `${page}.${word}`, check: begun(direction, entity) }),
      ),
      {
        id: `${page}.print`,
        async check(run) {
          await traced(direction)
          const printed = await run<Readonly<Record<string, { printed: number; total: number }>>>()
          expect(Object.keys(printed).length).toBeGreaterThan(1)
          expect(Object.values(printed).every(({ printed, total }) => printed === total)).toBe(true)
          // A script has the rows: nothing waits for a screen.
          expect(store.get(printoutAtom)).toBeNull()
        },
      },
    ]
  })
  return [phone, snapshot, ...ofDirections]
}
