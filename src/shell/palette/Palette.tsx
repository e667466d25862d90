import { Dialog } from '@base-ui/react/dialog'
import { Command } from 'cmdk'
import { useAtomValue } from 'jotai'
import { Search } from 'lucide'
import {
  Fragment,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react'
import { type ArgumentRequest, requestKey } from '../../commands/gate/prompts.ts'
import { store } from '../../data/store.ts'
import controls from '../../ui/controls.module.css'
import { Drawing } from '../../ui/icons/icons.tsx'
import { KeyCaps } from '../../ui/KeyCaps.tsx'
import { useReturnFocus } from '../../ui/keyboard/useReturnFocus.ts'
import { useText } from '../../ui/useText.ts'
import { holdFocus } from '../frame/holdFocus.ts'
import { closeOverlay } from '../frame/overlays.ts'
import styles from './Palette.module.css'
import { PaletteRows, PaletteSlot } from './PaletteSlot.tsx'
import { errorAtom, storedAnswersAtom, submittedAtom, viewAtom } from './state/paletteState.ts'
import type { Pane, PaneItem } from './state/pane.ts'
import { movedBy } from './state/selection.ts'
import { useMounted } from './state/useMounted.ts'
import { usePointer } from './state/usePointer.ts'
import { useSearch } from './useSearch.tsx'
import { useSteps } from './useSteps.ts'

/** Command palette: search and argument prompts. */
export function Palette() {
  const view = useAtomValue(viewAtom)
  const input = useRef<HTMLInputElement>(null)
  const onEscape = useRef(() => {})
  const text = useText()
  const returnFocus = useReturnFocus(view !== null)
  // Answers never leak to the next user.
  useEffect(() => forget, [])
  return (
    <Dialog.Root
      // Scroll locking would force a full page layout.
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
              key={requestKey(view.request)}
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
  store.set(storedAnswersAtom, new Map())
  store.set(errorAtom, null)
  store.set(submittedAtom, null)
}

interface ViewProps {
  readonly input: RefObject<HTMLInputElement | null>
  readonly onEscape: RefObject<() => void>
}

const SearchView = (props: ViewProps) => <Ask {...props} pane={useSearch()} />

function StepsView({ request, isBusy, ...props }: ViewProps & { request: ArgumentRequest; isBusy: boolean }) {
  return <Ask {...props} pane={useSteps(request, isBusy)} />
}

const listKeys = new Set(['ArrowDown', 'ArrowUp', 'Home', 'End'])

function Ask({ input, onEscape, pane }: ViewProps & { pane: Pane }) {
  const { items, active, value } = pane
  const list = useRef<HTMLDivElement>(null)
  const current = useRef(pane)
  const mounted = useMounted(`${pane.chips.length} ${value}`, items.length, active)
  useLayoutEffect(() => {
    current.current = pane
    onEscape.current = pane.escape
  })
  const pointed = usePointer(at => at !== active && pane.move(at))
  // Stable props keep cmdk from rendering while typing.
  const select = useCallback((slot: string) => {
    const { tick, choose } = current.current
    ;(tick ?? choose)(Number(slot))
  }, [])
  const rows = useMemo(() => ({ items, active }), [items, active])

  const isScrolled = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text begins at the top again
  useLayoutEffect(() => {
    if (active > 0) list.current?.querySelector(`#palette-option-${active}`)?.scrollIntoView({ block: 'nearest' })
    // Conditional: reading the scroll position forces layout.
    else if (isScrolled.current) list.current?.scrollTo({ top: 0 })
    isScrolled.current = active > 0
  }, [active, value])
  // Layout effect: passive ones may run after the next key.
  useLayoutEffect(() => {
    if (document.activeElement !== input.current) input.current?.focus()
  }, [input])
  useEffect(() => (input.current ? holdFocus(input.current) : undefined), [input])
  // cmdk generates the list's id.
  useLayoutEffect(() => {
    if (list.current) input.current?.setAttribute('aria-controls', list.current.id)
  }, [input])

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    // IME owns the key, including the Enter ending a composition.
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
    } else if (listKeys.has(event.key)) event.stopPropagation()
  }

  return (
    <Command
      className={styles.command}
      data-palette=""
      shouldFilter={false}
      vimBindings={false}
      disablePointerSelection
      value={String(active)}
      onValueChange={slot => pane.move(Number(slot))}
      // Focus stays in the input on clicks.
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
          aria-invalid={pane.fieldError !== undefined || undefined}
          aria-expanded={items.length > 0}
          aria-autocomplete="list"
          aria-activedescendant={active >= 0 ? `palette-option-${active}` : undefined}
          autoComplete={pane.isSecret ? 'new-password' : 'off'}
          autoCorrect="off"
          spellCheck={false}
          onChange={event => pane.type(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </PaletteLine>
      <Command.List
        ref={list}
        className={styles.list}
        label={pane.label}
        aria-multiselectable={pane.tick !== undefined || undefined}
        aria-busy={pane.isBusy || undefined}
        data-empty={(items.length === 0 && pane.nothing === null) || undefined}
        onPointerMove={pointed}
        onScroll={event => {
          if (event.currentTarget.scrollTop === 0) return
          isScrolled.current = true
          mounted.grow()
        }}
      >
        <PaletteRows value={rows}>
          {items.slice(0, mounted.count).map((item, slot) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: slots stay mounted while typing; that is what makes it fast
            <Fragment key={slot}>
              {item.group !== undefined && items[slot - 1]?.group !== item.group ? (
                <PaletteHeading items={items} from={slot} text={item.group} />
              ) : null}
              <PaletteSlot index={slot} onSelect={select} />
            </Fragment>
          ))}
        </PaletteRows>
        {items.length === 0 && pane.nothing ? (
          <div className={styles.none}>
            <p>{pane.nothing.title}</p>
            {pane.nothing.hint === undefined ? null : <p className={styles.noneHint}>{pane.nothing.hint}</p>}
          </div>
        ) : null}
      </Command.List>
      <PaletteFoot pane={pane} />
    </Command>
  )
}

const maxNotesBeside = 3

function PaletteFoot({ pane }: { pane: Pane }) {
  const text = useText()
  return (
    <footer className={styles.foot}>
      <span aria-live="polite">{pane.count}</span>
      {pane.items.length > 1 && pane.notes.length <= maxNotesBeside ? (
        <span className={styles.footKey}>
          <KeyCaps keys="up" />
          <KeyCaps keys="down" /> {text('palette.move')}
        </span>
      ) : null}
      {pane.notes.map(({ keys, text: note }) => (
        <span className={styles.footKey} key={keys}>
          <KeyCaps keys={keys} /> {note}
        </span>
      ))}
    </footer>
  )
}

/** Group heading with `aria-owns`: a wrapper would remount moved rows. */
function PaletteHeading({ items, from, text }: { items: readonly PaneItem[]; from: number; text: string }) {
  const after = items.findIndex((item, at) => at > from && item.group !== text)
  const ids = Array.from(
    { length: (after < 0 ? items.length : after) - from },
    (_, at) => `palette-option-${from + at}`,
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a list to choose from
    <div className={styles.heading} role="group" aria-label={text} aria-owns={ids.join(' ')}>
      <span aria-hidden="true">{text}</span>
    </div>
  )
}

/** Input line with chips, and prompt or error below. */
function PaletteLine({ pane, children }: { pane: Pane; children: ReactNode }) {
  return (
    <>
      <div className={styles.ask}>
        <span className={styles.lead} data-busy={pane.isBusy || undefined}>
          <Drawing of={Search} className={styles.still} size={16} />
          <span className={`${controls.spinner} ${styles.turning}`} />
        </span>
        {pane.chips.map(chip => (
          <span key={chip.id} className={styles.chip} data-kind={chip.kind}>
            {chip.text}
          </span>
        ))}
        {children}
        {pane.suffix === undefined ? null : <span className={styles.suffix}>{pane.suffix}</span>}
        <KeyCaps keys="escape" />
      </div>
      {pane.understood === undefined ? null : (
        <div className={styles.understood} aria-live="polite" data-understood="">
          {pane.understood.map(chip => (
            <span key={chip.id} className={styles.chip} data-kind={chip.kind}>
              {chip.text}
            </span>
          ))}
        </div>
      )}
      {pane.hint === undefined ? null : <p className={styles.hint}>{pane.hint}</p>}
      <div role="alert">{pane.fieldError === undefined ? null : <p className={styles.fault}>{pane.fieldError}</p>}</div>
    </>
  )
}
