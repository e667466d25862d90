/** What the toolbar of an entity offers, in its order. */

import { type Entity, hasRecord } from '../../contract/schema/entity.ts'
import { commands, findCommand, isPermitted } from '../core/registry.ts'

export interface ToolbarEntry {
  readonly command: string
  /** Message key; the command's own title unless said. */
  readonly label?: string
  readonly icon?: string
  readonly look?: 'primary' | 'danger'
}

/** Drawings for the verbs that declared actions have in common; another verb goes without. */
const icons: Readonly<Record<string, string>> = {
  submit: 'send',
  release: 'send',
  approve: 'shield-check',
  finish: 'square-check',
  reverse: 'undo',
  cancel: 'x',
}

export interface ToolbarPlace {
  /** Is one record open, rather than the list? */
  readonly isRecord: boolean
  /** Can what is open not be changed any more? */
  readonly isReadOnly: boolean
  /** Something of it is to be saved all the same, e.g. a paper added to what is posted. */
  readonly isDirty?: boolean
  /** Is what is open never removed in the state it is in, though it may be changed? */
  readonly isKept?: boolean
  /** Declared names that come next for this record, the first of them first. */
  readonly next: readonly string[]
}

/**
 * Every command of an entity that this person may run here: the generic ones, its actions and what is begun from it. What
 * cannot be taken back stands behind what is done every day, unless nothing else comes next.
 */
export function toolbarEntries(
  entity: Entity,
  { isRecord, isReadOnly, isDirty, isKept, next }: ToolbarPlace,
): readonly ToolbarEntry[] {
  const { name } = entity
  const generic = (verb: string, icon: string, look?: ToolbarEntry['look']): ToolbarEntry => ({
    command: `${name}.${verb}`,
    label: `tables.${verb}`,
    icon,
    ...(look ? { look } : {}),
  })
  const isDestructive = (key: string) => entity.actions[key]?.risk === 'destructive'
  // Where nothing is to be saved, what comes next is the main thing to do.
  const main = isReadOnly && !isDirty ? next[0] : undefined
  const declared = (key: string): ToolbarEntry => {
    const look = key === main ? 'primary' : isDestructive(key) ? 'danger' : undefined
    return {
      command: `${name}.${key}`,
      label: `${name}.${key}`,
      ...(icons[key] ? { icon: icons[key] } : {}),
      ...(look ? { look } : {}),
    }
  }
  const declaredNames = [...Object.keys(entity.actions), ...Object.keys(entity.begins ?? {})]
  const first = next.filter(key => declaredNames.includes(key))
  const inOrder = [...first, ...declaredNames.filter(key => !first.includes(key))]
  const isBehind = (key: string) => isDestructive(key) && key !== main
  const saves = !isRecord || !isReadOnly || isDirty
  const entries: readonly ToolbarEntry[] = [
    ...(isRecord ? [] : [generic('new', 'plus', 'primary')]),
    ...(saves ? [generic('save', 'save', isRecord ? 'primary' : undefined)] : []),
    ...(isRecord || entity.document || !hasRecord(entity)
      ? []
      : [{ command: 'record.open', label: 'tables.open', icon: 'file-text' }]),
    ...inOrder.filter(key => !isBehind(key)).map(declared),
    ...commands().flatMap(({ id, toolbar, entity: of }) => (toolbar && of === name ? [{ command: id }] : [])),
    generic('copy', 'copy'),
    ...inOrder.filter(isBehind).map(declared),
    ...(isReadOnly || isKept ? [] : [generic('delete', 'trash', 'danger')]),
    ...(isRecord ? [] : [generic('import', 'upload'), generic('export', 'download')]),
  ]
  return entries.filter(({ command: id }) => {
    const command = findCommand(id)
    return command !== undefined && isPermitted(command)
  })
}
