import { Menu } from '@base-ui/react/menu'
import { History } from 'lucide'
import { useRef } from 'react'
import { entityNamed } from '#contract/index.ts'
import controls from '../../ui/controls.module.css'
import { Drawing, Icon } from '../../ui/icons/icons.tsx'
import menus from '../../ui/menu.module.css'
import { goTo } from '../../ui/PageLink.tsx'
import { type Shortcut, useShortcuts } from '../../ui/useShortcuts.ts'
import { useText } from '../../ui/useText.ts'
import styles from './TopBar.module.css'

/** Favourites and the records opened last, from every page. */
export function PlacesMenu() {
  const text = useText()
  const { favourites, last } = useShortcuts()
  const hasChosen = useRef(false)
  return (
    <Menu.Root
      modal={false}
      onOpenChange={(_, { reason }) => {
        hasChosen.current = reason === 'item-press'
      }}
    >
      <Menu.Trigger className={controls.iconButton} aria-label={text('shell.places')} data-hint={text('shell.places')}>
        <Drawing of={History} size={16} />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className={menus.positioner} align="end" sideOffset={6}>
          <Menu.Popup className={menus.popup} data-places finalFocus={() => !hasChosen.current}>
            <Places title={text('home.favourites')} places={favourites} none={text('home.noFavourites')} />
            <div className={menus.line} />
            <Places title={text('home.lastRecords')} places={last} none={text('shell.noLastRecords')} />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

interface PlacesProps {
  readonly title: string
  readonly places: readonly Shortcut[]
  readonly none: string
}

function Places({ title, places, none }: PlacesProps) {
  return (
    <Menu.Group>
      <Menu.GroupLabel className={menus.heading}>{title}</Menu.GroupLabel>
      {places.length === 0 ? <p className={styles.noPlaces}>{none}</p> : null}
      {places.map(({ path, entity, title: name, subject, kind }) => (
        <Menu.Item key={path} className={menus.item} data-link="shortcut" onClick={() => goTo(path)}>
          <Icon name={entityNamed(entity)?.icon ?? 'file-text'} />
          <span className={styles.place}>{[name, subject].filter(Boolean).join(' · ')}</span>
          <span className={styles.kind}>{kind}</span>
        </Menu.Item>
      ))}
    </Menu.Group>
  )
}
