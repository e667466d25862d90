import { useId } from 'react'
import { fieldsOfPurpose, type LabelPurpose } from '#contract/label/labelFields.ts'
import { type LabelElement, maxIdentifiers } from '#contract/label/layout.ts'
import controls from '../../ui/controls.module.css'
import { useText } from '../../ui/useText.ts'
import styles from './LayoutEditor.module.css'

type Property =
  | 'x'
  | 'y'
  | 'w'
  | 'h'
  | 'size'
  | 'thickness'
  | 'text'
  | 'before'
  | 'field'
  | 'align'
  | 'isBold'
  | 'wraps'
  | 'hasText'
  | 'ais'

const lettering = ['size', 'align', 'isBold', 'wraps'] as const
const box = ['x', 'y', 'w', 'h'] as const

const properties: Readonly<Record<LabelElement['kind'], readonly Property[]>> = {
  text: ['text', ...box, ...lettering],
  field: ['field', 'before', ...box, ...lettering],
  dataMatrix: [...box, 'ais'],
  gs1128: [...box, 'ais', 'hasText'],
  qr: box,
  line: box,
  box: [...box, 'thickness'],
}

const flags: readonly Property[] = ['isBold', 'wraps', 'hasText']
const texts: readonly Property[] = ['text', 'before']

const written = (value: unknown): string => (Array.isArray(value) ? value.join(' ') : '')

const identifiersIn = (text: string): readonly string[] | undefined => {
  const found = text.match(/(?<!\d)\d{2,4}(?!\d)/g)
  return found ? [...new Set(found)].slice(0, maxIdentifiers) : undefined
}

interface ElementPropertiesProps {
  element: LabelElement
  purpose: LabelPurpose
  onChange(patch: Partial<LabelElement>): void
  onRemove(): void
}

export function ElementProperties({ element, purpose, onChange, onRemove }: ElementPropertiesProps) {
  const text = useText()
  return (
    <fieldset className={styles.properties}>
      <legend>{text(`label.element.${element.kind}`)}</legend>
      {properties[element.kind].map(name => (
        <PropertyField
          key={name}
          name={name}
          purpose={purpose}
          value={(element as unknown as Record<string, unknown>)[name]}
          onChange={value => onChange({ [name]: value } as Partial<LabelElement>)}
        />
      ))}
      <button type="button" className={controls.button} onClick={onRemove}>
        {text('label.editor.remove')}
      </button>
    </fieldset>
  )
}

interface PropertyFieldProps {
  name: Property
  purpose: LabelPurpose
  value: unknown
  onChange(value: unknown): void
}

function PropertyField({ name, purpose, value, onChange }: PropertyFieldProps) {
  const text = useText()
  const id = useId()
  const options =
    name === 'field'
      ? fieldsOfPurpose[purpose].map(each => [each, text(`label.field.${each}`)] as const)
      : name === 'align'
        ? (['left', 'center', 'right'] as const).map(each => [each, text(`label.align.${each}`)] as const)
        : null
  return (
    <div className={styles.property} data-property={name}>
      <label htmlFor={id}>{text(`label.property.${name}`)}</label>
      {options ? (
        <select id={id} value={String(value ?? 'left')} onChange={event => onChange(event.target.value)}>
          {options.map(([code, title]) => (
            <option key={code} value={code}>
              {title}
            </option>
          ))}
        </select>
      ) : flags.includes(name) ? (
        <input
          id={id}
          type="checkbox"
          checked={value === true}
          onChange={event => onChange(event.target.checked || undefined)}
        />
      ) : name === 'ais' ? (
        <input
          id={id}
          type="text"
          defaultValue={written(value)}
          key={written(value)}
          placeholder={text('label.property.ais.all')}
          onBlur={event => {
            const next = identifiersIn(event.target.value)
            if (written(next) === written(value)) event.target.value = written(value)
            else onChange(next)
          }}
          onKeyDown={event => {
            if (event.key === 'Enter') event.currentTarget.blur()
          }}
        />
      ) : texts.includes(name) ? (
        <input
          id={id}
          type="text"
          value={String(value ?? '')}
          maxLength={200}
          onChange={event => onChange(event.target.value)}
        />
      ) : (
        <input
          id={id}
          type="number"
          step={0.5}
          min={0}
          defaultValue={Number(value ?? 0)}
          key={Number(value ?? 0)}
          onBlur={event => {
            const next = Number(event.target.value)
            if (Number.isFinite(next) && next !== value) onChange(next)
          }}
          onKeyDown={event => {
            if (event.key === 'Enter') event.currentTarget.blur()
          }}
        />
      )}
    </div>
  )
}
