import { Menu } from '@base-ui/react/menu'
import { useAtomValue } from 'jotai'
import { Check, ChevronDown, CircleUserRound, Languages as LanguagesDrawing, Search, TriangleAlert } from 'lucide'
import { locales } from '#contract/messages/locales.ts'
import { execute } from '../../commands/gate/execute.ts'
import { sessionAtom } from '../../data/api/credentials.ts'
import { errorsAtom } from '../../data/errors.ts'
import { localeAtom } from '../../data/language.ts'
import { Button } from '../../ui/Button.tsx'
import controls from '../../ui/controls.module.css'
import { Drawing } from '../../ui/icons/icons.tsx'
import { KeyCaps } from '../../ui/KeyCaps.tsx'
import { ariaKeys } from '../../ui/keyboard/keyNames.ts'
import { useKeysOf } from '../../ui/keyboard/useKeysOf.ts'
import menus from '../../ui/menu.module.css'
import { usePhone } from '../../ui/usePhone.ts'
import { useText } from '../../ui/useText.ts'
import { shownTheme, themeAtom } from '../frame/appearance.ts'
import { Breadcrumb } from './Breadcrumb.tsx'
import { HelpMenu } from './HelpMenu.tsx'
import { NoticesBell } from './Notices.tsx'
import { PlacesMenu } from './PlacesMenu.tsx'
import styles from './TopBar.module.css'

const languageNames = { 'zh-CN': '简体中文', 'zh-TW': '繁體中文', 'en-US': 'English' } as const

const run = (command: string) => () => void execute(command, {}, { surface: 'button' })

export function TopBar() {
  const text = useText()
  const keys = useKeysOf('palette.open')
  const isPhone = usePhone()
  return (
    <header className={styles.bar} data-region="toolbar">
      <Breadcrumb />
      <button
        type="button"
        className={styles.search}
        data-command="palette.open"
        aria-keyshortcuts={ariaKeys(keys)}
        onClick={run('palette.open')}
      >
        <Drawing of={Search} size={14} />
        <span className={styles.searchText}>{text('palette.ask')}</span>
        {keys[0] ? <KeyCaps keys={keys[0]} /> : null}
      </button>
      <div className={styles.tools}>
        <ErrorBadge />
        <PlacesMenu />
        <NoticesBell />
        <HelpMenu />
        <span className={styles.wide}>
          <Button command="fullscreen.toggle" look="iconButton" icon="maximize" label={text('shell.fullscreen')} />
        </span>
        {isPhone ? null : <ThemeButton />}
        {isPhone ? null : <LanguageMenu />}
        <UserMenu />
      </div>
    </header>
  )
}

function ErrorBadge() {
  const text = useText()
  const { length } = useAtomValue(errorsAtom)
  if (length === 0) return null
  const title = text('shell.errors', { count: length })
  return (
    <button
      type="button"
      className={controls.iconButton}
      data-command="errors.open"
      data-hint={title}
      aria-label={title}
      onClick={run('errors.open')}
    >
      <Drawing of={TriangleAlert} size={16} className={styles.warning} />
      <span className={styles.badge} aria-hidden="true">
        {length > 99 ? '99+' : length}
      </span>
    </button>
  )
}

function ThemeButton() {
  const text = useText()
  const isDark = shownTheme(useAtomValue(themeAtom)) === 'dark'
  return <Button command="theme.toggle" look="iconButton" icon={isDark ? 'sun' : 'moon'} label={text('shell.theme')} />
}

function LanguageMenu() {
  const text = useText()
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger
        className={controls.iconButton}
        aria-label={text('shell.language')}
        data-hint={text('shell.language')}
      >
        <Drawing of={LanguagesDrawing} size={16} />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className={menus.positioner} align="end" sideOffset={6}>
          <Menu.Popup className={menus.popup}>
            <Languages />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

function Languages() {
  const current = useAtomValue(localeAtom)
  return (
    <Menu.RadioGroup value={current}>
      {locales.map(locale => (
        <Menu.RadioItem
          className={menus.item}
          key={locale}
          value={locale}
          closeOnClick
          data-command={`locale.${locale}`}
          lang={locale}
          disabled={locale === current}
          onClick={run(`locale.${locale}`)}
        >
          <span className={menus.title}>{languageNames[locale]}</span>
          {locale === current ? <Drawing of={Check} size={14} /> : null}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  )
}

/** Theme and languages, for which a phone's bar has no room. */
function OfPhone() {
  const text = useText()
  return (
    <>
      <div className={menus.line} />
      <Menu.Item className={menus.item} data-command="theme.toggle" onClick={run('theme.toggle')}>
        <span className={menus.title}>{text('shell.theme')}</span>
      </Menu.Item>
      <Languages />
      <div className={menus.line} />
    </>
  )
}

function UserMenu() {
  const text = useText()
  const isPhone = usePhone()
  const session = useAtomValue(sessionAtom)
  if (!session) return null
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger className={controls.quiet} aria-label={`${text('shell.account')} ${session.loginName}`}>
        <Drawing of={CircleUserRound} size={16} />
        <span className={styles.loginName}>{session.loginName}</span>
        <Drawing of={ChevronDown} size={13} />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className={menus.positioner} align="end" sideOffset={6}>
          <Menu.Popup className={menus.popup}>
            <div className={styles.who}>
              <div className={styles.whoName}>{session.name}</div>
              <div className={styles.whoLogin}>{session.loginName}</div>
            </div>
            <div className={menus.line} />
            <Menu.Item className={menus.item} data-command="password.change" onClick={run('password.change')}>
              <span className={menus.title}>{text('shell.changePassword')}</span>
            </Menu.Item>
            <Menu.Item className={menus.item} data-command="authenticator.open" onClick={run('authenticator.open')}>
              <span className={menus.title}>{text('shell.authenticator')}</span>
            </Menu.Item>
            {isPhone ? <OfPhone /> : null}
            <Menu.Item className={menus.item} data-command="session.signOut" onClick={run('session.signOut')}>
              <span className={menus.title}>{text('shell.signOut')}</span>
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
