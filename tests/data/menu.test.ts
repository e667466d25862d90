/** Where a person begins, by the menu alone (specification §2). */
import { describe, expect, test } from 'vitest'
import { landing, type MenuNode } from '../../src/data/session/permittedMenu.ts'

let ids = 0
const entry = (type: MenuNode['type'], name: string, more: Partial<MenuNode> = {}): MenuNode => {
  ids += 1
  const url = type === 1 ? `/${name}` : null
  return { id: ids, parentID: 0, name, url, title: name, icon: '', type, hidden: false, children: [], ...more }
}
const group = (name: string, ...children: readonly MenuNode[]) => entry(0, name, { children })
const page = (name: string, more?: Partial<MenuNode>) => entry(1, name, more)

describe('the first page', () => {
  test('is the first child of the first entry at the top', () => {
    const material = group('material', page('supply'), page('material'))
    expect(landing([group('basic', page('unit'), page('brand')), material])).toBe('/unit')
    expect(landing([material])).toBe('/supply')
  })

  test('is home where that entry has no page below it, whatever the others have', () => {
    const basic = group('basic', page('brand'))
    expect(landing([])).toBe('/index')
    expect(landing([group('empty'), basic])).toBe('/index')
    expect(landing([page('notify'), basic])).toBe('/index')
    expect(landing([page('notify', { children: [entry(2, 'add')] }), basic])).toBe('/index')
    expect(landing([group('nameless', page('brand', { url: null }))])).toBe('/index')
  })

  test('is none that is hidden', () => {
    const hidden = { hidden: true }
    expect(landing([entry(0, 'old', { ...hidden, children: [page('unit')] }), group('basic', page('brand'))])).toBe(
      '/brand',
    )
    expect(landing([group('basic', page('unit', hidden), page('brand'))])).toBe('/brand')
    expect(landing([group('basic', page('unit', hidden))])).toBe('/index')
  })
})
