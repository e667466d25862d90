import { useAtomValue } from 'jotai'
import { ChevronRight } from 'lucide'
import { Fragment } from 'react'
import { homePage } from '#contract/pages.ts'
import { locationAtom, pathOfAddress } from '../../data/location.ts'
import { menuTitle } from '../../data/session/menuTitle.ts'
import { menuAtom, trailOf } from '../../data/session/permittedMenu.ts'
import { favouritesAtom } from '../../data/settings/favourites.ts'
import { recordTitleAtom } from '../../tables/document/recordTitle.ts'
import { Button } from '../../ui/Button.tsx'
import { Drawing } from '../../ui/icons/icons.tsx'
import { PageLink } from '../../ui/PageLink.tsx'
import { useText } from '../../ui/useText.ts'
import styles from './Breadcrumb.module.css'

function leafOf(path: string, record: string | undefined, newTitle: string): string | undefined {
  const id = path.split('/')[2]
  if (!id) return undefined
  return id.startsWith('new') ? newTitle : (record ?? `#${id}`)
}

/** Breadcrumb from the menu: groups as text, pages as links. */
export function Breadcrumb() {
  const text = useText()
  const path = pathOfAddress(useAtomValue(locationAtom))
  const trail = trailOf(useAtomValue(menuAtom), path)
  const leaf = leafOf(path, useAtomValue(recordTitleAtom(path)), text('shell.new'))
  const isHome = trail.length === 0
  const isFavourite = useAtomValue(favouritesAtom).some(each => each.path === path)
  return (
    <nav className={styles.breadcrumb} aria-label={text('shell.breadcrumb')}>
      <ol className={styles.list}>
        {isHome ? (
          <li className={styles.current} aria-current="page">
            {text('shell.home')}
          </li>
        ) : null}
        {trail.map((node, at) => {
          const isLast = at === trail.length - 1 && !leaf
          return (
            <Fragment key={node.id}>
              {at > 0 ? <Separator /> : null}
              <li className={isLast ? styles.current : styles.crumb} aria-current={isLast ? 'page' : undefined}>
                {node.type === 0 || !node.url ? (
                  menuTitle(node)
                ) : (
                  <PageLink className={styles.link} href={node.url}>
                    {menuTitle(node)}
                  </PageLink>
                )}
              </li>
            </Fragment>
          )
        })}
        {leaf ? (
          <>
            <Separator />
            <li className={styles.current} aria-current="page">
              {leaf}
            </li>
          </>
        ) : null}
        {isHome || path === homePage.url ? null : (
          <li className={styles.star}>
            <Button command="place.favourite" look="iconButton" icon="star" isPressed={isFavourite} />
          </li>
        )}
      </ol>
    </nav>
  )
}

function Separator() {
  return (
    <li className={styles.separator} aria-hidden="true">
      <Drawing of={ChevronRight} size={13} />
    </li>
  )
}
