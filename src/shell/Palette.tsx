import { Dialog } from '@base-ui/react/dialog'
import { Command } from 'cmdk'
import { useAtomValue } from 'jotai'
import { Search } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { contextAtom } from '../commands/context.ts'
import { execute } from '../commands/execute.ts'
import { registryVersionAtom } from '../commands/registry.ts'
import { type Hit, searchCommands } from '../commands/search.ts'
import { intlAtom } from '../data/messages.ts'
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
  const version = useAtomValue(registryVersionAtom)
  const intl = useAtomValue(intlAtom)
  const context = useAtomValue(contextAtom)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the search reads registry, language and context from the store
  return useMemo(() => searchCommands(query), [query, version, intl, context])
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
    void execute(hit.command.id, {}, { surface: 'palette' })
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
            <Row hit={hit} slot={slot} total={shown.length} heading={headingAt(shown, slot)} />
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

/** Without a query hits come in sections; `section` is the message of the first row of each. */
function headingAt(hits: readonly Hit[], slot: number): string | undefined {
  const section = (hits[slot] as { section?: string } | undefined)?.section
  const before = (hits[slot - 1] as { section?: string } | undefined)?.section
  return section !== before ? section : undefined
}

interface RowProps extends React.ComponentProps<'div'> {
  hit: Hit
  slot: number
  total: number
  heading: string | undefined
}

function Row({ hit, slot, total, heading, ...rest }: RowProps) {
  const text = useText()
  return (
    <div
      {...rest}
      className={styles.row}
      id={`palette-option-${slot}`}
      data-command={hit.command.id}
      data-enabled={hit.enabled}
      data-heading={heading}
      aria-posinset={slot + 1}
      aria-setsize={total}
    >
      <span className={styles.icon}>
        <Icon name={hit.command.icon ?? 'zap'} />
      </span>
      <span className={styles.title}>{hit.title}</span>
      <span className={styles.subtitle}>{hit.subtitle}</span>
      {hit.matched ? <span className={styles.matched}>{text('palette.matched', { text: hit.matched })}</span> : null}
      <span className={styles.space} />
      {hit.reason ? <span className={styles.reason}>{hit.reason}</span> : null}
      {hit.keys[0] ? <KeyCaps keys={hit.keys[0]} /> : null}
    </div>
  )
}
