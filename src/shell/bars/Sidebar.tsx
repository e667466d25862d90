import { Menu } from '@base-ui/react/menu'
import { useAtomValue } from 'jotai'
import { ChevronRight } from 'lucide'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { locationAtom } from '../../data/location.ts'
import { menuTitle } from '../../data/session/menuTitle.ts'
import { menuAtom } from '../../data/session/permittedMenu.ts'
import { Button } from '../../ui/Button.tsx'
import { Drawing, Icon } from '../../ui/icons/icons.tsx'
import { Mark } from '../../ui/Mark.tsx'
import menus from '../../ui/menu.module.css'
import { goTo, PageLink } from '../../ui/PageLink.tsx'
import { useText } from '../../ui/useText.ts'
import { sidebarOpenAtom } from '../frame/appearance.ts'
import styles from './Sidebar.module.css'
import { groupsAround, itemsOf, type SidebarItem, treeMove, visibleItems } from './sidebarTree.ts'

const titleOf = (item: SidebarItem) => menuTitle(item.node)

/** Page of a location: `/materialstorein/12` belongs to `/materialstorein`. */
const pagePath = (location: string) => `/${location.split(/[/?#]/)[1] ?? ''}`

export function Sidebar() {
  return <SidebarMenu isOpen={useAtomValue(sidebarOpenAtom)} />
}

export function SidebarMenu({ isOpen }: { readonly isOpen: boolean }) {
  const text = useText()
  const menu = useAtomValue(menuAtom)
  const current = pagePath(useAtomValue(locationAtom))
  const items = useMemo(() => itemsOf(menu), [menu])
  return (
    <nav className={styles.sidebar} data-open={isOpen} data-region="sidebar" aria-label={text('shell.menu')}>
      <div className={styles.head}>
        <PageLink href="/index" className={styles.brand} aria-label={`${text('shell.name')} ${text('shell.home')}`}>
          <Mark size={22} />
          {isOpen ? <span className={styles.name}>{text('shell.name')}</span> : null}
        </PageLink>
        {isOpen ? <Button command="sidebar.toggle" look="iconButton" icon="panel-left" /> : null}
      </div>
      {isOpen ? <Tree items={items} current={current} /> : <Rail items={items} current={current} />}
    </nav>
  )
}

interface Shown {
  items: readonly SidebarItem[]
  current: string
}

function Tree({ items, current }: Shown) {
  const list = useRef<HTMLDivElement>(null)
  const [toggled, setToggled] = useState<ReadonlyMap<number, boolean>>(new Map())
  const around = groupsAround(items, current)
  const open = new Set(around)
  for (const [id, isOpen] of toggled) isOpen ? open.add(id) : open.delete(id)
  const rows = visibleItems(items, open)
  const [focused, setFocused] = useState<number | null>(null)
  const entry =
    rows.find(row => row.item.node.id === focused) ?? rows.find(row => row.item.node.url === current) ?? rows[0]

  // biome-ignore lint/correctness/useExhaustiveDependencies: another page or menu may lie out of sight
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [items, current])

  const toggle = (id: number, isOpen: boolean) => setToggled(before => new Map(before).set(id, isOpen))

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey || !entry) return
    const move = treeMove(event.key, rows, entry.item.node.id, open, titleOf)
    if (!move) return
    event.preventDefault()
    if (move.kind !== 'focus') return toggle(move.id, move.kind === 'open')
    setFocused(move.id)
    list.current?.querySelector<HTMLElement>(`[data-entry="${move.id}"]`)?.focus()
  }

  const common = (item: SidebarItem) => ({
    className: styles.item,
    role: 'treeitem',
    'aria-level': item.level,
    'data-entry': item.node.id,
    'data-level': item.level,
    tabIndex: item === entry?.item ? 0 : -1,
    onFocus: () => setFocused(item.node.id),
  })

  return (
    <div className={styles.tree} ref={list} role="tree" onKeyDown={onKeyDown}>
      {rows.map(({ item }) => {
        const { node } = item
        const isGroup = item.children.length > 0
        const isOpen = open.has(node.id)
        return (
          <div key={node.id} role="none">
            {isGroup || !node.url ? (
              <button
                type="button"
                {...common(item)}
                aria-expanded={isOpen}
                onClick={() => toggle(node.id, !isOpen)}
                data-within={around.includes(node.id)}
              >
                <Icon name={node.icon} />
                <span className={styles.title}>{titleOf(item)}</span>
                <Drawing of={ChevronRight} className={styles.chevron} size={14} />
              </button>
            ) : (
              <PageLink {...common(item)} href={node.url} aria-current={node.url === current ? 'page' : undefined}>
                <Icon name={node.icon} />
                <span className={styles.title}>{titleOf(item)}</span>
              </PageLink>
            )}
          </div>
        )
      })}
    </div>
  )
}

function Rail({ items, current }: Shown) {
  return (
    <>
      <ul className={styles.rail}>
        {items.map(item => (
          <li key={item.node.id}>
            {item.children.length > 0 ? (
              <Flyout item={item} current={current} />
            ) : (
              <PageLink
                className={styles.railItem}
                href={item.node.url ?? '/index'}
                aria-label={titleOf(item)}
                data-hint={titleOf(item)}
                data-hint-side="right"
                aria-current={item.node.url === current ? 'page' : undefined}
              >
                <Icon name={item.node.icon} size={18} />
              </PageLink>
            )}
          </li>
        ))}
      </ul>
      <div className={styles.railFoot}>
        <Button command="sidebar.toggle" look="iconButton" icon="panel-left" hintSide="right" />
      </div>
    </>
  )
}

function Flyout({ item, current }: { item: SidebarItem; current: string }) {
  const title = titleOf(item)
  const isWithin = groupsAround([item], current).length > 0
  const pages = item.children.flatMap(child => (child.children.length > 0 ? child.children : [child]))
  return (
    <Menu.Root>
      <Menu.Trigger
        className={styles.railItem}
        aria-label={title}
        data-hint={title}
        data-hint-side="right"
        data-within={isWithin}
      >
        <Icon name={item.node.icon} size={18} />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner side="right" align="start" sideOffset={8} className={menus.positioner}>
          <Menu.Popup className={menus.popup}>
            <div className={menus.heading}>{title}</div>
            {pages.map(page => (
              <Menu.Item className={menus.item} key={page.node.id} onClick={() => page.node.url && goTo(page.node.url)}>
                <Icon name={page.node.icon} />
                <span className={menus.title}>{titleOf(page)}</span>
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
