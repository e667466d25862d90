import fc from 'fast-check'
import { expect, test } from 'vitest'
import { labelPurpose } from '#contract/label/labelFields.ts'
import { elementKinds, isLayout, isWithin, type LabelLayout } from '#contract/label/layout.ts'
import { added, afterKey, moved, removed, resized, withChange } from '../../src/tables/label/layoutEdits.ts'
import { standardLayouts } from '../support/standardLayouts.ts'

const size = { width: 100, height: 60 }
const layout: LabelLayout = [{ kind: 'text', x: 10, y: 10, w: 20, h: 5, size: 3, text: '批号' }]
const at = (next: LabelLayout | null) => [next?.[0]?.x, next?.[0]?.y, next?.[0]?.w, next?.[0]?.h]
const key = (name: string, more = {}) =>
  afterKey(layout, 0, { key: name, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...more }, size)

test('arrow keys move by half a millimetre, with Shift by five, and resize with Ctrl', () => {
  expect(at(key('ArrowRight'))).toEqual([10.5, 10, 20, 5])
  expect(at(key('ArrowUp', { shiftKey: true }))).toEqual([10, 5, 20, 5])
  expect(at(key('ArrowRight', { ctrlKey: true, shiftKey: true }))).toEqual([10, 10, 21, 5])
  expect(key('ArrowLeft', { altKey: true })).toBeNull()
  expect(key('Delete')).toEqual([])
  expect(key('Tab')).toBeNull()
})

test('an element stays on its label, and none gets smaller than a millimetre', () => {
  expect(at(moved(layout, 0, 500, -500, size))).toEqual([80, 0, 20, 5])
  expect(at(resized(layout, 0, 500, 500, size))).toEqual([10, 10, 90, 50])
  expect(at(resized(layout, 0, -500, -500, size))).toEqual([10, 10, 1, 1])
})

test('an emptied property is left out, others stay', () => {
  expect(withChange(layout, 0, { isBold: true }, size)[0]).toEqual({ ...layout[0], isBold: true })
  const bold = withChange(layout, 0, { isBold: true }, size)
  expect(withChange(bold, 0, { isBold: undefined as never }, size)[0]).toEqual(layout[0])
  expect(removed(layout, 0)).toEqual([])
})

test('whatever is done, the layout is one that the server takes', () => {
  const edit = fc.record({
    kind: fc.constantFrom(...elementKinds),
    purpose: fc.constantFrom(...(Object.keys(labelPurpose.options) as (keyof typeof standardLayouts)[])),
    dx: fc.integer({ min: -400, max: 400 }),
    dy: fc.integer({ min: -400, max: 400 }),
    isResize: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: 8 }), edits => {
      const { purpose = 'MATERIAL_LOT' } = edits[0] ?? {}
      const { layout: begun, ...side } = standardLayouts[purpose]
      let now: LabelLayout = begun
      for (const { kind, dx, dy, isResize } of edits) {
        now = added(now, kind, purpose, side)
        now = (isResize ? resized : moved)(now, now.length - 1, dx / 4, dy / 4, side)
      }
      expect([isLayout(now, purpose), isWithin(now, side.width, side.height)]).toEqual([true, true])
    }),
  )
})
