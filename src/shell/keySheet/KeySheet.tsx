import { useAtomValue } from 'jotai'
import { Keyboard, X } from 'lucide'
import { type KeyboardEvent, type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react'
import { commandsInForce } from '../../commands/builtins/keyCommands.ts'
import { contextAtom, keysOfContext } from '../../commands/core/context.ts'
import { findCommand, permitted, registerHandler, registryVersionAtom } from '../../commands/core/registry.ts'
import { isRefusedHere } from '../../commands/gate/availability.ts'
import { execute } from '../../commands/gate/execute.ts'
import { currentOs, userKeysAtom } from '../../commands/keys/keyBindings.ts'
import { foundLines, type KeyLine, type KeyQuery, keyLines, linesByGroup } from '../../commands/keys/keyLines.ts'
import { presets } from '../../commands/keys/keyPresets.ts'
import { nothingRecorded, recordedWith } from '../../commands/keys/keyRecording.ts'
import { strokesOf, worksInText } from '../../commands/keys/keyStroke.ts'
import { ownersOf } from '../../commands/keys/reservedKeys.ts'
import { pinyinAtom } from '../../commands/search/pinyin.ts'
import { sounds } from '../../commands/search/sounds.ts'
import { readingAloudAtom } from '../../data/settings/readingAloud.ts'
import { store } from '../../data/store.ts'
import { Button } from '../../ui/Button.tsx'
import controls from '../../ui/controls.module.css'
import { DialogFrame } from '../../ui/DialogFrame.tsx'
import { Drawing } from '../../ui/icons/icons.tsx'
import { KeyCaps } from '../../ui/KeyCaps.tsx'
import { keyName } from '../../ui/keyboard/keyNames.ts'
import { useText } from '../../ui/useText.ts'
import { closeOverlay, overlayAtom } from '../frame/overlays.ts'
import { KeyRecorder } from './KeyRecorder.tsx'
import styles from './KeySheet.module.css'
import { KeySheetLines } from './KeySheetLines.tsx'

const drawn = () => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))

async function print(): Promise<void> {
  const before = store.get(overlayAtom)
  store.set(overlayAtom, 'keys')
  await drawn()
  window.print()
  store.set(overlayAtom, before)
}

function chosenIn(input: HTMLInputElement): Promise<File | undefined> {
  return new Promise(resolve => {
    const settle = () => resolve(input.files?.[0])
    input.addEventListener('change', settle, { once: true })
    input.addEventListener('cancel', () => resolve(undefined), { once: true })
    // Reset allows choosing the same file again.
    input.value = ''
    input.click()
  })
}

export function KeySheet() {
  const text = useText()
  const isOpen = useAtomValue(overlayAtom) === 'keys'
  const input = useRef<HTMLInputElement>(null)
  const file = useRef<HTMLInputElement>(null)
  useEffect(() => registerHandler('keys.print', { run: print }), [])
  useEffect(
    () =>
      registerHandler('keys.import', {
        run: async (args, context) => {
          const isGiven = context.surface === 'script' || ['text', 'file', 'values'].some(name => name in args)
          const chosen = isGiven || !file.current ? undefined : await chosenIn(file.current)
          if (!isGiven && !chosen) return { status: 'cancelled' }
          return findCommand('keys.import')?.run(chosen ? { file: chosen } : args, context)
        },
      }),
    [],
  )
  return (
    <>
      <input ref={file} type="file" accept=".json,application/json" hidden aria-label={text('keys.sheet.import')} />
      <DialogFrame open={isOpen} title={text('keys.title')} width={1040} onClose={closeOverlay} initialFocus={input}>
        <Sheet input={input} />
      </DialogFrame>
    </>
  )
}

function Sheet({ input }: { input: RefObject<HTMLInputElement | null> }) {
  const text = useText()
  const list = useRef<HTMLDivElement>(null)
  const [query, setQuery] = useState('')
  const [recording, setRecording] = useState(nothingRecorded)
  const { groups, count, isAsked } = useFoundKeys({ text: query, strokes: recording.strokes })
  const rows = () => list.current?.querySelectorAll<HTMLElement>('[data-key-line]') ?? []
  return (
    <div data-key-sheet>
      <div className={styles.head}>
        <KeySheetSearch
          input={input}
          text={query}
          strokes={recording.strokes}
          onText={typed => {
            setQuery(typed)
            setRecording(nothingRecorded)
          }}
          onStroke={stroke => {
            setQuery('')
            setRecording(before => recordedWith(before, stroke, Date.now()))
          }}
          onStrokes={strokes => {
            setQuery('')
            setRecording({ strokes, at: 0 })
          }}
          onLeave={() => rows()[0]?.focus()}
        />
        <KeySheetTools />
      </div>
      <p className={styles.count} role="status">
        {isAsked ? text('keys.sheet.found', { count }) : ''}
      </p>
      {count === 0 ? <p className={styles.none}>{text('keys.none')}</p> : null}
      <KeySheetLines list={list} groups={groups} onLeave={() => input.current?.focus()} />
    </div>
  )
}

interface KeySheetSearchProps {
  input: RefObject<HTMLInputElement | null>
  text: string
  strokes: readonly string[]
  onText(text: string): void
  onStroke(stroke: string): void
  onStrokes(strokes: readonly string[]): void
  onLeave(): void
}

/** Shortcut search by name, or by pressed key. */
function KeySheetSearch(props: KeySheetSearchProps) {
  const { input, text: typed, strokes, onText, onStroke, onStrokes, onLeave } = props
  const text = useText()
  const [isPressing, setPressing] = useState(false)
  const recorder = useRef<HTMLButtonElement>(null)

  const isFirst = useRef(true)
  useEffect(() => {
    // Initial focus is the dialog's.
    if (!isFirst.current) (isPressing ? recorder : input).current?.focus()
    isFirst.current = false
  }, [isPressing, input])

  const listen = (isOn: boolean) => {
    setPressing(isOn)
    onStrokes([])
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const os = currentOs()
    // No strokes during IME composition.
    const [stroke] = strokesOf(event.nativeEvent, os)
    if (stroke === undefined) return
    if (stroke === 'down' || stroke === 'enter') onLeave()
    else if (stroke === 'backspace' && strokes.length > 0) onStrokes([])
    // Browser keys such as reload stay native.
    else if (worksInText(stroke) && ownersOf(stroke, os).length === 0) onStroke(stroke)
    else return
    event.preventDefault()
  }

  return (
    <search className={styles.search}>
      {isPressing ? (
        <KeyRecorder
          field={recorder}
          label={text('keys.sheet.pressing')}
          strokes={strokes}
          onStrokes={onStrokes}
          onCancel={() => listen(false)}
        />
      ) : (
        <span className={styles.field}>
          {strokes.length > 0 ? <KeyCaps keys={strokes.join(' ')} /> : null}
          <input
            ref={input}
            className={styles.input}
            type="text"
            value={typed}
            placeholder={strokes.length > 0 ? '' : text('keys.sheet.search')}
            aria-label={text('keys.sheet.search')}
            onChange={event => onText(event.target.value)}
            onKeyDown={onKeyDown}
          />
        </span>
      )}
      <button type="button" className={controls.quiet} aria-pressed={isPressing} onClick={() => listen(!isPressing)}>
        {isPressing ? <Drawing of={X} size={15} /> : <Drawing of={Keyboard} size={15} />}
        {text('keys.sheet.press')}
      </button>
    </search>
  )
}

/** Keymap tools: preset, single-key switch, import, export, reset. */
function KeySheetTools() {
  const text = useText()
  const id = useId()
  const { preset, singleKeys } = useAtomValue(userKeysAtom)
  return (
    <div className={styles.tools}>
      <label className={styles.tool} htmlFor={id}>
        {text('keys.sheet.preset')}
        <select
          id={id}
          className={controls.input}
          data-command="keys.preset"
          value={preset}
          onChange={event => void execute('keys.preset', { preset: event.target.value }, { surface: 'button' })}
        >
          {Object.keys(presets).map(name => (
            <option key={name} value={name}>
              {text(`keyPreset.${name}`)}
            </option>
          ))}
        </select>
      </label>
      <label className={styles.tool}>
        <input
          type="checkbox"
          data-command="keys.singleKeys"
          checked={singleKeys}
          onChange={event => void execute('keys.singleKeys', { on: event.target.checked }, { surface: 'button' })}
        />
        {text('keys.sheet.single')}
      </label>
      <span className={styles.gap} />
      <Button command="keys.import" look="quiet" label={text('keys.sheet.import')} />
      <Button command="keys.export" look="quiet" label={text('keys.sheet.export')} />
      <Button command="keys.print" look="quiet" label={text('keys.sheet.print')} />
      <Button command="keys.reset" look="quiet" label={text('keys.sheet.reset')} />
    </div>
  )
}

interface FoundKeys {
  readonly groups: ReadonlyMap<string, readonly KeyLine[]>
  readonly count: number
  readonly isAsked: boolean
}

function useFoundKeys({ text: wanted, strokes }: KeyQuery): FoundKeys {
  const text = useText()
  const version = useAtomValue(registryVersionAtom)
  const kept = useAtomValue(userKeysAtom)
  const isAloud = useAtomValue(readingAloudAtom)
  const userKeys = useMemo(() => (isAloud ? { ...kept, singleKeys: false } : kept), [kept, isAloud])
  const context = useAtomValue(contextAtom)
  const pinyin = useAtomValue(pinyinAtom)
  const { page } = context
  // Snapshot before the sheet takes focus, which changes the context.
  const [here] = useState(() => ({
    keys: keysOfContext(context),
    refused: new Set(
      permitted()
        .filter(isRefusedHere)
        .map(({ id }) => id),
    ),
  }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: titles follow the language, commands the registry's version
  const around = useMemo(
    () => ({ userKeys, os: currentOs(), isInstalled: context.installed, commands: commandsInForce() }),
    [version, userKeys, context.installed],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: titles follow the language
  const lines = useMemo(() => {
    // Other pages' verbs are duplicates; borrowed keys appear under their owner.
    const all = permitted().filter(
      ({ id, entity, via, keys = [] }) =>
        (id.startsWith('navigate.') || entity === undefined || entity === page || keys.length > 0) &&
        (!via || hasOwn(id)),
    )
    function hasOwn(id: string) {
      return userKeys.changes.some(({ command }) => command === id)
    }
    return keyLines(all, around, here.keys, ({ id }) => here.refused.has(id))
  }, [around, page, text])
  const soundOf = useMemo(() => sounds(pinyin), [pinyin])
  const found = useMemo(
    () => foundLines(lines, { text: wanted, strokes }, around, { soundOf, nameOf: keyName }),
    [lines, wanted, strokes, around, soundOf],
  )
  return { groups: linesByGroup(found), count: found.length, isAsked: wanted.trim() !== '' || strokes.length > 0 }
}
