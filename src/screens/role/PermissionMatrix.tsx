import { useAtomValue } from 'jotai'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { menuTitle } from '../../data/session/menuTitle.ts'
import { loadWholeMenu, type MenuNode, wholeMenuAtom } from '../../data/session/permittedMenu.ts'
import { errorText } from '../../fields/errorText.ts'
import { useText } from '../../ui/useText.ts'
import styles from './PermissionTree.module.css'
import { type Chosen, chosenExtent, permissionRows, toggled } from './permissions.ts'

interface PermissionTreeProps {
  chosen: readonly number[]
  fieldError: string | undefined
  isReadOnly: boolean
  onChange(menuIds: readonly number[]): void
}

export function PermissionTree({ chosen, fieldError, isReadOnly, onChange }: PermissionTreeProps) {
  const text = useText()
  const menu = useAtomValue(wholeMenuAtom)
  const [search, setSearch] = useState('')
  const frame = useRef<HTMLDivElement>(null)
  const ids: Chosen = useMemo(() => new Set(chosen), [chosen])
  useEffect(() => void loadWholeMenu(), [])
  const rows = useMemo(() => permissionRows(menu ?? [], menuTitle, search), [menu, search])
  // All pages, regardless of the search.
  const pages = useMemo(() => permissionRows(menu ?? [], menuTitle, '').filter(({ node }) => node.type === 1), [menu])
  const given = pages.filter(({ node }) => ids.has(node.id)).length

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target instanceof HTMLInputElement && moveCell(frame.current, event.target, event.key))
      event.preventDefault()
  }
  const set = (node: MenuNode, isGiven: boolean) => onChange([...toggled(menu ?? [], ids, node.id, isGiven)])
  const box = (node: MenuNode, isFirst: boolean) => (
    <Box
      key={node.id}
      node={node}
      chosen={ids}
      isReadOnly={isReadOnly}
      isTabStop={isFirst}
      onToggle={isGiven => set(node, isGiven)}
    />
  )
  return (
    <section className={styles.permissions} data-permissions aria-label={text('role.menuIds')}>
      <header className={styles.head}>
        <h2 className={styles.title}>{text('role.menuIds')}</h2>
        <span className={styles.count}>{text('role.pagesGiven', { given, of: pages.length })}</span>
        {fieldError ? <span className={styles.fault}>{errorText(text, fieldError)}</span> : null}
        <input
          type="search"
          className={styles.search}
          value={search}
          placeholder={text('role.searchPermissions')}
          aria-label={text('role.searchPermissions')}
          onChange={event => setSearch(event.target.value)}
        />
      </header>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the boxes inside have the keyboard; arrows only go between them */}
      <div ref={frame} className={styles.rows} onKeyDown={onKeyDown} aria-busy={menu === null || undefined}>
        {rows.map(({ node, depth }, index) => (
          <div
            key={node.id}
            className={styles.row}
            data-type={node.type}
            data-row
            style={{ paddingInlineStart: 16 + depth * 18 }}
          >
            <span className={styles.page}>{box(node, index === 0)}</span>
            {node.type === 0 ? <GroupCount node={node} chosen={ids} /> : null}
            {node.type === 1 ? (
              <span className={styles.buttons}>
                {node.children.filter(child => child.type === 2).map(child => box(child, false))}
              </span>
            ) : null}
          </div>
        ))}
        {menu !== null && rows.length === 0 ? <p className={styles.empty}>{text('tables.emptyFiltered')}</p> : null}
      </div>
    </section>
  )
}

function GroupCount({ node, chosen }: { node: MenuNode; chosen: Chosen }) {
  const text = useText()
  const pages = permissionRows(node.children, menuTitle).filter(row => row.node.type === 1)
  const given = pages.filter(page => chosen.has(page.node.id)).length
  return (
    <span className={styles.count} data-given={given}>
      {text('role.pagesGiven', { given, of: pages.length })}
    </span>
  )
}

interface BoxProps {
  node: MenuNode
  chosen: Chosen
  isReadOnly: boolean
  isTabStop: boolean
  onToggle(isGiven: boolean): void
}

function Box({ node, chosen, isReadOnly, isTabStop, onToggle }: BoxProps) {
  const extent = chosenExtent(node, chosen)
  const isSome = node.type === 1 ? chosen.has(node.id) && extent === 'some' : extent === 'some'
  return (
    <label className={styles.box}>
      <input
        type="checkbox"
        data-permission={node.name}
        tabIndex={isTabStop ? 0 : -1}
        checked={extent === 'all'}
        aria-readonly={isReadOnly || undefined}
        ref={input => {
          if (input) input.indeterminate = isSome
        }}
        onChange={() => {
          if (!isReadOnly) onToggle(extent !== 'all')
        }}
      />
      {menuTitle(node)}
    </label>
  )
}

const boxesIn = (element: Element): HTMLInputElement[] => [
  ...element.querySelectorAll<HTMLInputElement>('input[data-permission]'),
]

function enter(all: readonly HTMLInputElement[], box: HTMLInputElement | undefined): boolean {
  if (!box) return false
  for (const each of all) each.tabIndex = each === box ? 0 : -1
  box.focus()
  return true
}

/** Grid navigation between permission boxes, with roving tabindex. */
function moveCell(frame: HTMLElement | null, from: HTMLInputElement, key: string): boolean {
  const row = from.closest('[data-row]')
  if (!frame || !row) return false
  const all = boxesIn(frame)
  const rows = [...frame.querySelectorAll('[data-row]')]
  const [across, at] = [boxesIn(row), rows.indexOf(row)]
  const place = across.indexOf(from)
  const inRow = (index: number) => {
    const target = rows[index]
    if (!target) return undefined
    const boxes = boxesIn(target)
    return boxes[Math.min(place, boxes.length - 1)]
  }
  switch (key) {
    case 'ArrowRight':
      return enter(all, across[place + 1])
    case 'ArrowLeft':
      return enter(all, across[place - 1])
    case 'ArrowDown':
      return enter(all, inRow(at + 1))
    case 'ArrowUp':
      return enter(all, inRow(at - 1))
    case 'Home':
      return enter(all, all[0])
    case 'End':
      return enter(all, all.at(-1))
    default:
      return false
  }
}
