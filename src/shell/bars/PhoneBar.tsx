import { Dialog } from '@base-ui/react/dialog'
import { atom, useAtom, useAtomValue } from 'jotai'
import { Camera, House, Menu, Plus, Search } from 'lucide'
import { useEffect, useRef } from 'react'
import { commandOfPage } from '../../commands/builtins/recordBuiltins.ts'
import type { Command } from '../../commands/core/command.ts'
import { contextAtom } from '../../commands/core/context.ts'
import { findCommand, handlersVersionAtom, isPermitted, registryVersionAtom } from '../../commands/core/registry.ts'
import { verbOf } from '../../commands/core/titles.ts'
import { nextStepAtom } from '../../commands/entity/nextStep.ts'
import { iconOf } from '../../commands/entity/toolbarEntries.ts'
import { reasonAgainst } from '../../commands/gate/availability.ts'
import { execute, standingFor } from '../../commands/gate/execute.ts'
import { locationAtom } from '../../data/location.ts'
import { grantsAtom } from '../../data/session/permittedMenu.ts'
import { store } from '../../data/store.ts'
import { Drawing, Icon } from '../../ui/icons/icons.tsx'
import { useSyncFocus } from '../../ui/keyboard/useSyncFocus.ts'
import { PageLink } from '../../ui/PageLink.tsx'
import { useText } from '../../ui/useText.ts'
import { drawerOpenAtom } from '../frame/appearance.ts'
import { readOnlyRecordAtom } from '../frame/readOnlyRecord.ts'
import styles from './PhoneBar.module.css'
import { SidebarMenu } from './Sidebar.tsx'

/** Bottom bar of phones: home, menu, next step or new, camera, search. */
export default function PhoneBar() {
  const text = useText()
  const location = useAtomValue(locationAtom)
  const isOpen = useAtomValue(drawerOpenAtom)
  const run = (command: string, args = {}) => void execute(command, args, { surface: 'button' })
  return (
    <>
      <nav className={styles.bar} data-region="phoneBar" aria-label={text('shell.ways')}>
        <PageLink href="/index" className={styles.way} aria-current={location === '/index' ? 'page' : undefined}>
          <Drawing of={House} size={20} />
          {text('shell.home')}
        </PageLink>
        <button
          type="button"
          className={styles.way}
          data-command="sidebar.toggle"
          aria-expanded={isOpen}
          onClick={() => run('sidebar.toggle')}
        >
          <Drawing of={Menu} size={20} />
          {text('shell.menu')}
        </button>
        <MainButton />
        <button type="button" className={styles.way} data-command="scan.camera" onClick={() => run('scan.camera')}>
          <Drawing of={Camera} size={20} />
          {text('shell.scan')}
        </button>
        <button type="button" className={styles.way} data-command="palette.open" onClick={() => run('palette.open')}>
          <Drawing of={Search} size={20} />
          {text('shell.find')}
        </button>
      </nav>
      <Drawer />
    </>
  )
}

const followed = [contextAtom, registryVersionAtom, handlersVersionAtom, grantsAtom]

/** Next step of the open record, as by Ctrl+Enter. */
const stepAtom = atom(get => {
  for (const each of followed) get<unknown>(each)
  const { page, record, dirty } = get(contextAtom)
  const isReadOnly = get(readOnlyRecordAtom)
  if (record === null) return undefined
  const command = standingFor('record.submit')
  const step = command?.id === 'record.nextStep' ? get(nextStepAtom) : undefined
  const shown = step ? findCommand(step.command) : command
  if (!command || !shown || !isPermitted(shown)) return undefined
  const isSave = ['record.save', `${page}.save`].includes(shown.id)
  if (isReadOnly && (isSave || shown.id === 'record.submit')) return undefined
  if (isSave && !dirty && typeof record.id === 'number') return undefined
  return typeof record.id === 'number' && reasonAgainst(command) ? undefined : shown
})

function MainButton() {
  const step = useAtomValue(stepAtom)
  return step ? <StepButton step={step} /> : <NewButton />
}

function StepButton({ step }: { readonly step: Command }) {
  return (
    <button
      type="button"
      className={styles.new}
      data-command={step.id}
      onClick={() => void execute('record.submit', {}, { surface: 'button' })}
    >
      <Icon name={iconOf(step) ?? 'square-check'} size={22} />
      <span className={styles.step}>{verbOf(step)}</span>
    </button>
  )
}

/** New record of the page; elsewhere the palette offers all kinds. */
function NewButton() {
  const text = useText()
  const { page } = useAtomValue(contextAtom)
  useAtomValue(registryVersionAtom)
  const own = commandOfPage(page, 'record.new')
  const command = own && isPermitted(own) ? own.id : 'palette.open'
  return (
    <button
      type="button"
      className={styles.new}
      data-command={command}
      onClick={() => {
        const args = command === own?.id ? {} : { query: text('tables.new') }
        void execute(command, args, { surface: 'button' })
      }}
    >
      <Drawing of={Plus} size={22} />
      <span>{text('tables.new')}</span>
    </button>
  )
}

function Drawer() {
  const text = useText()
  const [open, setOpen] = useAtom(drawerOpenAtom)
  const frame = useRef<HTMLDivElement>(null)
  const first = () => frame.current?.querySelector<HTMLElement>('[aria-current=page], [role=treeitem]') ?? null
  const close = () => setOpen(false)
  useSyncFocus({ open, frame, first, close })
  // Choosing a page closes it, and so does turning the phone.
  useEffect(() => store.sub(locationAtom, () => store.set(drawerOpenAtom, false)), [])
  useEffect(() => () => store.set(drawerOpenAtom, false), [])
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Popup
          className={styles.drawer}
          aria-label={text('shell.menu')}
          initialFocus={first}
          ref={frame}
          onClick={event => event.target instanceof Element && event.target.closest('a') && close()}
        >
          <SidebarMenu isOpen />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
