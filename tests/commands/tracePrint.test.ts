/** Printout of a trace's answer, headless, on a real server. */

import { beforeAll, expect, test } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import { proofs } from '#contract/trace/evidence.ts'
import type { TraceAnswer } from '#contract/trace/traceAnswer.ts'
import { execute } from '../../src/commands/gate/execute.ts'
import { withHeadless } from '../support/headless.ts'
import { withPlant } from '../support/plantServer.ts'

const at = withPlant()
withHeadless(at)
let made: { readonly lotNo: string }

beforeAll(async () => {
  const { day, plant } = at
  await day.product('X1', [['M001', '1']])
  const soy = await plant.lot('M001', '30')
  made = await day.madeFrom('X1', soy, '20', '20')
  await day.madeFrom('X1', soy, '10', '10')
})

async function ask<T>(command: string, args: Values): Promise<T> {
  const result = await execute(command, args, { surface: 'script' })
  expect(result).toMatchObject({ status: 'ok' })
  return (result as unknown as { data: T }).data
}

test('a backward trace goes on paper with every proof, what shares a lot, the sales and the balance, each of them whole', async () => {
  const asked = { productLotNos: [made.lotNo] }
  const answer = await ask<TraceAnswer>('reviewdesc.run', asked)
  const printed = await ask<Record<string, { printed: number; total: number }>>('reviewdesc.print', asked)
  const names = Object.keys(printed)
  expect(names).toEqual(
    expect.arrayContaining([
      ...Object.keys(proofs),
      'reviewproductlot',
      'reviewsibling',
      'reviewdealer',
      'reviewbalance',
    ]),
  )
  expect(names[0]).toBe('reviewproduct')
  for (const [name, { printed: rows, total }] of Object.entries(printed))
    expect([name, rows, total]).toEqual([
      name,
      ...Array<number>(2).fill(answer.sections[name as keyof typeof answer.sections]?.total ?? -1),
    ])
  expect(printed.reviewsibling?.printed).toBe(1)
})
