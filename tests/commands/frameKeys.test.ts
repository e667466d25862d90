import { describe, expect, it } from 'vitest'
import { builtins } from '../../src/commands/consoleCommands.ts'
import type { ContextKeys } from '../../src/commands/core/when.ts'
import { boundKeys, resolve } from '../../src/commands/keys/keyResolution.ts'
import type { KeyLike, Os } from '../../src/commands/keys/keyStroke.ts'
import { onPage } from '../support/contextKeys.ts'

const inRecord: ContextKeys = { ...onPage, page: 'materialstorein', selection: 'one', record: 'stored' }

const press = (key: string, code: string, held: Partial<KeyLike> = {}): KeyLike => ({
  key,
  code,
  ctrlKey: false,
  altKey: false,
  shiftKey: false,
  metaKey: false,
  ...held,
})
const ctrl = { ctrlKey: true }
const alt = { altKey: true }
const meta = { metaKey: true }
const shift = { shiftKey: true }

function ran(event: KeyLike, os: Os = 'other', context: Partial<ContextKeys> = {}): string {
  const decision = resolve(event, [], boundKeys(builtins, os), { ...inRecord, ...context }, os)
  return decision.kind === 'run' ? decision.command : decision.kind
}

describe('on a Mac', () => {
  it('fullscreen, regions and recent tabs have the keys a Mac has left', () => {
    expect(ran(press('f', 'KeyF', { ...ctrl, ...meta }), 'mac')).toBe('fullscreen.toggle')
    expect(ran(press('F6', 'F6', alt), 'mac')).toBe('region.next')
    expect(ran(press('F6', 'F6', { ...alt, ...shift }), 'mac')).toBe('region.previous')
    expect(ran(press('`', 'Backquote', ctrl), 'mac')).toBe('tab.recent')
    expect(ran(press('~', 'Backquote', { ...ctrl, ...shift }), 'mac')).toBe('tab.recentBack')
  })

  it('records, tabs and repeating go by Option with the key itself, whatever it would write', () => {
    expect(ran(press('ArrowDown', 'ArrowDown', alt), 'mac')).toBe('record.next')
    expect(ran(press('ArrowUp', 'ArrowUp', alt), 'mac')).toBe('record.previous')
    expect(ran(press('¡', 'Digit1', alt), 'mac')).toBe('tab.1')
    expect(ran(press('∑', 'KeyW', alt), 'mac')).toBe('tab.close')
    expect(ran(press('≥', 'Period', alt), 'mac')).toBe('command.repeat')
    expect(ran(press('ç', 'KeyC', alt), 'mac')).toBe('record.new')
  })
})

describe('elsewhere', () => {
  it('recent tabs go by Alt, and on while the list is open', () => {
    expect(ran(press('`', 'Backquote', alt))).toBe('tab.recent')
    expect(ran(press('`', 'Backquote', alt), 'other', { overlay: 'menu' })).toBe('tab.recent')
    expect(ran(press('`', 'Backquote', { ...alt, repeat: true }), 'other', { overlay: 'menu' })).toBe('tab.recent')
    expect(ran(press('~', 'Backquote', { ...alt, ...shift }), 'other', { focus: 'gridEditor' })).toBe('tab.recentBack')
    expect(ran(press('`', 'Backquote', alt), 'other', { overlay: 'dialog' })).toBe('none')
  })

  it('Escape goes back from the screen and its fields, never out of a grid or past a dialog', () => {
    const back = press('Escape', 'Escape')
    for (const focus of ['page', 'text', 'sidebar', 'tabs'] as const)
      expect(ran(back, 'other', { focus }), focus).toBe('view.back')
    expect(ran(back, 'other', { focus: 'grid' })).toBe('grid.leave')
    expect(ran(back, 'other', { focus: 'gridEditor' })).toBe('grid.cancel')
    for (const overlay of ['dialog', 'palette', 'sheet', 'menu'] as const)
      expect(ran(back, 'other', { overlay }), overlay).not.toBe('view.back')
  })
})

describe('keys that a browser keeps for its tabs', () => {
  const kept: readonly (readonly [string, KeyLike])[] = [
    ['tab.recent', press('Tab', 'Tab', ctrl)],
    ['tab.recentBack', press('Tab', 'Tab', { ...ctrl, ...shift })],
    ['tab.next', press('PageDown', 'PageDown', ctrl)],
    ['tab.previous', press('PageUp', 'PageUp', ctrl)],
    ['tab.close', press('w', 'KeyW', ctrl)],
    ['tab.reopen', press('T', 'KeyT', { ...ctrl, ...shift })],
    ['record.new', press('n', 'KeyN', ctrl)],
  ]

  it('are left to it in a tab, and ours in a window of the console', () => {
    for (const [command, event] of kept) {
      expect(ran(event), command).toBe('none')
      expect(ran(event, 'other', { installed: true }), command).toBe(command)
      expect(ran(event, 'other', { installed: true, focus: 'text' }), command).toBe(command)
    }
  })
})
