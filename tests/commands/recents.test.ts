import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  countRun,
  forgetUse,
  frecency,
  paletteRuns,
  recentsAtom,
  recordUse,
  resetPaletteRuns,
} from '../../src/commands/core/recents.ts'
import { store } from '../../src/data/store.ts'
import { emptyStorage } from '../support/storage.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  // pending writes flushed: nothing is left for the next test
  vi.runAllTimers()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const week = 7 * 24 * 60 * 60_000

test('a use counts half after a week', () => {
  recordUse('brand.new', 0)
  recordUse('brand.new', week)
  expect(frecency(store.get(recentsAtom), 'brand.new', week)).toBeCloseTo(1.5)
  expect(frecency(store.get(recentsAtom), 'brand.new', 2 * week)).toBeCloseTo(0.75)
})

test('what is taken off the list is as if never used', () => {
  recordUse('unit.new', 0)
  forgetUse('unit.new')
  expect(frecency(store.get(recentsAtom), 'unit.new', 0)).toBe(0)
  expect(store.get(recentsAtom).has('unit.new')).toBe(false)
})

test('runs from the palette are counted until the key was taught', () => {
  for (const surface of ['palette', 'button', 'palette', 'script', 'palette'] as const) countRun('brand.save', surface)
  expect(paletteRuns('brand.save')).toBe(3)
  expect(paletteRuns('brand.copy')).toBe(0)
  resetPaletteRuns('brand.save')
  expect(paletteRuns('brand.save')).toBe(0)
})

test('whoever presses the key need not be taught it', () => {
  countRun('brand.export', 'palette')
  countRun('brand.export', 'palette')
  countRun('brand.export', 'shortcut')
  expect(paletteRuns('brand.export')).toBe(0)
})

test('uses that follow one another are written together, and all of them', () => {
  const storage = emptyStorage()
  const write = vi.spyOn(storage, 'setItem')
  vi.stubGlobal('localStorage', storage)
  for (let use = 0; use < 90; use += 1) {
    recordUse('grid.down')
    vi.advanceTimersByTime(33)
  }
  recordUse('grid.up')
  vi.advanceTimersByTime(5_000)
  expect(write.mock.calls.length).toBeLessThan(5)
  const written = new Map(JSON.parse(storage.getItem('lotline.recents.') ?? '[]') as [string, { score: number }][])
  expect(written.get('grid.down')?.score).toBeCloseTo(90, 0)
  expect(written.get('grid.up')?.score).toBeCloseTo(1)
})

test('what is still to be written is written when the page goes', async () => {
  const storage = emptyStorage()
  const page = new EventTarget()
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('window', page)
  vi.resetModules()
  const fresh = await import('../../src/commands/core/recents.ts')
  fresh.recordUse('brand.new')
  expect(storage.getItem('lotline.recents.')).toBeNull()
  page.dispatchEvent(new Event('pagehide'))
  expect(storage.getItem('lotline.recents.')).toContain('brand.new')
})
