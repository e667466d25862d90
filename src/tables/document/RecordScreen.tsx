import { useAtomValue } from 'jotai'
import { type ReactNode, useRef } from 'react'
import { formSections } from '#contract/formSections.ts'
import { titleOfRow } from '#contract/rowTitle.ts'
import type { FieldErrors } from '#contract/schema/answer.ts'
import { type Entity, isRemovable, stateOf } from '#contract/schema/entity.ts'
import type { Fields } from '#contract/schema/field.ts'
import { formFieldsOf, isStateShown, totalsOf } from '#contract/shownFields.ts'
import { commandOfPage } from '../../commands/builtins/recordBuiltins.ts'
import { forwardTo } from '../../commands/core/registry.ts'
import { nextStepOf } from '../../commands/entity/nextStep.ts'
import type { ToolbarPlace } from '../../commands/entity/toolbarEntries.ts'
import { historyKey } from '../../data/drafts/draftHistory.ts'
import { linesOf } from '../../data/drafts/lineKeys.ts'
import { listed } from '../../data/entityNames.ts'
import { localeAtom } from '../../data/language.ts'
import { momentHint } from '../../data/plantClock.ts'
import { authorOf, isOwnVersion } from '../../data/records/author.ts'
import type { RowValues } from '../../data/records/row.ts'
import { store } from '../../data/store.ts'
import { showInstant } from '../../fields/days.ts'
import { cells } from '../../fields/index.ts'
import { moneyMark } from '../../fields/units.ts'
import { Button } from '../../ui/Button.tsx'
import controls from '../../ui/controls.module.css'
import { useFirstFocus } from '../../ui/keyboard/useFirstFocus.ts'
import { Absent, isNotFound, isNotPermitted, NotPermitted } from '../../ui/NotPermitted.tsx'
import { PageLink } from '../../ui/PageLink.tsx'
import skeleton from '../../ui/Skeleton.module.css'
import { Skeleton, useSlow } from '../../ui/Skeleton.tsx'
import { useHandlers } from '../../ui/useHandlers.ts'
import { useText } from '../../ui/useText.ts'
import { maxUnbroken } from '../columns/columns.ts'
import { FaultLinks } from '../form/FaultLinks.tsx'
import { Form } from '../form/Form.tsx'
import { Lines } from '../form/Lines.tsx'
import { type OwnTab, Related } from '../related/Related.tsx'
import { Toolbar, useToolbarEntries } from '../toolbar/Toolbar.tsx'
import { Facts, RecordSubject } from './Facts.tsx'
import { FailureNotice } from './FailureNotice.tsx'
import styles from './Record.module.css'
import { RecordFoot } from './RecordFoot.tsx'
import { useAsLastTime } from './useAsLastTime.ts'
import { type Document, useDocument } from './useDocument.ts'
import { useDocumentCommands } from './useDocumentCommands.ts'
import { useHeadRoom } from './useHeadRoom.ts'
import { useHistoryBeside } from './useHistoryBeside.ts'
import { useLastOpened } from './useLastOpened.ts'

interface RecordScreenProps {
  entity: Entity
  idText: string
  except?: readonly string[]
  /** Title override where the own title is unreadable. */
  title?: string
  /** Subject override, e.g. a sentence. */
  subject?: (row: RowValues) => ReactNode
  keepsFocus?: boolean
  /** Called after save or action: adjacent content may be stale. */
  onDone?: () => void
  /** Next actions and documents, in the custom screen's order. */
  next?: readonly string[]
  /** A deadline is over: its button outranks the toolbar. */
  isOverdue?: boolean
  above?: ReactNode
  first?: OwnTab
  children?: (document: Document) => ReactNode
}

const none: readonly string[] = []

export function RecordScreen({
  entity,
  idText,
  except = none,
  title,
  subject,
  keepsFocus = false,
  onDone,
  next = none,
  isOverdue = false,
  above,
  first,
  children,
}: RecordScreenProps) {
  const text = useText()
  const screen = useRef<HTMLElement>(null)
  const top = useRef<HTMLDivElement>(null)
  useHeadRoom(top)
  const document = useDocument(entity, idText)
  const { values, fieldErrors, isReadOnly, stored } = document
  useDocumentCommands(document, screen, onDone)
  useLastOpened(document)
  useHistoryBeside(entity, stored?.id)
  const isOffered = useAsLastTime(document)
  // Mostly read-only records are navigated by their lines.
  useFirstFocus(screen, values !== null && !keepsFocus, { isPrepared: document.isPrepared, isNamedOnly: isReadOnly })

  const isStored = stored !== null
  const lines = Object.entries(entity.lines)
  const isMissing = idText.startsWith('new:') && document.id === undefined
  const isGone = isMissing || (document.error !== null && values === null)
  return (
    <article className={styles.screen} ref={screen} data-record={`${entity.name}/${document.id ?? ''}`}>
      <div className={styles.top} ref={top}>
        <Head {...{ document, title, subject, next, isOverdue, isOffered }} isGone={isGone || document.isRemoved} />
        <Notices document={document} isMissing={isMissing} />
      </div>
      {values ? (
        <>
          {above}
          <Related entity={entity} stored={stored} first={first}>
            <div className={styles.form}>
              <Form
                prefix={entity.name}
                label={text(entity.name)}
                fields={without(formFieldsOf(entity, isStored), except)}
                sections={formSections.get(entity.name)}
                row={values}
                fieldErrors={errorsOf(document, text)}
                isReadOnly={isReadOnly}
                isPartlyEditable={document.isPartlyEditable}
                stored={stored}
                onChange={document.edit}
              />
            </div>
            {children?.(document)}
            {lines.map(([name, line]) => (
              <Lines
                key={name}
                parent={entity}
                name={name}
                line={line}
                record={values}
                rows={linesOf(values, name)}
                fieldErrors={fieldErrors}
                isReadOnly={isReadOnly}
                autoFocus={isReadOnly}
                place={historyKey(entity.name, document.id)}
                onChange={(rows, doing) => document.edit({ [name]: rows }, doing)}
              />
            ))}
            <Totals entity={entity} values={values} />
            {stored ? <RecordFoot row={stored} /> : null}
          </Related>
        </>
      ) : // Failed loads show the notice, not a skeleton.
      isGone ? null : (
        <Skeleton shape="fields" />
      )}
    </article>
  )
}

function without(fields: Fields, names: readonly string[]): Fields {
  return names.length === 0
    ? fields
    : Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))
}

const maxOpen = 3

/** Names of the fields that stay editable. */
function openFields({ name, fields }: Entity, text: ReturnType<typeof useText>): string {
  const open = Object.keys(fields).filter(each => fields[each]?.editableAfterPosting)
  const names = open.slice(0, maxOpen).map(each => text(`${name}.${each}`))
  return listed(names) + (open.length > maxOpen ? '…' : '')
}

interface HeadProps {
  document: Document
  title: string | undefined
  subject: RecordScreenProps['subject']
  next: readonly string[]
  isOverdue: boolean
  isOffered: boolean
  /** Nothing to act on: no such record. */
  isGone: boolean
}

function nameOf({ entity, id, stored }: Document, title: string | undefined, text: ReturnType<typeof useText>): string {
  if (stored) return title ?? titleOfRow(entity, stored, text)
  return typeof id === 'number' ? `#${id}` : text('tables.newRecord')
}

/** Number of a document or lot, which breaks at no hyphen. */
const isNumber = (name: string) => name.length <= maxUnbroken && /^[\w-]+$/.test(name)

/** Ctrl+Enter: main action of a closed record; otherwise post or save. */
function useGoingOn({ name, actions }: Entity, main: string | undefined): void {
  const submit = commandOfPage(name, 'record.submit')
  const isOwn = submit === undefined || Object.keys(actions).some(action => submit.id === `${name}.${action}`)
  useHandlers({
    'record.submit': {
      ...forwardTo(() => main),
      enabled: () => main !== undefined && isOwn,
    },
  })
}

function Head({ document, title, subject, next, isOverdue, isOffered, isGone }: HeadProps) {
  const text = useText()
  const locale = useAtomValue(localeAtom)
  const { entity, values, stored, isDirty, isReadOnly } = document
  const state = isStateShown(entity) ? entity.fields[stateOf(entity)] : undefined
  const shown = state && values ? cells[state.kind].show(values[stateOf(entity)], values, state, locale) : null
  const isServerMaintained = stored !== null && !isRemovable(entity, stored)
  const step = stored && (isReadOnly || !isDirty) ? nextStepOf(entity, stored) : undefined
  const place: ToolbarPlace = {
    isRecord: true,
    isReadOnly,
    isDirty,
    isUnchanged: stored !== null && !isDirty,
    isOverdue,
    isServerMaintained,
    isOffered,
    next,
    step,
  }
  const entries = useToolbarEntries(entity, place)
  const hasTools = (entries.length > 0 || stored !== null) && !isGone
  const isAwaited = values === null && !isGone
  const name = nameOf(document, title, text)
  const main = isReadOnly ? entries.find(({ look }) => look === 'primary')?.command : undefined
  useGoingOn(entity, main !== undefined && main === step?.command ? 'record.nextStep' : main)
  const refresh = stored ? (
    <Button command="list.refresh" look="iconButton" icon="refresh-cw" label={text('tables.refresh')} />
  ) : null
  return (
    <header className={styles.head}>
      <div className={styles.name} data-alone={!hasTools || undefined}>
        <h1 className={styles.title}>
          {text(entity.name)} {stored ? (subject?.(stored) ?? <RecordSubject entity={entity} row={stored} />) : null}{' '}
          {isAwaited ? (
            <AwaitedName />
          ) : (
            <span className={styles.number} data-unbroken={isNumber(name) || undefined}>
              {name}
            </span>
          )}
        </h1>
        {shown}
        {isDirty ? (
          <span className={styles.unsaved} data-unsaved>
            {text('tables.unsaved')}
          </span>
        ) : null}
        {isReadOnly && values && !entity.appendOnly ? (
          <span className={styles.readOnly}>
            {document.isPartlyEditable
              ? text('tables.partlyOpen', { fields: openFields(entity, text) })
              : text('tables.readOnly')}
          </span>
        ) : null}
        {hasTools ? null : <span className={styles.far}>{refresh}</span>}
      </div>
      {stored ? <Facts entity={entity} row={stored} /> : null}
      {hasTools && isAwaited ? (
        <div className={styles.awaitedTools} aria-hidden="true">
          <Skeleton shape="tools" />
        </div>
      ) : hasTools ? (
        <Toolbar entity={entity} isPrintable={stored !== null} {...place}>
          {refresh}
        </Toolbar>
      ) : null}
    </header>
  )
}

function AwaitedName() {
  return (
    <span className={styles.awaited} data-skeleton="word" aria-hidden="true">
      {useSlow() ? <i className={`${styles.awaitedWord} ${skeleton.breathing}`} /> : null}
    </span>
  )
}

function Totals({ entity, values }: { entity: Entity; values: NonNullable<Document['values']> }) {
  const text = useText()
  const locale = useAtomValue(localeAtom)
  const totals = totalsOf(entity)
  if (totals.length === 0) return null
  return (
    <dl className={styles.totals}>
      {totals.map(([name, field]) => (
        <div key={name} data-total={name}>
          <dt>{text(`${entity.name}.${name}`)}</dt>
          <dd data-money={moneyMark(field, values[name])}>
            {cells[field.kind].show(values[name], values, field, locale, name)}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Words about a contested field with what the other person saved. */
function theirsOf({ entity, stored }: Document, name: string, said: string, text: ReturnType<typeof useText>): string {
  const field = entity.fields[name]
  const value =
    field && stored ? cells[field.kind].toText(stored[name], stored, field, store.get(localeAtom), name) : ''
  return value === '' ? said : text('tables.nameValue', { name: said, value })
}

/** Faults of the fields, contested ones among them. */
function errorsOf(document: Document, text: ReturnType<typeof useText>): FieldErrors {
  const { contested, fieldErrors, stored } = document
  const said = text(stored && isOwnVersion(stored) ? 'fault.contestedByYou' : 'fault.contested')
  const theirs = contested.map(name => [name, theirsOf(document, name, said, text)])
  return { ...fieldErrors, ...Object.fromEntries(theirs) }
}

/** Obstacles to saving: version conflict, errors, refusal, failed load. */
function Notices({ document, isMissing }: { document: Document; isMissing: boolean }) {
  const text = useText()
  const { entity, isStale, contested, stored, fieldErrors, error, values } = document
  const message = document.message && text(document.message)
  // The count and its links say it already.
  const isOwnFault = document.message === 'error.invalid'
  const isUnknown = document.message === 'drafts.unreached'
  const count = Object.keys(fieldErrors).length
  if (isMissing) return <Absent words={text('tables.notFound')} list={entity.name} />
  if (isNotPermitted(error) && !values) return <NotPermitted page={entity.name} />
  if (isNotFound(error) && !values)
    return <Absent words={text('absent.record', { entity: text(entity.name) })} list={entity.name} />
  if (error && !values) return <FailureNotice error={error} />
  if (isStale) {
    const who = stored && authorOf(stored)
    const when = stored ? showInstant(stored.updatedAt) : ''
    const hint = stored ? momentHint(String(stored.updatedAt)) : undefined
    const fields = listed(contested.map(name => theirsOf(document, name, text(`${entity.name}.${name}`), text)))
    const isGone = document.message === 'drafts.gone'
    const said = who ? text('tables.staleBy', { who, when }) : text('tables.stale')
    return (
      <div className={styles.notice} data-tone="warning" data-conflict="" role="alert">
        <span title={hint}>{[message || said, fields].filter(Boolean).join(' · ')}</span>
        <Button command="record.takeLatest" {...(isGone ? { label: text('drafts.discardMine') } : {})} />
        <Button command="record.keepMine" {...(isGone ? { label: text('drafts.keepAsNew') } : {})} />
      </div>
    )
  }
  if (document.isRemoved)
    return (
      <div className={styles.notice} data-tone="warning" role="alert">
        <span>{text('fault.removed')}</span>
        <PageLink className={controls.button} href={`/${entity.name}`}>
          {text('absent.list')}
        </PageLink>
      </div>
    )
  if (message !== '' || count > 0)
    return (
      <div className={styles.notice} data-tone="danger">
        <span role="alert">
          {[isOwnFault && count > 0 ? '' : message, count > 0 ? text('tables.faults', { count }) : '']
            .filter(Boolean)
            .join(' · ')}
        </span>
        {isUnknown ? <Button command="record.save" label={text('drafts.saveAgain')} /> : null}
        <span className={styles.faults}>
          <FaultLinks entity={entity} fieldErrors={fieldErrors} />
        </span>
      </div>
    )
  return null
}
