import { ContextMenu } from '@base-ui/react/context-menu'
import { X } from 'lucide'
import { execute } from '../../commands/gate/execute.ts'
import { Drawing } from '../../ui/icons/icons.tsx'
import menus from '../../ui/menu.module.css'
import { useText } from '../../ui/useText.ts'
import styles from './Tabs.module.css'
import { useIsDirty, useKeptTitle, useTabTitle } from './tabFacts.ts'

interface TabProps {
  url: string
  isCurrent: boolean
  isDragged: boolean
  command: string
}

/** Tab: click shows, middle click closes, context menu for the rest. */
export function Tab({ url, isCurrent, isDragged, command }: TabProps) {
  const text = useText()
  const title = useTabTitle(url)
  useKeptTitle(url)
  const isDirty = useIsDirty(url)
  const run = (id: string) => void execute(id, { url }, { surface: 'button' })
  return (
    <ContextMenu.Root>
      <ContextMenu.Trigger
        className={styles.tab}
        data-current={isCurrent}
        data-dragged={isDragged || undefined}
        data-tab-url={url}
        onAuxClick={event => {
          if (event.button === 1) run('tab.close')
        }}
        // Middle press would start autoscroll.
        onMouseDown={event => event.button === 1 && event.preventDefault()}
        // Middle release on Linux would paste the primary selection.
        onMouseUp={event => event.button === 1 && event.preventDefault()}
      >
        <button
          type="button"
          className={styles.title}
          role="tab"
          aria-selected={isCurrent}
          aria-description={isDirty ? text('tabs.unsaved') : undefined}
          tabIndex={isCurrent ? 0 : -1}
          data-command={command}
          onClick={() => run('tab.show')}
        >
          {title}
        </button>
        {isDirty ? <span className={styles.dot} data-dirty aria-hidden="true" /> : null}
        {/* Mouse only: a tablist may contain only tabs; `tab.close` has key and menu. */}
        <button
          type="button"
          className={styles.close}
          tabIndex={-1}
          aria-hidden="true"
          title={text('tabs.closeNamed', { title })}
          onClick={() => run('tab.close')}
        >
          <Drawing of={X} size={12} />
        </button>
      </ContextMenu.Trigger>
      <ContextMenu.Portal>
        <ContextMenu.Positioner className={menus.positioner}>
          <ContextMenu.Popup className={menus.popup}>
            <ContextMenu.Item className={menus.item} onClick={() => run('tab.close')}>
              <span className={menus.title}>{text('tabs.close')}</span>
            </ContextMenu.Item>
            <ContextMenu.Item className={menus.item} onClick={() => run('tab.closeOthers')}>
              <span className={menus.title}>{text('tabs.closeOthers')}</span>
            </ContextMenu.Item>
            <ContextMenu.Item
              className={menus.item}
              onClick={() => void execute('tab.closeAll', {}, { surface: 'menu' })}
            >
              <span className={menus.title}>{text('tabs.closeAll')}</span>
            </ContextMenu.Item>
          </ContextMenu.Popup>
        </ContextMenu.Positioner>
      </ContextMenu.Portal>
    </ContextMenu.Root>
  )
}
