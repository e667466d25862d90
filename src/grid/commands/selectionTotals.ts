/** Selection totals, computed debounced and in slices so selecting never waits. */
import type { Result } from '../../commands/core/command.ts'
import { store } from '../../data/store.ts'
import type { GridState, Run } from '../state/gridState.ts'
import { hasMark, markedRanges } from '../state/marked.ts'
import { columnsIn, rowsOfRanges } from '../state/selection.ts'
import { measures, totalsAtom } from '../state/shownTotals.ts'
import { Tally } from '../state/totals.ts'

/** Debounce and slice budget, in ms. */
const rest = 120
const stretch = 6

function add(grid: GridState): () => void {
  const { source } = grid.props
  const ranges = markedRanges(grid)
  const columnsOf = new Map<string, readonly GridState['columns'][number][]>()
  const tally = new Tally()
  const rows = rowsOfRanges(ranges)
  let timer: ReturnType<typeof setTimeout> | undefined
  const go = () => {
    const until = performance.now() + stretch
    for (let gone = 1; ; gone++) {
      const { value: row, done } = rows.next()
      if (done) {
        store.set(totalsAtom, { of: grid, totals: tally.totals() })
        return
      }
      const marked = columnsIn(ranges, row)
      const key = marked.join()
      const columns = columnsOf.get(key) ?? grid.columns.filter((_, at) => marked.includes(at))
      columnsOf.set(key, columns)
      tally.add(source.row(row), columns)
      if (gone % 64 === 0 && performance.now() > until) break
    }
    timer = setTimeout(go)
  }
  go()
  return () => clearTimeout(timer)
}

const forget = (grid: GridState) => {
  if (store.get(totalsAtom)?.of === grid) store.set(totalsAtom, null)
}

export interface SelectionTotals {
  again(): void
  end(): void
}

export function selectionTotals(grid: GridState): SelectionTotals {
  let timer: ReturnType<typeof setTimeout> | undefined
  let stop: (() => void) | undefined
  const again = () => {
    clearTimeout(timer)
    stop?.()
    if (!hasMark(grid)) {
      forget(grid)
      return
    }
    timer = setTimeout(() => {
      stop = add(grid)
    }, rest)
  }
  return {
    again,
    end() {
      clearTimeout(timer)
      stop?.()
      forget(grid)
    },
  }
}

const refused = (message: string): Result => ({ status: 'denied', reason: 'when', message })

/** Copies text by `execCommand`, which works without https. */
function copy(copied: string): boolean {
  let isCopied = false
  const put = (event: ClipboardEvent) => {
    event.preventDefault()
    event.stopPropagation()
    event.clipboardData?.setData('text/plain', copied)
    isCopied = true
  }
  document.addEventListener('copy', put, { capture: true, once: true })
  document.execCommand('copy')
  document.removeEventListener('copy', put, { capture: true })
  return isCopied
}

export const copyTotal: Run = (_grid, { which }) => {
  const totals = store.get(totalsAtom)?.totals
  const measure = measures.find(name => name === which)
  const value = measure ? totals?.values?.[measure] : totals && String(totals.filled)
  if (value === undefined) return refused('grid.reason.noTotals')
  if (!copy(value)) return refused('grid.reason.clipboardWrite')
  return { status: 'ok', message: 'grid.totalCopied', values: { value } }
}
