import { Dialog } from '@base-ui/react/dialog'
import { Command } from 'cmdk'
import { useAtomValue } from 'jotai'
import { Search } from 'lucide-react'
import { Fragment, useMemo, useRef, useState } from 'react'
import { paletteEntriesAtom, searchCommands } from '../commands/app.ts'
import { contextAtom } from '../commands/context.ts'
import { execute } from '../commands/execute.ts'
import type { FoundRecord } from '../commands/recordSearch.ts'
import type { Hit } from '../commands/search.ts'
import { navigate } from '../data/tabs.ts'
import { KeyCaps } from '../tables/KeyCaps.tsx'
import { useText } from '../tables/useText.ts'
import { closeOverlay, overlayAtom } from './overlays.ts'
import styles from './Palette.module.css'
import { CommandRow, RecordRow } from './PaletteRow.tsx'
import { useFoundRecords } from './useFoundRecords.ts'

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

type Offer = Hit | FoundRecord

/** What it stands under: commands only while nothing is typed, records always. */
function headingOf(offer: Offer | undefined): string | undefined {
  if (!offer) return undefined
  return 'entry' in offer ? offer.section : 'records'
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
  const records = useFoundRecords(query)
  const shown: readonly Offer[] = [...hits.slice(0, SLOTS), ...records]
  const active = Math.min(at, shown.length - 1)

  function run(offer: Offer) {
    // First closed, then run: a command may need the page it was asked from.
    closeOverlay()
    if ('entry' in offer) void execute(offer.entry.id, {}, { surface: 'palette' })
    else navigate(offer.path)
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
        {shown.map((offer, slot) => {
          const heading = headingOf(offer)
          const isFirst = heading !== undefined && headingOf(shown[slot - 1]) !== heading
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: slots stay mounted while typing; that is what makes it fast
            <Fragment key={slot}>
              {isFirst ? (
                <div className={styles.heading} role="presentation">
                  {text(`palette.section.${heading}`)}
                </div>
              ) : null}
              <Command.Item value={`s${slot}`} onSelect={() => run(offer)} asChild>
                {'entry' in offer ? (
                  <CommandRow hit={offer} slot={slot} total={shown.length} />
                ) : (
                  <RecordRow record={offer} slot={slot} total={shown.length} />
                )}
              </Command.Item>
            </Fragment>
          )
        })}
        {shown.length === 0 ? (
          <div className={styles.none}>
            <p>{text('palette.none')}</p>
            <p className={styles.noneHint}>{text('palette.noneHint')}</p>
          </div>
        ) : null}
      </Command.List>
      <footer className={styles.foot}>
        <span aria-live="polite">{text('palette.count', { count: hits.length + records.length })}</span>
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
