import { useAtomValue } from 'jotai'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { findCommand, registerHandler } from '../../commands/core/registry.ts'
import { nothingRecorded, recordedWith } from '../../commands/keys/keyRecording.ts'
import { store } from '../../data/store.ts'
import { DialogFrame } from '../../ui/DialogFrame.tsx'
import { useText } from '../../ui/useText.ts'
import { closeOverlay, overlayAtom } from '../frame/overlays.ts'
import styles from './KeySheet.module.css'
import { KeySheetLines } from './KeySheetLines.tsx'
import { KeySheetSearch } from './KeySheetSearch.tsx'
import { KeySheetTools } from './KeySheetTools.tsx'
import { useFoundKeys } from './useFoundKeys.ts'

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

/** Key sheet, generated from commands so always current; keys are editable. */
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
