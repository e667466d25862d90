import { atom, useAtomValue } from 'jotai'
import { commandOfPage } from '../../commands/builtins/recordBuiltins.ts'
import { contextAtom } from '../../commands/core/context.ts'
import { isPermitted, registryVersionAtom } from '../../commands/core/registry.ts'
import { nextStepAtom } from '../../commands/entity/nextStep.ts'
import { ownRecordingAtom, recordingsAtom } from '../../commands/recorder/recording.ts'
import { pendingAtom } from '../../data/api/api.ts'
import { unreachedAtom } from '../../data/api/transport.ts'
import { completionTextAtom } from '../../data/drafts/completion.ts'
import { unsavedOf } from '../../data/drafts/draftStore.ts'
import { lastDocumentAtom } from '../../data/drafts/lastDocument.ts'
import { grouped } from '../../data/numerals.ts'
import { channelStateAtom } from '../../data/realtime/realtime.ts'
import { type Measure, measures, totalsAtom } from '../../grid/state/shownTotals.ts'
import { Button } from '../../ui/Button.tsx'
import { KeyCaps } from '../../ui/KeyCaps.tsx'
import { useKeysOf } from '../../ui/keyboard/useKeysOf.ts'
import { useText } from '../../ui/useText.ts'
import { readOnlyRecordAtom } from '../frame/readOnlyRecord.ts'
import { hintKeysAtom, hints } from './keyHints.ts'
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
      <Offers />
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
  const completion = useAtomValue(completionTextAtom)
  const isOffline = useAtomValue(unreachedAtom)
  return (
    <div className={styles.facts} role="status">
      {pending > 0 ? (
        <span className={styles.pending}>{text('status.pending', { count: pending })}</span>
      ) : isOffline ? null : (
        <span>{text('status.ready')}</span>
      )}
      {selection?.isChecked ? <span>{text('status.selected', { count: selection.ids.length })}</span> : null}
      {selection?.place ? <span>{text('status.place', selection.place)}</span> : null}
      {completion === '' ? null : <span data-completed="">{text('status.completed', { fields: completion })}</span>}
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
      {isOwn ? <Button command="macro.keep" look="quiet" label={text('macro.keepShort')} /> : null}
    </div>
  )
}

interface OfferProps {
  command: string
  words: string
  /** Command or document offered, as `data-…`. */
  data: object
}

/** Offer with the key that takes it. */
function Offer({ command, words, data }: OfferProps) {
  const [key] = useKeysOf(command)
  return key ? (
    <span className={styles.next} role="status" {...data}>
      {words} <KeyCaps keys={key} />
    </span>
  ) : null
}

function Offers() {
  const text = useText()
  const step = useAtomValue(nextStepAtom)
  const last = useAtomValue(lastDocumentAtom)
  return (
    <>
      {step ? (
        <Offer
          command="record.submit"
          words={text('status.nextStep', { step: text(step.command) })}
          data={{ 'data-next-step': step.command }}
        />
      ) : null}
      {last ? (
        <Offer
          command="record.asLastTime"
          words={text('status.asLastTime', { title: last.title })}
          data={{ 'data-last-document': last.title }}
        />
      ) : null}
    </>
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

/** Live update status: a dot when connected, otherwise words. */
function ConnectionStatus() {
  const text = useText()
  const channel = useAtomValue(channelStateAtom)
  const isOffline = useAtomValue(unreachedAtom)
  if (channel === 'off') return null
  const state = isOffline ? 'offline' : channel
  const isShown = isOffline || channel === 'lost'
  const said = text(`channel.${state}`)
  return (
    <span className={styles.channel} data-channel={state} role="status" title={said}>
      <span className={isShown ? undefined : styles.unseen}>{said}</span>
    </span>
  )
}

/** Totals of selected cells, copied on click. */
function MarkedTotals() {
  const text = useText()
  const totals = useAtomValue(totalsAtom)?.totals
  if (!totals) return null
  const { filled, numbers, values, unit, rows, loaded } = totals
  const total = (which: string, value: string) => (
    <Button
      key={which}
      command="grid.copyTotal"
      args={{ which }}
      look="quiet"
      label={text('grid.total', { name: text(`gridTotal.${which}`), value })}
    />
  )
  const shown = (measure: Measure, value: string) =>
    measure === 'sum' && unit !== '' ? `${grouped(value)} ${unit}` : grouped(value)
  return (
    <div className={styles.totals} data-totals="">
      {total('count', String(filled))}
      {values ? measures.map(measure => total(measure, shown(measure, values[measure]))) : null}
      {numbers > 0 && !values ? <span>{text('grid.totalsMixed')}</span> : null}
      {loaded < rows ? <span className={styles.part}>{text('grid.totalsPart', { loaded, rows })}</span> : null}
    </div>
  )
}
