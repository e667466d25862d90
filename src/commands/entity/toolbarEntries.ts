/** Toolbar of an entity: its commands in order. */
import { papersOf } from '#contract/paper/papers.ts'
import { type Entity, hasRecord, submitActionOf } from '#contract/schema/entity.ts'
import type { Command, ToolbarEntry } from '../core/command.ts'
import { commands, findCommand, isPermitted } from '../core/registry.ts'
import type { Step } from './nextStep.ts'

/** Icons of verbs common to declared actions; others have none. */
const icons: Readonly<Record<string, string>> = {
  save: 'save',
  submit: 'send',
  release: 'send',
  approve: 'shield-check',
  finish: 'square-check',
  reverse: 'undo',
  cancel: 'x',
}

export const iconOf = ({ id, icon }: Command): string | undefined => icon ?? icons[id.split('.')[1] ?? '']

export interface ToolbarPlace {
  readonly isRecord: boolean
  readonly isReadOnly: boolean
  /** Unsaved changes despite read-only, e.g. an attachment to a posted document. */
  readonly isDirty?: boolean
  /** Stored as it is: saving would change nothing. */
  readonly isUnchanged?: boolean
  /** Something outside of the toolbar comes first. */
  readonly isOverdue?: boolean
  /** Deletion is impossible in this state, though changes are allowed. */
  readonly isServerMaintained?: boolean
  /** The last document of the same partner is offered. */
  readonly isOffered?: boolean
  /** Declared follow-ups of this record, in order. */
  readonly next: readonly string[]
  /** Primary button of a closed record; the first follow-up by default. */
  readonly step?: Step | undefined
}

const permitted = (entries: readonly ToolbarEntry[]) =>
  entries.filter(({ command: id }) => {
    const command = findCommand(id)
    return command !== undefined && isPermitted(command)
  })

/** Permitted commands in order; irreversible ones last unless the only follow-up. */
export function toolbarEntries(
  entity: Entity,
  { isRecord, isReadOnly, isDirty, isUnchanged, isOverdue, isServerMaintained, isOffered, next, step }: ToolbarPlace,
): readonly ToolbarEntry[] {
  const { name } = entity
  const generic = (verb: string, icon: string, look?: ToolbarEntry['look']): ToolbarEntry => ({
    command: `${name}.${verb}`,
    label: `tables.${verb}`,
    icon,
    ...(look ? { look } : {}),
  })
  const isDestructive = (key: string) => entity.actions[key]?.risk === 'destructive'
  // Primary button: the next step when nothing needs saving.
  const isClosed = isReadOnly && !isDirty
  const own = step?.command.startsWith(`${name}.`) ? step.command.slice(name.length + 1) : undefined
  const isWaiting = isRecord && isUnchanged && !isReadOnly && !isOverdue
  const forward = isWaiting ? (own ?? submitActionOf(entity)) : undefined
  const main = isClosed ? (own ?? (step ? undefined : next[0])) : forward
  const elsewhere: readonly ToolbarEntry[] =
    isClosed && step && own === undefined ? [{ ...step, label: step.command, look: 'primary' }] : []
  const declared = (key: string): ToolbarEntry => {
    const look = key === main ? 'primary' : isDestructive(key) ? 'danger' : undefined
    return {
      command: `${name}.${key}`,
      label: `${name}.${key}`,
      ...(icons[key] ? { icon: icons[key] } : {}),
      ...(look ? { look } : {}),
    }
  }
  const declaredNames = [...Object.keys(entity.actions), ...Object.keys(entity.createsFrom ?? {})]
  const first = [...new Set(main === undefined ? next : [main, ...next])].filter(key => declaredNames.includes(key))
  const inOrder = [...first, ...declaredNames.filter(key => !first.includes(key))]
  const isBehind = (key: string) => isDestructive(key) && key !== main
  const saves = !isRecord || !isReadOnly || isDirty
  const save: ToolbarEntry = isUnchanged
    ? { ...generic('save', 'save'), idle: 'result.nothingToSave' }
    : generic('save', 'save', isRecord && (isDirty || !isOverdue) ? 'primary' : undefined)
  if (entity.asForm) return permitted([save])
  const entries: readonly ToolbarEntry[] = [
    ...(isRecord ? [] : [generic('new', 'plus', 'primary')]),
    ...(saves ? [save] : []),
    ...(isOffered ? [{ command: 'record.asLastTime' }] : []),
    ...(isRecord || entity.document || !hasRecord(entity)
      ? []
      : [{ command: 'record.open', label: 'tables.open', icon: 'file-text' }]),
    ...elsewhere,
    ...inOrder.filter(key => !isBehind(key)).map(declared),
    ...commands().flatMap(({ id, toolbar, entity: of }) => (toolbar && of === name ? [{ command: id }] : [])),
    ...(isRecord && isReadOnly && papersOf(entity).length > 0 ? [{ command: 'record.pdf' }] : []),
    // An own copy knows what goes along.
    ...(entity.actions.duplicate ? [] : [generic('copy', 'copy')]),
    ...inOrder.filter(isBehind).map(declared),
    ...(isReadOnly || isServerMaintained ? [] : [generic('delete', 'trash', 'danger')]),
    ...(isRecord ? [] : [generic('import', 'upload'), generic('export', 'download')]),
  ]
  return permitted(entries)
}
