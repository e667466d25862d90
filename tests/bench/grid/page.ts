/** What the bench of the grids adds to the console in the browser: our grid within its page, and what is entered into it. */

import { draftsOf } from '../../../src/data/drafts/draftStore.ts'
import { navigate } from '../../../src/data/location.ts'
import { forgetRows, windowsOf } from '../../../src/data/records/rows.ts'
import { closeTab } from '../../../src/data/session/tabs.ts'
import { store } from '../../../src/data/store.ts'
import { benchOf, painted, rowHeight, until } from './clock.ts'
import { gridDriver, gridOf } from './gridDriver.ts'

export interface EntryBench {
  /** Shows a list; resolves when its first row is painted. */
  open(list: string): Promise<void>
  /** Looks through rows from the first on, so that they are loaded. */
  load(list: string, rows: number): Promise<void>
  /** Pastes into the cells from the cursor on, and agrees to the preview; milliseconds until so many rows are changed, and until that is painted. */
  paste(list: string, text: string, rows: number): Promise<{ readonly dirty: number; readonly painted: number }>
  /** The codes of the rows that are loaded, from the first on. */
  codes(list: string): readonly string[]
  drafts(list: string): Waiting
  /** Runs a command; milliseconds until it is done and painted. */
  run(command: string): Promise<number>
}

/** Rows that wait to be saved, their changed cells, and how many of them could not be and say why. */
interface Waiting {
  readonly all: number
  readonly cells: number
  readonly refused: number
  readonly reported: number
}

declare global {
  interface Window {
    entryBench?: EntryBench
  }
}

/** Rows that are looked at at once. */
const screenful = 20

let list = ''

window.gridBench = benchOf({
  ...gridDriver(() => list),
  open(name) {
    list = name
    navigate(`/${name}`)
  },
  async close() {
    closeTab(`/${list}`)
    navigate('/')
    await until(() => gridOf(list) === null, 'the end of the list')
    forgetRows()
  },
})

const draftsIn = (name: string) => [...store.get(draftsOf(name)).values()]

window.entryBench = {
  async open(name) {
    list = name
    navigate(`/${name}`)
    await until(() => gridOf(name)?.querySelector('[data-row-id]') != null, `the list of ${name}`)
  },
  async load(name, rows) {
    const window = windowsOf(name)[0]
    if (!window) throw new Error(`no list of ${name} is open`)
    const scroller = gridOf(name)?.querySelector('[role=grid]')
    if (!scroller) throw new Error(`no grid of ${name} is on screen`)
    for (let row = 0; row < rows; row += screenful) {
      scroller.scrollTop = row * rowHeight
      const last = Math.min(row + screenful, rows) - 1
      await until(() => window.row(last) !== undefined, `row ${last} of ${name}`)
    }
    scroller.scrollTop = 0
    await painted()
  },
  codes(name) {
    const window = windowsOf(name)[0]
    const codes: string[] = []
    for (let row = window?.row(0); row; row = window?.row(codes.length)) codes.push(String(row.code))
    return codes
  },
  async paste(name, text, rows) {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    const target = gridOf(name)?.querySelector('[role=gridcell][data-active]')
    const field = target?.querySelector('input, textarea') ?? target
    if (!field) throw new Error('no cell has the cursor')
    const from = performance.now()
    let changed = 0
    const end = store.sub(draftsOf(name), () => {
      if (changed === 0 && store.get(draftsOf(name)).size >= rows) changed = performance.now()
    })
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    try {
      // So much is shown before it is entered; whoever agrees at once is measured, not whoever reads it.
      const agree = () => document.querySelector<HTMLElement>('[data-answer=accept]')
      await until(() => changed > 0 || agree() !== null, 'the preview of the paste')
      agree()?.click()
      const shown = await until(() => changed > 0, `${rows} changed rows`)
      return { dirty: changed - from, painted: shown - from }
    } finally {
      end()
    }
  },
  drafts(name) {
    const refused = draftsIn(name).filter(({ state }) => state === 'error')
    const reported = refused.filter(({ message, fieldErrors }) => message !== '' || Object.keys(fieldErrors).length > 0)
    const fields = draftsIn(name).flatMap(({ patch }) => Object.keys(patch).filter(field => !field.includes('$')))
    return { all: draftsIn(name).length, cells: fields.length, refused: refused.length, reported: reported.length }
  },
  async run(command) {
    const from = performance.now()
    await window.lotline?.run(command, {}, { confirm: 'accept' })
    return (await painted()) - from
  },
}
