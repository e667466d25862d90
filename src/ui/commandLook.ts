import type { Command } from '../commands/core/command.ts'
import { effectiveKeysOf, keysOf } from '../commands/keys/keyBindings.ts'

const byVerb: Readonly<Record<string, string>> = {
  new: 'plus',
  edit: 'pencil',
  save: 'save',
  saveNew: 'save',
  delete: 'trash',
  copy: 'copy',
  export: 'download',
  exportCsv: 'download',
  exportLines: 'download',
  import: 'upload',
  importTemplate: 'file-text',
  submit: 'square-check',
  approve: 'square-check',
  release: 'shield-check',
  reverse: 'undo',
  undo: 'undo',
  redo: 'redo',
  refresh: 'refresh-cw',
  search: 'search',
  sheet: 'keyboard',
  signOut: 'log-out',
}

const byGroup: Readonly<Record<string, string>> = {
  palette: 'search',
  sidebar: 'panel-left',
  theme: 'moon',
  fullscreen: 'maximize',
  locale: 'languages',
  errors: 'triangle-alert',
  tab: 'app-window',
  region: 'square-dashed',
  grid: 'table',
}

export function iconOf({ id, icon }: Command): string {
  const [group = '', verb = ''] = id.split('.')
  return icon ?? byVerb[verb] ?? byGroup[group] ?? 'zap'
}

export function keyHere(command: Command, page: string): string | undefined {
  const isBorrowed = effectiveKeysOf(command).length === 0
  return isBorrowed && command.entity !== page ? undefined : keysOf(command)[0]?.seq
}
