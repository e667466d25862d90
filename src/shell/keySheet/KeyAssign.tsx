import { useAtomValue } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { commandsInForce } from '../../commands/builtins/keyCommands.ts'
import type { Command } from '../../commands/core/command.ts'
import { contextAtom } from '../../commands/core/context.ts'
import { findCommand, registerHandler } from '../../commands/core/registry.ts'
import { commandTitle } from '../../commands/core/titles.ts'
import type { When } from '../../commands/core/when.ts'
import { currentOs, effectiveKeysOf, userKeysAtom } from '../../commands/keys/keyBindings.ts'
import type { KeyChange } from '../../commands/keys/keyChanges.ts'
import {
  assignmentConflicts,
  boundsAfter,
  type Conflict,
  type KeySurroundings,
  releasingChanges,
  swappedWith,
} from '../../commands/keys/keyConflicts.ts'
import { answerKey, type KeyRequest, keyRequestAtom } from '../../commands/keys/keyRequest.ts'
import { sequenceOf } from '../../commands/keys/keyStroke.ts'
import { text as textOf } from '../../data/language.ts'
import controls from '../../ui/controls.module.css'
import { DialogFrame } from '../../ui/DialogFrame.tsx'
import { KeyCaps } from '../../ui/KeyCaps.tsx'
import { keyName } from '../../ui/keyboard/keyNames.ts'
import { useText } from '../../ui/useText.ts'
import styles from './KeyAssign.module.css'
import { KeyRecorder } from './KeyRecorder.tsx'

export function KeyAssign() {
  const request = useAtomValue(keyRequestAtom)
  return request ? <KeyForm key={request.command.id} request={request} /> : null
}

function replaceable(command: Command): readonly string[] {
  const os = currentOs()
  const movable = effectiveKeysOf(command).filter(({ native }) => !native)
  return [...new Set(movable.map(({ seq }) => sequenceOf(seq, os).join(' ')))]
}

function KeyForm({ request: { command } }: { request: KeyRequest }) {
  const text = useText()
  const recorder = useRef<HTMLButtonElement>(null)
  const decisions = useRef<HTMLDivElement>(null)
  const userKeys = useAtomValue(userKeysAtom)
  const { installed, page } = useAtomValue(contextAtom)
  const present = replaceable(command)
  const [strokes, setStrokes] = useState<readonly string[]>([])
  // Default: replace a single key, otherwise add.
  const [was, setWas] = useState(present.length === 1 ? present[0] : undefined)
  const [removed, setRemoved] = useState<readonly string[]>([])
  const [choice, setChoice] = useState<ConflictChoice>({ kind: 'room' })

  const around = { userKeys, os: currentOs(), isInstalled: installed, commands: commandsInForce() }
  const seq = strokes.length > 0 ? strokes.join(' ') : null
  const bare: KeyChange = { command: command.id, seq, ...(was === undefined ? {} : { was }) }
  const found = seq === null ? null : assignmentConflicts(command, bare, around)
  const places = found && found.conflicts.length > 0 ? placesFor(command, bare, around, page) : []
  const isBoth = choice.kind === 'both' && places.length > 0
  const place = places.find(({ name }) => choice.kind === 'both' && name === choice.place) ?? places[0]
  const made: KeyChange = isBoth && place ? { ...bare, when: place.when } : bare
  const room = found && !isBoth ? releasingChanges(bare, found.conflicts, around) : []
  const removals = removed.filter(key => key !== was || seq === null)
  const isReady = (found !== null && !found.isSame && !found.isNever) || (seq === null && removals.length > 0)

  const accept = useRef(() => {})
  accept.current = () => {
    if (!isReady) return recorder.current?.focus()
    const off = removals.map((key): KeyChange => ({ command: command.id, seq: null, was: key }))
    answerKey([...room, ...off, ...(seq === null ? [] : [made])])
  }
  useEffect(() => registerHandler('dialog.accept', { run: () => accept.current() }), [])

  /** Conflicts must be resolved before Enter assigns. */
  const onEnter = () => {
    if (found && found.conflicts.length > 0) decisions.current?.querySelector('input')?.focus()
    else accept.current()
  }

  return (
    <DialogFrame
      open
      title={text('keys.dialog.title', { title: commandTitle(command) })}
      width={520}
      keepOnOutsideClick
      initialFocus={recorder}
      onClose={() => answerKey(null)}
      footer={
        <>
          <button type="button" className={controls.button} onClick={() => answerKey(null)}>
            {text('shell.cancel')}
          </button>
          <button
            type="button"
            className={controls.primary}
            data-answer="accept"
            aria-disabled={!isReady || undefined}
            onClick={() => accept.current()}
          >
            {text('keys.dialog.accept')}
          </button>
        </>
      }
    >
      <Present keys={present} removed={removed} onRemoved={setRemoved} />
      <section className={`${styles.part} ${styles.recording}`}>
        <h3 className={styles.heading}>{text('keys.dialog.new')}</h3>
        <KeyRecorder
          field={recorder}
          label={text('keys.dialog.press')}
          strokes={strokes}
          onStrokes={setStrokes}
          onAccept={onEnter}
          onCancel={() => answerKey(null)}
        />
        <p className={styles.hint}>{text('keys.dialog.hint')}</p>
        {present.length > 0 ? <Instead keys={present} was={was} onChange={setWas} /> : null}
      </section>
      <div className={styles.verdict} ref={decisions} role="status">
        {found?.isSame ? <p className={styles.warning}>{text('keys.dialog.same')}</p> : null}
        {found?.isNever ? <p className={styles.warning}>{text('keys.dialog.never')}</p> : null}
        {found?.owners.map(owner => (
          <p className={styles.warning} key={owner}>
            {text(`keys.keeper.${owner}`)}
          </p>
        ))}
        {found && found.single !== 'no' ? (
          <p className={styles.warning}>
            {text(found.single === 'on' ? 'keys.dialog.single' : 'keys.dialog.singleOff')}
          </p>
        ) : null}
        {found && !found.isSame && found.conflicts.length > 0 ? (
          <KeyConflict
            conflicts={found.conflicts}
            swapped={swappedWith(bare, found.conflicts, around)}
            was={was}
            places={places}
            choice={isBoth && place ? { kind: 'both', place: place.name } : { kind: 'room' }}
            onChoice={setChoice}
          />
        ) : null}
      </div>
    </DialogFrame>
  )
}

interface PresentProps {
  keys: readonly string[]
  removed: readonly string[]
  onRemoved(keys: readonly string[]): void
}

function Present({ keys, removed, onRemoved }: PresentProps) {
  const text = useText()
  return (
    <section className={styles.part}>
      <h3 className={styles.heading}>{text('keys.dialog.now')}</h3>
      <div className={styles.present}>
        {keys.length === 0 ? <span className={styles.hint}>{text('keys.dialog.none')}</span> : null}
        {keys.map(key => {
          const isOff = removed.includes(key)
          return (
            <button
              key={key}
              type="button"
              className={styles.key}
              aria-pressed={isOff}
              aria-label={text(isOff ? 'keys.dialog.bring' : 'keys.dialog.remove', { keys: keyName(key) })}
              data-hint={text(isOff ? 'keys.dialog.bring' : 'keys.dialog.remove', { keys: keyName(key) })}
              onClick={() => onRemoved(isOff ? removed.filter(each => each !== key) : [...removed, key])}
            >
              <KeyCaps keys={key} />
            </button>
          )
        })}
      </div>
    </section>
  )
}

interface InsteadProps {
  keys: readonly string[]
  was: string | undefined
  onChange(was: string | undefined): void
}

function Instead({ keys, was, onChange }: InsteadProps) {
  const text = useText()
  return (
    <fieldset className={styles.choices}>
      <label className={styles.choice}>
        <input type="radio" name="was" checked={was === undefined} onChange={() => onChange(undefined)} />
        {text('keys.dialog.add')}
      </label>
      {keys.map(key => (
        <label className={styles.choice} key={key}>
          <input type="radio" name="was" checked={was === key} onChange={() => onChange(key)} />
          {text('keys.dialog.replace', { keys: keyName(key) })}
        </label>
      ))}
    </fieldset>
  )
}

/** Conflict resolution: others yield, or both stay with the new key scoped. */
type ConflictChoice = { readonly kind: 'room' } | { readonly kind: 'both'; readonly place: string }

interface KeyPlace {
  readonly name: string
  readonly when: When
}

const places: readonly KeyPlace[] = [
  { name: 'grid', when: { focus: ['grid', 'gridEditor'] } },
  { name: 'outside', when: { focus: ['page', 'sidebar', 'tabs'] } },
  { name: 'typing', when: { focus: ['text', 'richtext', 'gridEditor'] } },
  { name: 'chosen', when: { selection: { not: 'none' } } },
]

/** Possible scopes of the key, current page first. */
function placesFor(command: Command, change: KeyChange, around: KeySurroundings, page: string): readonly KeyPlace[] {
  const here = { name: 'page', when: { page } }
  return [here, ...places].filter(({ when }) => boundsAfter(command, { ...change, when }, around).length > 0)
}

const maxNamed = 4

function sentence({ second, kind }: Conflict): string {
  const command = findCommand(second.command)
  const values = { keys: keyName(second.strokes.join(' ')), title: command ? commandTitle(command) : second.command }
  return textOf(kind === 'same' ? 'keys.dialog.isUsed' : 'keys.dialog.begins', values)
}

interface KeyConflictProps {
  conflicts: readonly Conflict[]
  swapped: Command | undefined
  was: string | undefined
  places: readonly KeyPlace[]
  choice: ConflictChoice
  onChoice(choice: ConflictChoice): void
}

function KeyConflict({ conflicts, swapped, was, places: offered, choice, onChoice }: KeyConflictProps) {
  const text = useText()
  const left = conflicts.length - maxNamed
  return (
    <div className={styles.conflict}>
      <ul className={styles.ways}>
        {conflicts.slice(0, maxNamed).map(conflict => (
          <li key={`${conflict.second.command} ${conflict.second.strokes.join(' ')}`}>{sentence(conflict)}</li>
        ))}
        {left > 0 ? <li>{text('keys.dialog.more', { count: left })}</li> : null}
      </ul>
      <label className={styles.choice}>
        <input
          type="radio"
          name="conflict"
          checked={choice.kind === 'room'}
          onChange={() => onChoice({ kind: 'room' })}
        />
        {swapped && was !== undefined
          ? text('keys.dialog.swap', { title: commandTitle(swapped), keys: keyName(was) })
          : text('keys.dialog.take')}
      </label>
      {offered.length > 0 ? (
        <label className={styles.choice}>
          <input
            type="radio"
            name="conflict"
            checked={choice.kind === 'both'}
            onChange={() => onChoice({ kind: 'both', place: offered[0]?.name ?? '' })}
          />
          {text('keys.dialog.both')}
          <select
            className={controls.input}
            aria-label={text('keys.dialog.where')}
            value={choice.kind === 'both' ? choice.place : offered[0]?.name}
            onChange={event => onChoice({ kind: 'both', place: event.target.value })}
          >
            {offered.map(({ name, when }) => (
              <option key={name} value={name}>
                {text(`keys.where.${name}`, 'page' in when ? { page: text(String(when.page)) } : {})}
              </option>
            ))}
          </select>
        </label>
      ) : null}
    </div>
  )
}
