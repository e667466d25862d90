import { useAtomValue } from 'jotai'
import { ArrowUpRight } from 'lucide'
import { useId } from 'react'
import { entityNamed } from '#contract/index.ts'
import { type Field as FieldDefinition, type Fields, isEmpty } from '#contract/schema/field.ts'
import { isMarkedRequired } from '#contract/schema/validate.ts'
import { recordAddress } from '../../commands/core/recordLinks.ts'
import { localeAtom } from '../../data/language.ts'
import { labelOf } from '../../data/records/labels.ts'
import type { RowValues } from '../../data/records/row.ts'
import { grantsAtom } from '../../data/session/permittedMenu.ts'
import { RichTextControl, RichTextView } from '../../editor/view/RichText.tsx'
import { Chooser } from '../../fields/controls/Chooser.tsx'
import type { ControlProps } from '../../fields/controls/control.ts'
import { FlagControl } from '../../fields/controls/FlagControl.tsx'
import { IconControl } from '../../fields/controls/IconControl.tsx'
import { ManyChooser } from '../../fields/controls/ManyChooser.tsx'
import { MenuParentControl } from '../../fields/controls/MenuParentControl.tsx'
import { ParametersControl } from '../../fields/controls/ParametersControl.tsx'
import { TextControl } from '../../fields/controls/TextControl.tsx'
import { TitleControl } from '../../fields/controls/TitleControl.tsx'
import { errorText } from '../../fields/errorText.ts'
import { FilesControl } from '../../fields/files/FilesControl.tsx'
import { cells } from '../../fields/index.ts'
import { numberError } from '../../fields/quantities.ts'
import { ScheduleControl } from '../../fields/schedule/ScheduleControl.tsx'
import { ScheduleNote } from '../../fields/schedule/ScheduleNote.tsx'
import { takesCodes } from '../../fields/takesCodes.ts'
import { quantitySourcesOf, unitOf, unitShown } from '../../fields/units.ts'
import { Drawing } from '../../ui/icons/icons.tsx'
import { PageLink } from '../../ui/PageLink.tsx'
import { PartSuspense, part } from '../../ui/part.tsx'
import { useText } from '../../ui/useText.ts'
import { explanationOf } from '../columns/glossary.ts'
import { FieldValue } from './FieldValue.tsx'
import styles from './Form.module.css'

export interface FieldProps {
  prefix: string
  name: string
  field: FieldDefinition
  row: RowValues
  error?: string | undefined
  isReadOnly?: boolean
  /** All fields of the row, where a form shows other ones. */
  rowFields?: Fields | undefined
  /** Joined with the field of its unit, which says it. */
  hasUnitBeside?: boolean
  /** Hint stays beside an error. */
  keepsHint?: boolean
  onChange(patch: RowValues): void
}

/** Column span: long texts and lists need more width. */
function spanOf(field: FieldDefinition): 'whole' | 'wide' | undefined {
  if (['longText', 'richText', 'json'].includes(field.kind)) return 'whole'
  if (['references', 'enumerations', 'texts', 'files'].includes(field.kind)) return 'wide'
  return field.format === 'schedule' || (field.kind === 'text' && (field.max ?? 0) >= 200) ? 'wide' : undefined
}

const LayoutEditor = part(() => import('../label/LayoutEditor.tsx'))

function Control(props: ControlProps & { labels: readonly string[] }) {
  if (props.field.format === 'labelLayout')
    return (
      <PartSuspense fallback={null}>
        <LayoutEditor {...props} />
      </PartSuspense>
    )
  if (props.field.format === 'schedule') return <ScheduleControl {...props} />
  if (props.field.format === 'menuTitle') return <TitleControl {...props} />
  if (props.field.format === 'taskParameters') return <ParametersControl {...props} />
  if (props.field.format === 'menuParent') return <MenuParentControl {...props} />
  if (props.field.format === 'icon') return <IconControl {...props} />
  switch (props.field.kind) {
    case 'reference':
    case 'enumeration':
      return <Chooser {...props} />
    case 'references':
    case 'enumerations':
      return <ManyChooser {...props} />
    case 'flag':
      return <FlagControl {...props} />
    case 'richText':
      return <RichTextControl {...props} isBrief={props.field.brief === true} />
    default:
      return <TextControl {...props} />
  }
}

type Text = ReturnType<typeof useText>

interface FixedValueProps {
  name: string
  field: FieldDefinition
  fields: Fields
  row: RowValues
  label: string
  labelledBy: string
  describedBy: string | undefined
}

function FixedValue({ name, field, fields, row, label, labelledBy, describedBy }: FixedValueProps) {
  return (
    <output
      className={styles.value}
      data-align={cells[field.kind].align}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
    >
      {label === '' ? (
        <span className={styles.nothing}>–</span>
      ) : field.kind === 'richText' ? (
        <RichTextView html={String(row[name])} plain={label} />
      ) : (
        <FieldValue name={name} field={field} fields={fields} row={row} />
      )}
      {field.format === 'schedule' ? <ScheduleNote cron={label} isInvalid={false} hasWords={false} /> : null}
    </output>
  )
}

type LabelProps = Pick<FieldProps, 'prefix' | 'name' | 'field' | 'row'> & {
  id: string
  isFixed: boolean
  explanation: string | undefined
}

function Label({ prefix, name, field, row, id, isFixed, explanation }: LabelProps) {
  const text = useText()
  return (
    <>
      <label className={styles.label} htmlFor={isFixed ? undefined : id} id={`${id}-label`}>
        {text(`${prefix}.${name}`)}
        {/* No mark on checkboxes: unchecked is a valid answer. */}
        {!isFixed && field.kind !== 'flag' && isMarkedRequired(field, row) ? (
          <span className={styles.required} title={text('tables.required')}>
            *
          </span>
        ) : null}
        {explanation ? (
          <span
            className={styles.explained}
            data-hint={explanation}
            data-term={text(`${prefix}.${name}`)}
            data-explanation={explanation}
            aria-hidden="true"
          />
        ) : null}
      </label>
      {explanation ? (
        <span hidden id={`${id}-term`}>
          {explanation}
        </span>
      ) : null}
    </>
  )
}

const idsOf = (...ids: readonly (string | undefined)[]) => ids.filter(Boolean).join(' ') || undefined

/** Tab goes from field to field; a key opens the record. */
function FollowLink({ address, name }: { address: string; name: string }) {
  const text = useText()
  return (
    <PageLink className={styles.follow} href={address} tabIndex={-1} aria-label={text('grid.menu.open', { name })}>
      <Drawing of={ArrowUpRight} size={13} />
    </PageLink>
  )
}

/** Hint of a field; a new record's secrets have their rule instead. */
function hintOf(prefix: string, name: string, { kind, hint, pattern }: FieldDefinition, row: RowValues, text: Text) {
  if (kind === 'secret' && typeof row.id !== 'number') return pattern && errorText(text, pattern)
  return hint === undefined ? undefined : text(`${prefix}.${name}.hint`)
}

type NoteProps = { readonly id: string; readonly look: 'hint' | 'fault'; readonly said: string | undefined }

function Note({ id, look, said }: NoteProps) {
  return said ? (
    <p className={styles[look]} id={id}>
      {said}
    </p>
  ) : null
}

export function Field(props: FieldProps) {
  const { prefix, name, field, row, error, isReadOnly, rowFields, hasUnitBeside, onChange } = props
  const text = useText()
  const locale = useAtomValue(localeAtom)
  const grants = useAtomValue(grantsAtom)
  const id = useId()
  const kind = cells[field.kind]
  const value = row[name]
  const fields = rowFields ?? entityNamed(prefix)?.fields ?? {}
  const unit = hasUnitBeside ? '' : unitShown(field, row, unitOf(fields, name), value)
  const quantity = quantitySourcesOf(fields, name)
  const label = kind.toText(value, row, field, locale, name)
  const hasFiles = ['files', 'image'].includes(field.kind)
  const isFixed = isReadOnly === true || (field.kind === 'json' && field.format !== 'labelLayout')
  const address = field.kind === 'reference' ? recordAddress(grants, field.to, value) : undefined
  const reason = error && numberError(field, quantity, row, value, error)
  const hint = isFixed ? undefined : hintOf(prefix, name, field, row, text)
  const note = reason ? errorText(text, reason) : hint
  const kept = reason && props.keepsHint ? hint : undefined
  const explanation = explanationOf(prefix, name, text)
  const describedBy = idsOf(note && `${id}-note`, kept && `${id}-hint`, explanation && `${id}-term`)
  const labelled = row[`${name}$label`] ?? row[`${name}$labels`]
  const labels = Array.isArray(labelled)
    ? labelled.map(String)
    : (Array.isArray(value) ? value : []).map(
        one => (field.to ? labelOf(field.to, one) : undefined) ?? kind.toText([one], {}, field, locale, name),
      )

  return (
    <div
      className={styles.field}
      data-field={name}
      data-span={spanOf(field)}
      data-fault={error ? true : undefined}
      data-missing={isMarkedRequired(field, row) && isEmpty(row[name]) ? '' : undefined}
      data-scan={takesCodes(name, field) || undefined}
    >
      <Label {...{ prefix, name, field, row, id, isFixed, explanation }} />
      {address !== undefined && !isFixed ? <FollowLink address={address} name={label} /> : null}
      {hasFiles ? (
        <FilesControl
          id={id}
          name={name}
          field={field}
          row={row}
          labelledBy={`${id}-label`}
          isReadOnly={isReadOnly ?? false}
          invalid={error !== undefined}
          describedBy={describedBy}
          onChange={next => onChange({ [name]: next })}
        />
      ) : isFixed ? (
        <FixedValue {...{ name, field, fields, row, label, describedBy }} labelledBy={`${id}-label`} />
      ) : (
        <Control
          id={id}
          entity={prefix}
          name={name}
          field={field}
          row={row}
          value={value}
          label={label}
          labels={labels}
          unit={unit}
          quantity={quantity}
          grows={field.kind === 'text' && (field.max ?? 0) >= 500}
          title={field.kind === 'richText' ? text(`${prefix}.${name}`) : undefined}
          invalid={error !== undefined}
          describedBy={describedBy}
          onChange={(next, shown) =>
            onChange(field.to ? { [name]: next, [`${name}$label`]: shown ?? null } : { [name]: next })
          }
        />
      )}
      <Note id={`${id}-hint`} look="hint" said={kept} />
      <Note id={`${id}-note`} look={error ? 'fault' : 'hint'} said={note} />
    </div>
  )
}
