import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { setting } from '#contract/system/setting.ts'
import { isSettingName, type SettingName, settingFields, settingSections, settings } from '#contract/system/settings.ts'
import type { EditAction } from '../../data/drafts/undoSteps.ts'
import { localeAtom } from '../../data/language.ts'
import { momentHint } from '../../data/plantClock.ts'
import type { RowId, RowValues } from '../../data/records/row.ts'
import { showInstant } from '../../fields/days.ts'
import { cells } from '../../fields/index.ts'
import type { GridProps, GridSource } from '../../grid/state/source.ts'
import { Field } from '../../tables/form/Field.tsx'
import { controlNamed, goOn } from '../../tables/form/formFocus.ts'
import { SectionTitle, sectionsOf } from '../../tables/form/Sections.tsx'
import { Button } from '../../ui/Button.tsx'
import { useFirstFocus } from '../../ui/keyboard/useFirstFocus.ts'
import { PageLink } from '../../ui/PageLink.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useHandlers } from '../../ui/useHandlers.ts'
import { useText } from '../../ui/useText.ts'
import { SettingField, storedText } from './SettingField.tsx'
import styles from './SettingRows.module.css'

interface Entry {
  readonly index: number
  readonly id: RowId
  readonly row: RowValues
}

function entriesOf(source: GridSource): ReadonlyMap<string, Entry> {
  const entries = new Map<string, Entry>()
  for (let index = 0; index < source.count; index++) {
    const [row, id] = [source.row(index), source.rowId(index)]
    if (row && id !== undefined) entries.set(String(row.key), { index, id, row })
  }
  return entries
}

/** Settings in groups, each with a control of its kind. */
export function SettingRows(props: GridProps) {
  const { source, onCommit, onActive, error, empty, footer, label } = props
  const frame = useRef<HTMLFormElement>(null)
  const action = useRef<EditAction>({ kind: 'typed' })
  const entries = entriesOf(source)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version may be a query whose rows are not loaded
  useEffect(() => source.ensure(0, Math.max(0, source.count - 1)), [source.version, source.count])
  useFirstFocus(frame, entries.size > 0)
  const edit = ({ index, id }: Entry, columnId: string, value: unknown) =>
    onCommit?.([{ index, rowId: id, columnId, value: storedText(value) }], action.current)
  useHandlers({
    'setting.useDefault': {
      run: ({ ids }) => {
        const named = Array.isArray(ids) ? ids : [props.sought?.()]
        const chosen = [...entries].filter(([, { id }]) => named.includes(id))
        if (chosen.length === 0) return { status: 'denied', reason: 'when', message: 'reason.noSelection' }
        action.current = { kind: 'typed' }
        for (const [name, entry] of chosen) if (isSettingName(name)) edit(entry, 'value', settings[name].initial)
        if (frame.current) controlNamed(frame.current, [chosen[0]?.[0] ?? ''])?.focus()
        return undefined
      },
      enabled: () => onCommit !== undefined,
    },
  })
  const order = Object.keys(settingFields)
  const shown = Object.entries(settingFields).filter(([name]) => entries.has(name))
  return (
    <div className={styles.frame}>
      {error}
      {source.count === 0 && !error ? props.loading ? <Skeleton shape="fields" /> : empty : null}
      <form
        ref={frame}
        className={styles.form}
        aria-label={label}
        onKeyDown={goOn}
        onSubmit={event => event.preventDefault()}
      >
        {sectionsOf(settingSections, order, shown).map(section => (
          <section key={section.title} className={styles.section}>
            <SectionTitle title={section.title} />
            {section.shown.map(([name]) => {
              const entry = entries.get(name)
              return entry && isSettingName(name) ? (
                <Setting
                  key={name}
                  name={name}
                  entry={entry}
                  source={source}
                  onFocus={() => {
                    action.current = { kind: 'typed' }
                    onActive?.(entry.index, entry.id)
                  }}
                  onChange={(columnId, value) => edit(entry, columnId, value)}
                />
              ) : null
            })}
          </section>
        ))}
      </form>
      <div className={styles.foot}>{footer}</div>
    </div>
  )
}

interface SettingProps {
  readonly name: SettingName
  readonly entry: Entry
  readonly source: GridSource
  onFocus(): void
  onChange(columnId: string, value: unknown): void
}

function Setting({ name, entry, source, onFocus, onChange }: SettingProps) {
  const text = useText()
  const locale = useAtomValue(localeAtom)
  const { row, index } = entry
  const { field, initial } = settings[name]
  const shown = cells[field.kind].toText(field.kind === 'rate' ? storedText(initial) : initial, {}, field, locale)
  const value = initial === null ? text('setting.noValue') : `${shown}${field.kind === 'rate' ? '%' : ''}`
  const isReadOnly = !source.editable(index, 'value')
  const differs = storedText(row.value) !== storedText(initial)
  return (
    <fieldset
      className={styles.setting}
      aria-label={text(`setting.named.${name}`)}
      data-setting={name}
      data-state={source.state(index)}
      data-differs={differs || undefined}
      onFocus={onFocus}
    >
      <SettingField
        name={name}
        stored={row.value}
        error={source.fieldError(index, 'value')}
        isReadOnly={isReadOnly}
        onChange={value => onChange('value', value)}
      />
      <div className={styles.beside}>
        {differs ? <span className={styles.mark}>{text('setting.differs')}</span> : null}
        <span>{text('setting.default', { value })}</span>
        <LastChange row={row} id={entry.id} />
        {differs && !isReadOnly ? (
          <Button command="setting.useDefault" args={{ ids: [entry.id] }} look="quiet" />
        ) : null}
      </div>
      {differs || row.remark ? (
        <Field
          prefix="setting"
          name="remark"
          field={setting.fields.remark}
          row={row}
          error={source.fieldError(index, 'remark')}
          isReadOnly={!source.editable(index, 'remark')}
          onChange={patch => onChange('remark', patch.remark)}
        />
      ) : null}
    </fieldset>
  )
}

/** Last person who changed a setting, with the way to its history. */
function LastChange({ row, id }: { readonly row: RowValues; readonly id: RowId }) {
  const text = useText()
  if (!row.updatedBy || !row.updatedAt) return null
  const changed = { who: String(row.updatedBy$label ?? ''), when: showInstant(row.updatedAt) }
  return (
    <PageLink className={styles.changed} href={`/setting/${id}`} title={momentHint(String(row.updatedAt))}>
      {text('history.changed', changed)}
    </PageLink>
  )
}
