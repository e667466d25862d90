import { atom, useAtomValue } from 'jotai'
import { type ReactNode, useRef } from 'react'
import { papersOf } from '#contract/paper/papers.ts'
import type { Entity } from '#contract/schema/entity.ts'
import type { ToolbarEntry } from '../../commands/core/command.ts'
import { contextAtom } from '../../commands/core/context.ts'
import { findCommand, handlersVersionAtom, registryVersionAtom } from '../../commands/core/registry.ts'
import { type ToolbarPlace, toolbarEntries } from '../../commands/entity/toolbarEntries.ts'
import { reasonAgainst } from '../../commands/gate/availability.ts'
import { unsavedOf } from '../../data/drafts/draftStore.ts'
import { grantsAtom } from '../../data/session/permittedMenu.ts'
import { Button } from '../../ui/Button.tsx'
import styles from '../../ui/Screen.module.css'
import { useFitting } from '../../ui/useFitting.ts'
import { useText } from '../../ui/useText.ts'
import { MoreMenu } from './MoreMenu.tsx'

interface ToolbarProps extends Partial<ToolbarPlace> {
  entity: Entity
  /** Records not saved yet have no paper. */
  isPrintable?: boolean
  children?: ReactNode
}

const listPlace: ToolbarPlace = { isRecord: false, isReadOnly: false, next: [] }
const isMain = ({ look }: Pick<ToolbarEntry, 'look'>) => look === 'primary'
const standingAtom = atom(null)
const printing: ToolbarEntry = { command: 'page.print', icon: 'printer' }
const paper: readonly ToolbarEntry[] = [{ command: 'record.pdf' }, { command: 'record.printPaper' }]

function isRefusedFor(reason: string, { command: id, args }: ToolbarEntry): boolean {
  const command = findCommand(id)
  return command !== undefined && reasonAgainst(command, 'button', args) === reason
}

export function useToolbarEntries(entity: Entity, place: ToolbarPlace): readonly ToolbarEntry[] {
  useAtomValue(registryVersionAtom)
  useAtomValue(grantsAtom)
  return toolbarEntries(entity, place)
}

/** Entity toolbar. Forbidden commands and overflow go to the menu. */
export function Toolbar({ entity, isPrintable = true, children, ...place }: ToolbarProps) {
  const text = useText()
  const { size } = useAtomValue(unsavedOf(entity.name))
  const whole = { ...listPlace, isUnchanged: size === 0, ...place }
  const { isRecord, isReadOnly } = whole
  useAtomValue(handlersVersionAtom)
  // List toolbars ignore the selection; record toolbars follow the state.
  useAtomValue(isRecord ? contextAtom : standingAtom)
  const row = useRef<HTMLDivElement>(null)
  const fitting = useFitting(row)

  const known = useToolbarEntries(entity, whole)
  const entries = isRecord ? known.filter(entry => !isRefusedFor('reason.notSaved', entry)) : known
  const forbidden = isRecord ? entries.filter(entry => isRefusedFor('reason.wrongState', entry)) : []
  const possible = entries.filter(entry => !forbidden.includes(entry))
  const papers = isRecord && papersOf(entity).length > 0 ? paper : []
  const printings = [printing, ...papers.filter(({ command }) => possible.every(entry => entry.command !== command))]
  const behind = [...possible.slice(fitting), ...(isPrintable ? printings : [])]
  return (
    <div className={styles.toolbar} role="toolbar" aria-label={text('tables.toolbar')}>
      <div className={styles.row} ref={row}>
        {possible.map(({ command, label, ...look }, index) => (
          <span key={command} className={styles.place} data-behind={index >= fitting || undefined}>
            <Button
              command={command}
              {...look}
              {...(label ? { label: text(label) } : {})}
              {...(isReadOnly && isMain(look) ? { keysOf: 'record.submit' } : {})}
            />
          </span>
        ))}
      </div>
      {behind.length + forbidden.length > 0 ? <MoreMenu entries={behind} forbidden={forbidden} /> : null}
      <div className={styles.far}>{children}</div>
    </div>
  )
}
