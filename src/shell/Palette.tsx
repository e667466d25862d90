import { Dialog } from '@base-ui/react/dialog'
import { Command } from 'cmdk'
import { useAtomValue } from 'jotai'
import { Search } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { paletteEntriesAtom, searchCommands } from '../commands/app.ts'
import { contextAtom } from '../commands/context.ts'
import { execute, reasonAgainst } from '../commands/execute.ts'
import { findCommand } from '../commands/registry.ts'
import type { Hit } from '../commands/search.ts'
import { iconOf, keyHere } from '../tables/commandLook.ts'
import { Icon } from '../tables/icons.tsx'
import { KeyCaps } from '../tables/KeyCaps.tsx'
import { useText } from '../tables/useText.ts'
import { closeOverlay, overlayAtom } from './overlays.ts'
import styles from './Palette.module.css'

/** More rows than this nobody reads, and every mounted row costs cmdk time on every keystroke. */
const SLOTS = 50
const PAGE = 8

/** Every command a person may run, found by any of its names. */
export function Palette() {
  const isOpen = useAtomValue(overlayAtom) === 'palette'
  const input = useRef<HTMLInputElement>(null)
  const text = useText()
  return (
    <Dialog.Root open={isOpen} onOpenChange={open => open || closeOverlay()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Popup className={styles.popup} initialFocus={input} aria-label={text('palette.title')}>
          <Asked input={input} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function useHits(query: string): readonly Hit[] {
  const entries = useAtomValue(paletteEntriesAtom)
  const context = useAtomValue(contextAtom)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the search reads entries and context from the store
  return useMemo(() => searchCommands(query), [query, entries, context])
}

function Asked({ input }: { input: React.RefObject<HTMLInputElement | null> }) {
  const text = useText()
  const [query, setQuery] = useState('')
  const [at, setAt] = useState(0)
  const hits = useHits(query)
  const shown = hits.slice(0, SLOTS)
  const active = Math.min(at, shown.length - 1)

  function run(hit: Hit | undefined) {
    if (!hit) return
    // First closed, then run: a command may need the page it was asked from.
    closeOverlay()
    void execute(hit.entry.id, {}, { surface: 'palette' })
  }

  function onKeyDown(event: React.KeyboardEvent) {
    if (event.nativeEvent.isComposing || event.keyCode === 229 || shown.length === 0) return
    const step = { PageDown: PAGE, PageUp: -PAGE }[event.key]
    if (step === undefined) return
    event.preventDefault()
    setAt(Math.max(0, Math.min(active + step, shown.length - 1)))
  }

  return (
    <Command
      className={styles.command}
      shouldFilter={false}
      vimBindings={false}
      label={text('palette.title')}
      value={`s${active}`}
      onValueChange={value => setAt(Number(value.slice(1)))}
      onKeyDown={onKeyDown}
    >
      <div className={styles.ask}>
        <Search size={16} aria-hidden="true" />
        <Command.Input
          asChild
          value={query}
          onValueChange={value => {
            setQuery(value)
            setAt(0)
          }}
        >
          {/* cmdk's own aria-activedescendant names the wrong row after typing (cmdk#413); ours wins by asChild. */}
          <input
            ref={input}
            className={styles.input}
            placeholder={text('palette.placeholder')}
            aria-label={text('palette.ask')}
            aria-activedescendant={active >= 0 ? `palette-option-${active}` : undefined}
          />
        </Command.Input>
        <KeyCaps keys="escape" />
      </div>
      <Command.List className={styles.list} label={text('palette.title')}>
        {shown.map((hit, slot) => (
          <Command.Item
            // biome-ignore lint/suspicious/noArrayIndexKey: slots stay mounted while typing; that is what makes it fast
            key={slot}
            value={`s${slot}`}
            onSelect={() => run(hit)}
            asChild
          >
            <Row hit={hit} slot={slot} total={shown.length} />
          </Command.Item>
        ))}
        {shown.length === 0 ? (
          <div className={styles.none}>
            <p>{text('palette.none')}</p>
            <p className={styles.noneHint}>{text('palette.noneHint')}</p>
          </div>
        ) : null}
      </Command.List>
      <footer className={styles.foot}>
        <span aria-live="polite">{text('palette.count', { count: hits.length })}</span>
        <span className={styles.footKey}>
          <KeyCaps keys="up" />
          <KeyCaps keys="down" /> {text('palette.move')}
        </span>
        <span className={styles.footKey}>
          <KeyCaps keys="enter" /> {text('palette.run')}
        </span>
      </footer>
    </Command>
  )
}

interface RowProps {
  hit: Hit
  slot: number
  total: number
}

function Row({ hit: { entry, reason: matched }, slot, total, ...rest }: RowProps) {
  const text = useText()
  const command = findCommand(entry.id)
  const reason = command && reasonAgainst(command)
  const { page } = useAtomValue(contextAtom)
  const key = command && keyHere(command, page)
  return (
    <div
      {...rest}
      className={styles.row}
      id={`palette-option-${slot}`}
      data-command={entry.id}
      data-enabled={reason === undefined}
      role="option"
      tabIndex={-1}
      aria-posinset={slot + 1}
      aria-setsize={total}
    >
      <span className={styles.icon}>
        <Icon name={command && iconOf(command)} />
      </span>
      <span className={styles.title}>{entry.title}</span>
      <span className={styles.subtitle}>{text(entry.group)}</span>
      {matched ? <span className={styles.matched}>{text('palette.matched', { text: matched })}</span> : null}
      <span className={styles.space} />
      {reason ? <span className={styles.reason}>{text(reason)}</span> : null}
      {key ? <KeyCaps keys={key} /> : null}
    </div>
  )
}
