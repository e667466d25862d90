import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { entityNamed } from '#contract/index.ts'
import { warehousePage } from '../../commands/warehouse/warehouseCommands.ts'
import { wordsOfRefusal } from '../../data/api/localizedMessage.ts'
import { navigate } from '../../data/location.ts'
import { blockersOf, type Entry, type EntryState, isDiscardable, postedOf } from '../../data/outbox/entries.ts'
import { discardEntry, outboxAtom, repeatEntry } from '../../data/outbox/outbox.ts'
import { isStored } from '../../data/records/row.ts'
import { errorText, errorTitle } from '../../fields/errorText.ts'
import { Tag } from '../../fields/Tag.tsx'
import type { Tone } from '../../fields/tone.ts'
import { Button } from '../../ui/Button.tsx'
import controls from '../../ui/controls.module.css'
import { PageLink } from '../../ui/PageLink.tsx'
import { useText } from '../../ui/useText.ts'
import styles from './Warehouse.module.css'

const tones: Readonly<Record<EntryState, Tone>> = {
  waiting: 'warning',
  sending: 'neutral',
  done: 'success',
  refused: 'danger',
  uncertain: 'danger',
}

/** Work of this person on this device, newest first, each with its result. */
export function OutboxList() {
  const text = useText()
  const entries = useAtomValue(outboxAtom)
  if (entries.length === 0) return null
  return (
    <section aria-label={text('warehouse.outbox')}>
      <h2 className={styles.heading}>{text('warehouse.outbox')}</h2>
      <ol className={styles.entries}>
        {entries.toReversed().map(entry => (
          <OutboxEntry key={entry.number} entry={entry} blockers={blockersOf(entries, entry)} />
        ))}
      </ol>
    </section>
  )
}

function OutboxEntry({ entry, blockers }: { entry: Entry; blockers: readonly Entry[] }) {
  const text = useText()
  const { number, task, title, state, answer, hindrance } = entry
  const held = state === 'waiting' && blockers.some(other => other.state === 'refused' || other.state === 'uncertain')
  return (
    <li className={styles.entry} data-entry={number} data-state={state}>
      <p className={styles.entryHead}>
        <strong>{text(`warehouse.task.${task}`)}</strong>
        <Tag tone={tones[state]}>{text(`warehouse.state.${held ? 'held' : state}`)}</Tag>
      </p>
      <p className={styles.goods}>{title}</p>
      {state === 'done' && isStored(answer) ? (
        <PageLink className={controls.button} href={`/${entry.entity}/${answer.id}`} data-link="result">
          {String(answer.docNo ?? answer.id)}
        </PageLink>
      ) : null}
      <PaperOf entry={entry} />
      <Refused entry={entry} />
      {state === 'waiting' && hindrance !== undefined ? (
        <p className={styles.words} data-hindrance={hindrance}>
          {hindrance === 0 ? text('warehouse.tooSlow') : text('warehouse.stopped', { status: hindrance })}
        </p>
      ) : null}
      {state === 'uncertain' ? <p className={styles.words}>{text('warehouse.uncertain')}</p> : null}
      <p className={styles.answers}>
        {state === 'refused' ? (
          <button
            type="button"
            className={controls.primary}
            data-mend
            onClick={() => navigate(`${warehousePage}?task=${task}&entry=${number}`)}
          >
            {text('warehouse.mend')}
          </button>
        ) : null}
        {state === 'uncertain' ? (
          <button type="button" className={controls.button} data-repeat onClick={() => void repeatEntry(number)}>
            {text('warehouse.repeat')}
          </button>
        ) : null}
        {isDiscardable(entry) ? (
          <button
            type="button"
            className={state === 'done' ? controls.quiet : controls.danger}
            data-discard
            onClick={() => void discardEntry(number)}
          >
            {text(state === 'done' ? 'warehouse.seen' : 'warehouse.discard')}
          </button>
        ) : null}
      </p>
    </li>
  )
}

/** Papers of posted goods: labels, delivery note. */
function PaperOf({ entry }: { entry: Entry }) {
  const text = useText()
  const { task, entity } = entry
  const [id] = postedOf([entry], task)
  const labels = useMemo(() => ({ ids: [id] }), [id])
  const note = useMemo(() => ({ entity, id, paper: 'deliveryNote' }), [entity, id])
  if (id === undefined) return null
  if (task === 'receive')
    return (
      <Button
        command={`${entity}.printLabels`}
        args={labels}
        keysOf="record.printLabels"
        label={text('warehouse.printLabels')}
      />
    )
  if (task === 'ship') return <Button command="record.pdf" args={note} label={text('warehouse.deliveryNote')} />
  return null
}

/** The server's words, and those of each field. */
function Refused({ entry: { refusal, entity: name } }: { entry: Entry }) {
  const text = useText()
  const entity = entityNamed(name)
  if (!refusal || !entity) return null
  return (
    <div className={styles.refusal} role="alert">
      <p>{wordsOfRefusal(refusal)()}</p>
      {Object.entries(refusal.fieldErrors).map(([path, fieldError]) => (
        <p key={path}>
          {errorTitle(text, entity, path)}: {errorText(text, fieldError)}
        </p>
      ))}
    </div>
  )
}
