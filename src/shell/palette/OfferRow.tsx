import { useAtomValue } from 'jotai'
import { entityNamed } from '#contract/index.ts'
import { contextAtom } from '../../commands/core/context.ts'
import { findCommand } from '../../commands/core/registry.ts'
import { commandTitle } from '../../commands/core/titles.ts'
import { reasonAgainst } from '../../commands/gate/availability.ts'
import type { FoundRecord } from '../../commands/search/foundRecords.ts'
import type { Hit } from '../../commands/search/search.ts'
import { normalize } from '../../commands/search/searchText.ts'
import { iconOf, keyHere } from '../../ui/commandLook.ts'
import controls from '../../ui/controls.module.css'
import { Icon } from '../../ui/icons/icons.tsx'
import { KeyCaps } from '../../ui/KeyCaps.tsx'
import { useText } from '../../ui/useText.ts'
import { useTabTitle } from '../tabs/tabFacts.ts'
import styles from './Palette.module.css'
import { type MarkedPart, markedParts } from './state/marking.ts'
import { type SignedMode, signs } from './state/modes.ts'
import type { Offer } from './state/offers.ts'
import { longTitle } from './state/pane.ts'

interface RowProps {
  readonly offer: Offer
  readonly typed: string
  readonly isAmbiguous: boolean
}

export function OfferRow({ offer, typed, isAmbiguous }: RowProps) {
  switch (offer.kind) {
    case 'command':
      return <CommandRow hit={offer.hit} typed={typed} isAmbiguous={isAmbiguous} />
    case 'line':
      return <LineRow id={offer.command} />
    case 'record':
      return <RecordRow record={offer.record} typed={typed} />
    case 'tab':
      return <TabRow url={offer.url} />
    case 'running':
      return <RunningRow id={offer.command} />
    case 'mode':
      return <ModeRow mode={offer.mode} />
    case 'value':
      return <ValueRow value={offer.value} />
  }
}

const Picture = ({ name }: { name: string | undefined }) => (
  <span className={styles.icon}>
    <Icon name={name} />
  </span>
)

const Marked = ({ parts }: { parts: readonly MarkedPart[] }) =>
  parts.map((part, at) =>
    part.isFound ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a title are told apart by their places
      <span key={at} data-found="">
        {part.text}
      </span>
    ) : (
      part.text
    ),
  )

function CommandRow({ hit: { entry, reason: matched }, typed, isAmbiguous }: { hit: Hit } & Omit<RowProps, 'offer'>) {
  const text = useText()
  const { page } = useAtomValue(contextAtom)
  const command = findCommand(entry.id)
  const reason = command && reasonAgainst(command, 'palette')
  const key = command && keyHere(command, page)
  const [title] = entry.texts
  const area = entityNamed(entry.entity ?? '')?.area
  const isShown = isAmbiguous || matched !== undefined
  const place = isAmbiguous && area ? `${text(`area.${area}`)} › ${text(entry.group)}` : text(entry.group)
  return (
    <>
      <Picture name={command && iconOf(command)} />
      <span className={styles.about} data-shared={isShown && entry.title.length > longTitle ? '' : undefined}>
        <span className={styles.title}>
          {title && matched === undefined ? <Marked parts={markedParts(title, typed)} /> : entry.title}
        </span>{' '}
        <span className={styles.subtitle}>
          {matched === undefined ? place : `${place} · ${text('palette.matched', { text: matched })}`}
        </span>
      </span>
      {reason === undefined ? null : <span className={styles.reason}>{text(reason)}</span>}
      {key === undefined ? null : <KeyCaps keys={key} />}
    </>
  )
}

function LineRow({ id }: { id: string }) {
  const command = findCommand(id)
  const reason = command && reasonAgainst(command, 'palette')
  const text = useText()
  return (
    <>
      <Picture name={command && iconOf(command)} />
      <span className={`${styles.about} ${styles.title}`}>{command ? commandTitle(command) : id}</span>
      {reason === undefined ? null : <span className={styles.reason}>{text(reason)}</span>}
      <KeyCaps keys="enter" />
    </>
  )
}

function RecordRow({ record, typed }: { record: FoundRecord; typed: string }) {
  const text = useText()
  const title = { original: record.title, text: normalize(record.title), units: [] }
  return (
    <>
      <Picture name={entityNamed(record.entity)?.icon} />
      <span className={styles.about}>
        <span className={styles.title}>
          <Marked parts={markedParts(title, typed)} />
        </span>{' '}
        <span className={styles.subtitle}>{text(record.entity)}</span>
      </span>
      <span className={styles.reason}>{record.detail}</span>
    </>
  )
}

function TabRow({ url }: { url: string }) {
  const title = useTabTitle(url)
  const name = url.split(/[/?]/)[1] ?? ''
  return (
    <>
      <Picture name={entityNamed(name)?.icon ?? 'app-window'} />
      <span className={`${styles.about} ${styles.title}`}>{title}</span>
    </>
  )
}

function RunningRow({ id }: { id: string }) {
  const text = useText()
  const command = findCommand(id)
  return (
    <>
      <span className={controls.spinner} />
      <span className={`${styles.about} ${styles.title}`}>{command ? commandTitle(command) : id}</span>
      <span className={styles.reason}>{text('palette.cancelRunning')}</span>
      <KeyCaps keys="enter" />
    </>
  )
}

function ModeRow({ mode }: { mode: SignedMode }) {
  const text = useText()
  return (
    <>
      <kbd className={styles.sign}>{signs[mode]}</kbd>
      <span className={styles.about}>
        <span className={styles.title}>{text(`palette.mode.${mode}`)}</span>{' '}
        <span className={styles.subtitle}>{text(`palette.placeholder.${mode}`)}</span>
      </span>
    </>
  )
}

function ValueRow({ value }: { value: string }) {
  const text = useText()
  return (
    <>
      <kbd className={styles.sign}>=</kbd>
      <output className={`${styles.about} ${styles.value}`}>{value}</output>
      <span className={styles.reason}>{text('palette.copyValue')}</span>
      <KeyCaps keys="enter" />
    </>
  )
}
