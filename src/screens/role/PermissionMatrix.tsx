import { useAtomValue } from 'jotai'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { menuTitle } from '../../data/session/menuTitle.ts'
import { loadWholeMenu, type MenuNode, wholeMenuAtom } from '../../data/session/permittedMenu.ts'
import { errorText } from '../../fields/errorText.ts'
import controls from '../../ui/controls.module.css'
import { useText } from '../../ui/useText.ts'
import { MatrixHead, MatrixRow } from './MatrixRows.tsx'
import { boxAt, enter } from './moveBox.ts'
import styles from './PermissionMatrix.module.css'
import {
  boxIn,
  type Chosen,
  columnsOf,
  type Difference,
  differenceOf,
  type Matrix,
  type PermissionRow,
  pagesOf,
  permissionRows,
  toggled,
  view,
} from './permissions.ts'

interface PermissionMatrixProps {
  chosen: readonly number[]
  /** Permissions on the server; null for a new role. */
  saved: readonly number[] | null
  fieldError: string | undefined
  isReadOnly: boolean
  onChange(menuIds: readonly number[]): void
}

function useMatrix({ chosen, saved, isReadOnly, onChange }: PermissionMatrixProps, search: string, isChanged: boolean) {
  const menu = useAtomValue(wholeMenuAtom)
  const now: Chosen = useMemo(() => new Set(chosen), [chosen])
  const before: Chosen = useMemo(() => new Set(saved ?? chosen), [saved, chosen])
  useEffect(() => void loadWholeMenu(), [])
  // All pages, regardless of the search.
  const pages = useMemo(() => pagesOf(permissionRows(menu ?? [], menuTitle)), [menu])
  const columns = useMemo(() => columnsOf(pages), [pages])
  const difference = useMemo(() => differenceOf(pages, before, now), [pages, before, now])
  const found = useMemo(() => permissionRows(menu ?? [], menuTitle, search), [menu, search])
  const rows = isChanged ? changedRows(found, difference) : found
  const set: Matrix['set'] = (some, column, isGiven) => {
    let next = now
    for (const page of some) {
      const box = column === undefined ? page : boxIn(page, column)
      if (box) next = toggled(menu ?? [], next, box.id, isGiven, column === view)
    }
    onChange([...next])
  }
  const matrix: Matrix = { columns, rows, chosen: now, saved: before, isReadOnly, set }
  return { matrix, pages, difference, isLoading: menu === null }
}

/** Pages with a difference, and the groups above them. */
function changedRows(rows: readonly PermissionRow[], { added, removed }: Difference): readonly PermissionRow[] {
  const ids = new Set([...added, ...removed])
  const has = (node: MenuNode): boolean => ids.has(node.id) || node.children.some(has)
  return rows.filter(({ node }) => has(node))
}

export function PermissionMatrix(props: PermissionMatrixProps) {
  const text = useText()
  const [search, setSearch] = useState('')
  const [isChanged, setChanged] = useState(false)
  const frame = useRef<HTMLTableElement>(null)
  const { matrix, pages, difference, isLoading } = useMatrix(props, search, isChanged)
  const { rows, columns, chosen } = matrix
  const given = pages.filter(({ id }) => chosen.has(id)).length
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (!(event.target instanceof HTMLInputElement) || !frame.current || event.altKey) return
    if (enter(frame.current, boxAt(frame.current, event.target, event, columns.length + 1))) event.preventDefault()
  }
  return (
    <section className={styles.permissions} data-permissions aria-label={text('role.menuIds')}>
      <header className={styles.head}>
        <h2 className={styles.title}>{text('role.menuIds')}</h2>
        <span className={styles.count}>{text('role.pagesGiven', { given, of: pages.length })}</span>
        {props.saved ? <Changed difference={difference} isOn={isChanged} onToggle={setChanged} /> : null}
        {props.fieldError ? <span className={styles.fault}>{errorText(text, props.fieldError)}</span> : null}
        <input
          type="search"
          className={`${controls.input} ${styles.search}`}
          value={search}
          placeholder={text('role.searchPermissions')}
          aria-label={text('role.searchPermissions')}
          onChange={event => setSearch(event.target.value)}
        />
      </header>
      {matrix.isReadOnly ? <p className={styles.note}>{text('role.fixed')}</p> : null}
      <div className={styles.frame}>
        <table ref={frame} className={styles.table} onKeyDown={onKeyDown} aria-busy={isLoading || undefined}>
          <MatrixHead matrix={matrix} />
          <tbody>
            {rows.map((row, index) => (
              <MatrixRow key={row.node.id} row={row} matrix={matrix} isFirst={index === 0} />
            ))}
          </tbody>
        </table>
        {!isLoading && rows.length === 0 ? <p className={styles.empty}>{text('tables.emptyFiltered')}</p> : null}
      </div>
    </section>
  )
}

interface ChangedProps {
  difference: Difference
  isOn: boolean
  onToggle(isOn: boolean): void
}

/** Difference to what was saved, and a switch to see it alone. */
function Changed({ difference: { added, removed }, isOn, onToggle }: ChangedProps) {
  const text = useText()
  const count = added.length + removed.length
  if (count === 0 && !isOn) return null
  return (
    <>
      <span className={styles.changed} role="status" data-difference={`+${added.length} -${removed.length}`}>
        {added.length > 0 ? <ins>{text('role.added', { count: added.length })}</ins> : null}
        {removed.length > 0 ? <del>{text('role.removed', { count: removed.length })}</del> : null}
      </span>
      <button
        type="button"
        className={`${controls.button} ${styles.only}`}
        aria-pressed={isOn}
        onClick={() => onToggle(!isOn)}
      >
        {text('role.onlyChanged')}
      </button>
    </>
  )
}
