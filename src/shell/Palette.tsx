import { Dialog } from '@base-ui/react/dialog'
import { useAtomValue } from 'jotai'
import {
  Fragment,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'
import type { ArgumentRequest } from '../commands/asking.ts'
import { store } from '../data/store.ts'
import { useText } from '../tables/useText.ts'
import { closeOverlay } from './overlays.ts'
import styles from './Palette.module.css'
import { PaletteFoot } from './palette/PaletteFoot.tsx'
import { PaletteHeading } from './palette/PaletteHeading.tsx'
import { PaletteLine } from './palette/PaletteLine.tsx'
import { PaletteSlot } from './palette/PaletteSlot.tsx'
import { faultAtom, keptAnswersAtom, submittedAtom, viewAtom } from './palette/paletteState.ts'
import type { Pane } from './palette/pane.ts'
import { movedBy } from './palette/selection.ts'
import { useMounted } from './palette/useMounted.ts'
import { usePointer } from './palette/usePointer.ts'
import { useReturnFocus } from './palette/useReturnFocus.ts'
import { useSearch } from './palette/useSearch.tsx'
import { useSteps } from './palette/useSteps.ts'

/** Every command a person may run, found by any of its names, and what it needs to know before it runs. */
export function Palette() {
  const view = useAtomValue(viewAtom)
  const input = useRef<HTMLInputElement>(null)
  const onEscape = useRef(() => {})
  const text = useText()
  const returnFocus = useReturnFocus(view !== null)
  // Whoever signs in next has no part in what was asked here.
  useEffect(() => forget, [])
  return (
    <Dialog.Root
      // The page behind does not scroll: locking that would make the browser lay all of it out.
      modal="trap-focus"
      open={view !== null}
      onOpenChange={(isOpen, details) => {
        if (isOpen) return
        if (details.reason === 'escape-key') onEscape.current()
        else if (view?.kind === 'search') closeOverlay()
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Popup
          className={styles.popup}
          initialFocus={input}
          finalFocus={returnFocus}
          aria-label={text('palette.title')}
        >
          {view?.kind === 'search' ? <SearchView input={input} onEscape={onEscape} /> : null}
          {view?.kind === 'steps' ? (
            <StepsView
              key={keyOf(view.request)}
              input={input}
              onEscape={onEscape}
              request={view.request}
              isBusy={view.isBusy}
            />
          ) : null}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function forget() {
  store.set(keptAnswersAtom, new Map())
  store.set(faultAtom, null)
  store.set(submittedAtom, null)
}

const keys = new WeakMap<ArgumentRequest, number>()
let asked = 0

/** Every request begins anew, also one of the same command. */
function keyOf(request: ArgumentRequest): number {
  const known = keys.get(request) ?? ++asked
  keys.set(request, known)
  return known
}

interface ViewProps {
  readonly input: RefObject<HTMLInputElement | null>
  readonly onEscape: RefObject<() => void>
}

const SearchView = (props: ViewProps) => <Ask {...props} pane={useSearch()} />

function StepsView({ request, isBusy, ...props }: ViewProps & { request: ArgumentRequest; isBusy: boolean }) {
  return <Ask {...props} pane={useSteps(request, isBusy)} />
}

function Ask({ input, onEscape, pane }: ViewProps & { pane: Pane }) {
  const { items, active, value } = pane
  const list = useRef<HTMLDivElement>(null)
  const listId = useId()
  const mounted = useMounted(`${pane.chips.length} ${value}`, items.length, active)
  useLayoutEffect(() => {
    onEscape.current = pane.escape
  })
  const select = usePointer(at => at !== active && pane.move(at))
  const press = ({ target }: MouseEvent) => {
    const slot = target instanceof Element && target.closest<HTMLElement>('[data-slot]')?.dataset.slot
    if (slot) (pane.tick ?? pane.choose)(Number(slot))
  }

  const isScrolled = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text begins at the top again
  useLayoutEffect(() => {
    if (active > 0) list.current?.querySelector(`#palette-option-${active}`)?.scrollIntoView({ block: 'nearest' })
    // Only where it was scrolled: asking would make the browser lay everything out.
    else if (isScrolled.current) list.current?.scrollTo({ top: 0 })
    isScrolled.current = active > 0
  }, [active, value])
  // Another question takes the keyboard anew.
  useEffect(() => {
    if (document.activeElement !== input.current) input.current?.focus()
  }, [input])

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    // The key belongs to the input method, also the Enter that ends a composition.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    const to = movedBy(event.key, active, items.length, value === '')
    const caret = event.currentTarget.selectionStart === 0 && event.currentTarget.selectionEnd === 0
    if (pane.onKey?.(event, active)) event.preventDefault()
    else if (event.key === ' ' && pane.tick && active >= 0) {
      event.preventDefault()
      pane.tick(active)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      pane.choose(active)
    } else if (event.key === 'Backspace' && (value === '' || caret)) {
      event.preventDefault()
      pane.back()
    } else if (to !== null && !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault()
      pane.move(to)
    }
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only keeps the keyboard in the line, whatever is clicked
    <div
      className={styles.command}
      data-palette=""
      onMouseDown={event => event.target !== input.current && event.preventDefault()}
    >
      <PaletteLine pane={pane}>
        <input
          ref={input}
          className={styles.input}
          type={pane.isSecret ? 'password' : 'text'}
          role="combobox"
          inputMode={pane.inputMode}
          placeholder={pane.placeholder}
          value={value}
          aria-label={pane.label}
          aria-description={pane.hint}
          aria-invalid={pane.fault !== undefined || undefined}
          aria-expanded={items.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active >= 0 ? `palette-option-${active}` : undefined}
          autoComplete={pane.isSecret ? 'new-password' : 'off'}
          autoCorrect="off"
          spellCheck={false}
          onChange={event => pane.type(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </PaletteLine>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the line above, where the keyboard stays */}
      <div
        ref={list}
        id={listId}
        role="listbox"
        tabIndex={-1}
        className={styles.list}
        aria-label={pane.label}
        aria-multiselectable={pane.tick !== undefined || undefined}
        aria-busy={pane.isBusy || undefined}
        data-empty={(items.length === 0 && pane.nothing === null) || undefined}
        onPointerMove={select}
        onClick={press}
        onScroll={event => {
          if (event.currentTarget.scrollTop === 0) return
          isScrolled.current = true
          mounted.grow()
        }}
      >
        {items.slice(0, mounted.count).map((item, slot) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: slots stay mounted while typing; that is what makes it fast
          <Fragment key={slot}>
            {item.group !== undefined && items[slot - 1]?.group !== item.group ? (
              <PaletteHeading items={items} from={slot} text={item.group} />
            ) : null}
            <PaletteSlot item={item} slot={slot} total={items.length} isSelected={slot === active} />
          </Fragment>
        ))}
        {items.length === 0 && pane.nothing ? (
          <div className={styles.none}>
            <p>{pane.nothing.title}</p>
            {pane.nothing.hint === undefined ? null : <p className={styles.noneHint}>{pane.nothing.hint}</p>}
          </div>
        ) : null}
      </div>
      <PaletteFoot pane={pane} />
    </div>
  )
}
