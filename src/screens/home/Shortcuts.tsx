import { entityNamed } from '#contract/index.ts'
import { Icon } from '../../ui/icons/icons.tsx'
import { PageLink } from '../../ui/PageLink.tsx'
import { type Shortcut, useShortcuts } from '../../ui/useShortcuts.ts'
import { useText } from '../../ui/useText.ts'
import styles from './HomeScreen.module.css'

/** Favourite pages and the records opened last. */
export function Shortcuts() {
  const text = useText()
  const { favourites, last } = useShortcuts()
  return (
    <>
      <Links title={text('home.favourites')} links={favourites} none={text('home.noFavourites')} />
      {last.length > 0 ? <Links title={text('home.lastRecords')} links={last} isLast /> : null}
    </>
  )
}

interface LinksProps {
  readonly title: string
  readonly links: readonly Shortcut[]
  readonly none?: string
  readonly isLast?: boolean
}

function Links({ title, links, none, isLast }: LinksProps) {
  return (
    <section aria-label={title} data-last={isLast}>
      <h2 className={styles.heading}>{title}</h2>
      {links.length === 0 ? <p className={styles.none}>{none}</p> : null}
      <ul className={styles.list}>
        {links.map(({ path, entity, title: name, subject, kind }) => (
          <li key={path}>
            <PageLink className={styles.command} href={path} data-link="shortcut">
              <Icon name={entityNamed(entity)?.icon ?? 'file-text'} />
              <span className={styles.commandTitle}>
                {name}
                {subject ? <span className={styles.subject}>{subject}</span> : null}
              </span>
              <span className={styles.kind}>{kind}</span>
            </PageLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
