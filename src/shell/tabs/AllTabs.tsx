import { Menu } from '@base-ui/react/menu'
import { ChevronDown } from 'lucide'
import { execute } from '../../commands/gate/execute.ts'
import controls from '../../ui/controls.module.css'
import { Drawing } from '../../ui/icons/icons.tsx'
import menus from '../../ui/menu.module.css'
import { useText } from '../../ui/useText.ts'
import styles from './Tabs.module.css'
import { useIsDirty, useTabTitle } from './tabFacts.ts'

interface AllTabsProps {
  urls: readonly string[]
  current: string | undefined
}

/** Menu of all tabs, for overflowing strips. */
export function AllTabs({ urls, current }: AllTabsProps) {
  const text = useText()
  const label = text('tabs.all', { count: urls.length })
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger className={controls.iconButton} aria-label={label} data-hint={label}>
        <Drawing of={ChevronDown} size={16} />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className={menus.positioner} align="end" sideOffset={4}>
          <Menu.Popup className={menus.popup}>
            {urls.map(url => (
              <TabItem key={url} url={url} isCurrent={url === current} />
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

function TabItem({ url, isCurrent }: { url: string; isCurrent: boolean }) {
  const text = useText()
  const title = useTabTitle(url)
  const isDirty = useIsDirty(url)
  return (
    <Menu.Item
      className={menus.item}
      aria-current={isCurrent ? 'page' : undefined}
      aria-description={isDirty ? text('tabs.unsaved') : undefined}
      onClick={() => void execute('tab.show', { url }, { surface: 'button' })}
    >
      <span className={menus.title} data-current={isCurrent}>
        {title}
      </span>
      {isDirty ? <span className={styles.dot} aria-hidden="true" /> : null}
    </Menu.Item>
  )
}
