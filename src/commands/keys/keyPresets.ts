/** Key presets of other programs: mere changes over the defaults. */
import type { KeyChange } from './keyChanges.ts'

export type Preset = 'default' | 'excel' | 'sheets' | 'vscode'

const add = (command: string, seq: string): KeyChange => ({ command, seq })
const move = (command: string, was: string, seq: string): KeyChange => ({ command, seq, was })
const drop = (command: string, was: string): KeyChange => ({ command, seq: null, was })

/** Cell focus only: neither cell editor nor column header. */
const inCell = (command: string, seq: string): KeyChange => ({
  command,
  seq,
  when: { focus: 'grid', gridMode: 'navigate' },
})

export const presets: Readonly<Record<Preset, readonly KeyChange[]>> = {
  default: [],
  excel: [
    drop('grid.enter', 'enter'),
    inCell('grid.down', 'enter'),
    drop('record.delete', 'mod+backspace'),
    add('grid.scrollToActive', 'mod+backspace'),
    add('list.search', 'mod+shift+l'),
  ],
  sheets: [
    drop('record.delete', 'mod+backspace'),
    add('grid.scrollToActive', 'mod+backspace'),
    add('palette.open', 'alt+/'),
    add('list.clearFilters', 'mod+\\'),
  ],
  vscode: [
    drop('palette.open', 'mod+k'),
    move('palette.open', 'mod+shift+p', 'mod+shift+p'),
    move('keys.sheet', 'mod+/', 'mod+k mod+s'),
    add('theme.toggle', 'mod+k t'),
    add('tab.closeAll', 'mod+k w'),
    add('errors.open', 'mod+shift+m'),
    add('record.delete', 'mod+shift+k'),
  ],
}

export const isPreset = (value: unknown): value is Preset => typeof value === 'string' && Object.hasOwn(presets, value)
