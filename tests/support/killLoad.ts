/** Load while the server is killed: sent, acknowledged, unknown. */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Values } from '#contract/schema/field.ts'
import type { KillAnswer, KillTarget } from './killTarget.ts'
import type { TestPlant } from './plant.ts'

/** Document as sent; its key is also its remark, to expose duplicates. */
export interface Written {
  readonly entity: 'materialstorein' | 'getmaterialrecord'
  readonly key: string
  readonly row: Values
  /** Quantities of its lines in their order. */
  readonly quantities: readonly string[]
}

/** An acknowledged document. */
export interface Acknowledged extends Written {
  readonly docNo: string
}

export interface Load {
  readonly acknowledged: Acknowledged[]
  /** Answers that no kill excuses: refusals and defects. */
  readonly refused: KillAnswer[]
  /** Works until `stop` resolves; answers what was not acknowledged. */
  work(people: number, stop: () => Promise<void>): Promise<Written[]>
  /** Repeats twice at once until acknowledged; both must be one document. */
  repeat(written: Written): Promise<void>
}

/** Load of a plant: five of eight receive, three issue to one plan. */
export async function prepareLoad(target: Pick<KillTarget, 'post'>, plant: TestPlant): Promise<Load> {
  const { script } = plant
  const lots = [await plant.lot('M001', '100000'), await plant.lot('M002', '100000')]
  const producePlanId = await plant.plan('F101', '1000000')
  const stored = ['M003', 'M004', 'M005'].map(code => ({
    materialId: script.id('material', code),
    materialSpecId: script.id('materialspec', `${code}-1`),
  }))
  const common = { warehouseId: script.id('warehouse', 'WH01'), submit: true }
  const acknowledged: Acknowledged[] = []
  const refused: KillAnswer[] = []
  let sent = 0

  function receipt(key: string, amount: string): Written {
    const quantities = sent % 2 ? [amount] : [amount, '0.0001']
    const row = {
      ...common,
      remark: key,
      storeInDate: new Date().toISOString(),
      supplyId: script.id('supply', 'S003'),
      deliveryNoteNo: `DN${sent}`,
      receiverId: script.id('employee', 'E002'),
      lines: quantities.map((baseQty, index) => ({
        ...stored[(sent + index) % stored.length],
        supplierLotNo: `SL${sent}`,
        produceDate: plant.today,
        packageQty: '1',
        baseQty,
        certificateNo: 'COA',
      })),
    }
    return { entity: 'materialstorein', key, row, quantities }
  }

  function issue(key: string): Written {
    const quantities = ['0.5000', '0.2500']
    const row = {
      ...common,
      remark: key,
      producePlanId,
      issueTime: new Date().toISOString(),
      issuerId: script.id('employee', 'E002'),
      receiverId: script.id('employee', 'E004'),
      lines: quantities.map((qty, index) => ({
        materialId: script.id('material', index ? 'M002' : 'M001'),
        lotId: lots[index]?.id,
        qty,
      })),
    }
    return { entity: 'getmaterialrecord', key, row, quantities }
  }

  /** Acknowledged document; null when the outcome is unknown. */
  async function send(written: Written): Promise<Acknowledged | null> {
    const { entity, row, key } = written
    const answer = await target.post(`template/save/${entity}`, row, key).catch(() => null)
    if (answer === null || answer.http === 503) return null
    if (answer.status !== 0) refused.push(answer)
    return { ...written, docNo: String(answer.data?.docNo) }
  }

  async function until(written: Written): Promise<Acknowledged> {
    const deadline = Date.now() + 60_000
    for (;;) {
      const answer = await send(written)
      if (answer) return answer
      if (Date.now() > deadline) throw new Error(`never acknowledged: ${written.key}`)
      await delay(50)
    }
  }

  return {
    acknowledged,
    refused,
    async work(people, stop) {
      const unknown: Written[] = []
      let stopped = false
      const person = async (number: number) => {
        while (!stopped) {
          sent += 1
          const key = randomUUID()
          const written = (number * 5) % 8 < 5 ? receipt(key, `${(sent % 900) + 1}.2500`) : issue(key)
          const answer = await send(written)
          if (answer) acknowledged.push(answer)
          else {
            unknown.push(written)
            return
          }
        }
      }
      const stopping = stop().finally(() => {
        stopped = true
      })
      await Promise.all([stopping, ...Array.from({ length: people }, (_, number) => person(number))])
      return unknown
    },
    async repeat(written) {
      const [first, second] = await Promise.all([until(written), until(written)])
      if (first.docNo !== second.docNo) throw new Error(`two documents of one key: ${first.docNo}, ${second.docNo}`)
      acknowledged.push(first)
    },
  }
}
