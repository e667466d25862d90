import * as lucide from 'lucide'
import { describe, expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import type { Entity } from '#contract/schema/entity.ts'
import { drawings } from '../../src/ui/icons/iconDrawings.ts'
import { iconPath } from '../../src/ui/icons/iconPath.ts'

describe('an icon as one path', () => {
  test('begins each of its shapes where that shape says', () => {
    expect(iconPath([['path', { d: 'm7 16.5-4.74-2.85' }]])).toBe('M7 16.5l-4.74-2.85')
    expect(iconPath([['path', { d: 'm9.5 2v4' }]])).toBe('M9.5 2v4')
    expect(iconPath([['path', { d: 'm.5.5 1 1' }]])).toBe('M.5 .5l1 1')
    expect(
      iconPath([
        ['path', { d: 'M1 2h3' }],
        ['path', { d: 'm4 5 6 7' }],
      ]),
    ).toBe('M1 2h3M4 5l6 7')
  })

  test('has every shape that lucide draws with', () => {
    expect(iconPath([['line', { x1: 1, y1: '2', x2: 3, y2: 4 }]])).toBe('M1 2L3 4')
    expect(iconPath([['circle', { cx: 12, cy: 13, r: 2 }]])).toBe('M10 13a2 2 0 1 0 4 0a2 2 0 1 0 -4 0')
    expect(iconPath([['polyline', { points: '1 2 3 4' }]])).toBe('M1 2 3 4')
    expect(iconPath([['rect', { x: 3, y: 4, width: 10, height: 6 }]])).toBe('M3 4h10v6h-10v-6z')
    expect(iconPath([['rect', { x: 3, y: 4, width: 10, height: 6, rx: 1 }]])).toBe(
      'M4 4h8a1 1 0 0 1 1 1v4a1 1 0 0 1 -1 1h-8a1 1 0 0 1 -1 -1v-4a1 1 0 0 1 1 -1z',
    )
  })

  test('is one for every icon the console names, and for all that could be named', () => {
    for (const shape of [...Object.values(drawings), ...Object.values(lucide.icons)].flat()) {
      expect(iconPath([shape])).toMatch(/^M ?[-.\d]+[ ,]?[-.\d]/)
      expect(iconPath([shape])).not.toMatch(/NaN|undefined/)
    }
  })

  test('is drawn for every entity that names one', () => {
    const named = (Object.values(entities) as readonly Entity[]).filter(({ icon }) => icon !== undefined)
    expect(named.filter(({ icon = '' }) => !Object.hasOwn(drawings, icon)).map(({ name }) => name)).toEqual([])
  })

  test('leaves nothing out of the icons that are named: what is filled is covered by its stroke', () => {
    const filled = Object.values(drawings)
      .flat()
      .filter(([, { fill }]) => fill !== undefined)
    expect(filled.every(([shape, { r }]) => shape === 'circle' && Number(r) <= 0.5)).toBe(true)
  })

  test('fails for a shape it does not know', () => {
    expect(() => iconPath([['text', {}]])).toThrow('text')
  })
})
