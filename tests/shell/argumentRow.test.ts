import { afterEach, expect, test } from 'vitest'
import { produceplan } from '#contract/production/produceplan.ts'
import { callbackdealer } from '#contract/recall/callbackdealer.ts'
import type { Command } from '../../src/commands/core/command.ts'
import { resetContext, setContext } from '../../src/commands/core/context.ts'
import { rememberChoiceValues } from '../../src/data/records/labels.ts'
import { parseWritten, quantityRules } from '../../src/fields/quantities.ts'
import { quantitySourcesOf } from '../../src/fields/units.ts'
import { argumentRow } from '../../src/shell/dialogs/argumentRow.ts'

const { arguments: fields } = produceplan.actions.scrapRest
const command = { entity: 'produceplan' } as Command
const plan = { id: 7, productId: 1, productSpecId: 4, lotNo: 'P-7' }

afterEach(resetContext)

function read(typed: string, values: object) {
  const around = argumentRow({ command, fields, values: {} })
  const rules = quantityRules(fields.qty, quantitySourcesOf(around.fields, 'qty'), { ...around.row, ...values })
  return parseWritten(typed, fields.qty, rules)
}

test('a scrapped lot of material is not sized by the packages of the planned product', () => {
  rememberChoiceValues('productspec', 4, { packageUnitId: 3, packageUnitId$label: '箱', baseQtyPerPackage: '12.0000' })
  rememberChoiceValues('stocklot', 5, { unitId: 1, unitId$label: '千克' })
  setContext({ selection: { entity: 'produceplan', ids: [7], rows: [plan] } })
  expect(read('2箱', { lotId: 5 })).toHaveProperty('fieldError')
  expect(read('500g', { lotId: 5 })).toEqual({ value: '0.5' })
})

test('a call about no selected row has its quantities in the unit of its lot', () => {
  rememberChoiceValues('stocklot', 5, { unitId: 1, unitId$label: '千克' })
  const { arguments: called } = callbackdealer.actions.called
  const about = { command: { entity: 'callbackdealer' } as Command, fields: called, values: {} }
  const unitIn = ({ fields: known, row }: ReturnType<typeof argumentRow>) =>
    quantityRules(called.stockQty, quantitySourcesOf(known, 'stockQty'), row).unit
  expect(unitIn(argumentRow(about))).toBeUndefined()
  expect([unitIn(argumentRow({ ...about, row: { lotId: 5 } }))].flat()).toContain('千克')
})
