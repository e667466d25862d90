import { atom, useAtomValue } from 'jotai'
import { commandOfPage } from '../../commands/builtins/recordBuiltins.ts'
import { contextAtom } from '../../commands/core/context.ts'
import { isPermitted, registryVersionAtom } from '../../commands/core/registry.ts'
import { ownRecordingAtom, recordingsAtom } from '../../commands/recorder/recording.ts'
import { pendingAtom } from '../../data/api/api.ts'
import { unsavedOf } from '../../data/drafts/drafts.ts'
import { Button } from '../../ui/Button.tsx'
import { KeyCaps } from '../../ui/KeyCaps.tsx'
import { useText } from '../../ui/useText.ts'
import { readOnlyRecordAtom } from '../frame/readOnlyRecord.ts'
import { ConnectionStatus } from './ConnectionStatus.tsx'
import { hintKeysAtom, hints } from './keyHints.ts'
import { MarkedTotals } from './MarkedTotals.tsx'
import styles from './StatusBar.module.css'

const draftCountsAtom = atom(get => {
  const drafts = [...get(unsavedOf(get(contextAtom).page)).values()]
  return { changed: drafts.length, failed: drafts.filter(draft => draft.state === 'error').length }
})

export function StatusBar() {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only keeps the keyboard where it is while a button is pressed
    <footer
      className={styles.bar}
      data-status-bar
      // Focus must not move: hints would change and shift the button away.
      onMouseDown={event => event.target instanceof Element && event.target.closest('button') && event.preventDefault()}
    >
      <Facts />
      <MarkedTotals />
      <RecordingSign />
      <KeyHints />
      <ConnectionStatus />
    </footer>
  )
}

/** Separate component: renders on every row change. */
function Facts() {
  const text = useText()
  const { selection } = useAtomValue(contextAtom)
  const { changed, failed } = useAtomValue(draftCountsAtom)
  const pending = useAtomValue(pendingAtom)
  return (
    <div className={styles.facts} role="status">
      {pending > 0 ? (
        <span className={styles.pending}>{text('status.pending', { count: pending })}</span>
      ) : (
        <span>{text('status.ready')}</span>
      )}
      {selection?.isChecked ? <span>{text('status.selected', { count: selection.ids.length })}</span> : null}
      {selection?.place ? <span>{text('status.place', selection.place)}</span> : null}
      {changed > 0 ? (
        <span className={failed > 0 ? styles.failed : styles.changed}>
          {text(failed > 0 ? 'status.drafts' : 'status.draftsGood', { changed, failed })}
        </span>
      ) : null}
    </div>
  )
}

function RecordingSign() {
  const text = useText()
  const recording = useAtomValue(recordingsAtom).at(-1)
  const isOwn = useAtomValue(ownRecordingAtom) !== null
  if (!recording) return null
  return (
    <div className={styles.recording} data-recording>
      <span role="status">{text('script.steps', { count: recording.steps.length })}</span>
      {isOwn ? <Button command="script.stop" look="quiet" label={text('script.end')} /> : null}
    </div>
  )
}

const pageAtom = atom(get => get(contextAtom).page)

/** Availability on this page; general verbs need a page-specific command. */
function leadsOn(id: string, page: string, isClosed: boolean): boolean {
  if (!id.startsWith('record.')) return true
  if (id === 'record.save' && isClosed) return false
  const own = commandOfPage(page, id)
  return own !== undefined && isPermitted(own)
}

function KeyHints() {
  const text = useText()
  const page = useAtomValue(pageAtom)
  const isClosed = useAtomValue(readOnlyRecordAtom)
  const keys = useAtomValue(hintKeysAtom).split('\n')
  useAtomValue(registryVersionAtom)
  return (
    <div className={styles.hints}>
      {hints.map(([id, title], at) => {
        const key = keys[at]
        return key && leadsOn(id, page, isClosed) ? (
          <span className={styles.hint} key={id} data-hinted={id}>
            <KeyCaps keys={key} /> {text(title)}
          </span>
        ) : null
      })}
    </div>
  )
}
