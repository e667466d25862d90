import { useAtomValue } from 'jotai'
import { entityNamed } from '#contract/index.ts'
import { lastRecordsAtom } from '../../data/session/lastRecords.ts'
import { menuTitle } from '../../data/session/menuTitle.ts'
import { menuAtom, trailOf } from '../../data/session/permittedMenu.ts'
import { favouritesAtom } from '../../data/settings/favourites.ts'
import { Icon } from '../../ui/icons/icons.tsx'
import { PageLink } from '../../ui/PageLink.tsx'
import { useText } from '../../ui/useText.ts'
import styles from './HomeScreen.module.css'

/** Favourite pages and the records opened last. */
export function Shortcuts() {
  const text = useText()
  const favourites = useAtomValue(favouritesAtom)
  const last = useAtomValue(lastRecordsAtom)
  const menu = useAtomValue(menuAtom)
  const pageTitle = (path: string) => {
    const page = trailOf(menu, path).at(-1)
    return page ? menuTitle(page) : undefined
  }
  const favourite = favourites.flatMap(({ path, title }) => {
    const [, entity = '', id] = path.split('/')
    const page = pageTitle(path)
    if (page === undefined) return []
    return [{ path, entity, title: id ? title : page, kind: id ? text(entity) : '' }]
  })
  const opened = last
    .filter(({ entity }) => pageTitle(`/${entity}`) !== undefined)
    .map(({ entity, id, title }) => ({ path: `/${entity}/${id}`, entity, title, kind: text(entity) }))
  return (
    <>
      <Links title={text('home.favourites')} links={favourite} none={text('home.noFavourites')} />
      {opened.length > 0 ? <Links title={text('home.lastRecords')} links={opened} /> : null}
    </>
  )
}

interface LinksProps {
  readonly title: string
  readonly links: readonly {
    readonly path: string
    readonly entity: string
    readonly title: string
    readonly kind: string
  }[]
  readonly none?: string
}

function Links({ title, links, none }: LinksProps) {
  return (
    <section aria-label={title}>
      <h2 className={styles.heading}>{title}</h2>
      {links.length === 0 ? <p className={styles.none}>{none}</p> : null}
      <ul className={styles.list}>
        {links.map(({ path, entity, title: name, kind }) => (
          <li key={path}>
            <PageLink className={styles.command} href={path} data-link="shortcut">
              <Icon name={entityNamed(entity)?.icon ?? 'file-text'} />
              <span className={styles.commandTitle}>{name}</span>
              <span className={styles.kind}>{kind}</span>
            </PageLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
