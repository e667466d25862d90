import { ChevronDown, ChevronRight } from 'lucide'
import { type MouseEvent, type RefObject, useRef, useState } from 'react'
import type { FormSections } from '#contract/formSections.ts'
import { entityNamed } from '#contract/index.ts'
import type { FieldErrors } from '#contract/schema/answer.ts'
import type { Field as FieldDefinition, Fields } from '#contract/schema/field.ts'
import { execute } from '../../commands/gate/execute.ts'
import type { RowValues } from '../../data/records/row.ts'
import controls from '../../ui/controls.module.css'
import { Drawing } from '../../ui/icons/icons.tsx'
import { useHandlers } from '../../ui/useHandlers.ts'
import { useText } from '../../ui/useText.ts'
import { isOpen } from '../columns/columns.ts'
import { Field, type FieldProps } from './Field.tsx'
import { FieldMenu, type FieldMenuPlace } from './FieldMenu.tsx'
import styles from './Form.module.css'
import { emptyFields, isFoldable } from './folding.ts'
import { fieldNameOf, goOn, goToRequired } from './formFocus.ts'
import { type DrawField, type FormField, inPairs, SectionTitle, sectionsOf } from './Sections.tsx'
import { type Folding, useFolding } from './useFolding.ts'

interface FormProps extends Pick<FieldProps, 'prefix' | 'row' | 'isReadOnly' | 'rowFields' | 'onChange'> {
  label: string
  fields: Fields
  fieldErrors: FieldErrors
  sections?: FormSections | undefined
  /** Fields editable after posting exist. */
  isPartlyEditable?: boolean
  /** Row on the server; null while new, undefined without a record. */
  stored?: RowValues | null
}

const none: readonly string[] = []

function isFixedIn(
  isReadOnly = false,
  isPartlyEditable = false,
  stored: RowValues | null | undefined,
  field: FieldDefinition,
): boolean {
  return (isReadOnly && !(isPartlyEditable && field.editableAfterPosting)) || !isOpen(field, stored != null)
}

function useNextRequired(frame: RefObject<HTMLElement | null>): void {
  useHandlers({
    'form.nextRequired': {
      run: () => {
        if (frame.current && goToRequired(frame.current)) return undefined
        return { status: 'denied', reason: 'when', message: 'reason.nothingRequired' }
      },
    },
  })
}

export function Form({
  prefix,
  label,
  fields,
  sections,
  row,
  fieldErrors,
  isReadOnly,
  isPartlyEditable,
  stored,
  rowFields,
  onChange,
}: FormProps) {
  const frame = useRef<HTMLFieldSetElement>(null)
  const [menu, setMenu] = useState<FieldMenuPlace | null>(null)
  const isFixed = (field: FieldDefinition) => isFixedIn(isReadOnly, isPartlyEditable, stored, field)
  const empty = stored ? emptyFields({ fields, row, fieldErrors }, isFixed) : none
  const folding = useFolding(frame, { prefix, fields, row, fieldErrors, stored, empty })
  const { folded, behind, isExpanded, onFocus, onBlur } = folding
  useNextRequired(frame)
  const onContextMenu = (event: MouseEvent<HTMLElement>) => {
    const label = event.target instanceof Element ? event.target.closest('label') : null
    const name = fieldNameOf(label)
    const field = name === undefined ? undefined : fields[name]
    if (stored === undefined || !label || name === undefined || !field) return
    const isFolded = folded.includes(name)
    const first = isFolded ? 'field.unfold' : isFoldable(field, row) ? 'field.fold' : null
    const commands = [first, folded.length > 0 ? 'field.unfoldAll' : null].filter(command => command !== null)
    if (commands.length === 0) return
    event.preventDefault()
    setMenu({ name, commands, at: label.getBoundingClientRect() })
  }
  const drawn: DrawField = ([name, field], unit) => (
    <Field
      key={name}
      prefix={prefix}
      name={name}
      field={field}
      row={row}
      error={fieldErrors[name]}
      isReadOnly={isFixed(field)}
      rowFields={rowFields}
      hasUnitBeside={unit !== undefined}
      onChange={onChange}
    />
  )
  // Empty ones are shown in their places, folded ones at the end.
  const isBehind = ([name]: FormField) => behind.includes(name) && !(isExpanded && empty.includes(name))
  const all = Object.entries(fields)
  const isShown = ([name, { shownIf }]: FormField) => shownIf?.(row) !== false || name in fieldErrors
  const inSight = all.filter(each => !isBehind(each) && isShown(each))
  const order = Object.keys(entityNamed(prefix)?.fields ?? fields)
  const groups = sectionsOf(sections ?? [], order, inSight)
  return (
    <fieldset
      className={styles.frame}
      aria-label={label}
      onKeyDown={goOn}
      onFocus={onFocus}
      onBlur={onBlur}
      onContextMenu={onContextMenu}
      ref={frame}
    >
      <div className={styles.form} data-read-only={isReadOnly || undefined}>
        {/* Common parent: fields that move keep their state. */}
        {[
          ...groups.flatMap(({ title, shown }) => [
            title === '' ? null : <SectionTitle key={`section.${title}`} title={title} />,
            ...inPairs(shown, order, drawn),
          ]),
          behind.length > 0 ? (
            <FoldedLine
              key=""
              count={behind.length}
              areEmpty={empty.length === behind.length}
              isExpanded={isExpanded}
            />
          ) : null,
          ...(isExpanded ? all.filter(isBehind).map(each => drawn(each)) : []),
        ]}
      </div>
      {menu ? <FieldMenu place={menu} frame={frame} onClose={() => setMenu(null)} /> : null}
    </fieldset>
  )
}

function FoldedLine({
  count,
  areEmpty,
  isExpanded,
}: { count: number; areEmpty: boolean } & Pick<Folding, 'isExpanded'>) {
  const text = useText()
  return (
    <div className={styles.folded}>
      <button
        type="button"
        className={controls.quiet}
        data-command="field.showFolded"
        data-folded-line
        aria-expanded={isExpanded}
        onClick={() => void execute('field.showFolded', {}, { surface: 'button' })}
      >
        <Drawing of={isExpanded ? ChevronDown : ChevronRight} size={14} />
        {text(areEmpty ? 'field.emptyCount' : 'field.foldedCount', { count })}
      </button>
    </div>
  )
}
