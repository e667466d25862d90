import { type Definition, fits, misfitInWords } from '#contract/system/settingDefinition.ts'
import { knownParameters, parametersOf } from '#contract/system/taskParameters.ts'
import controls from '../../ui/controls.module.css'
import { useText } from '../../ui/useText.ts'
import styles from './Control.module.css'
import type { ControlProps } from './control.ts'
import { TextControl } from './TextControl.tsx'

/** A control for each parameter of a task, stored together as JSON. */
export function ParametersControl(props: ControlProps) {
  const { id, row, value, onChange } = props
  const text = useText()
  const known = Object.entries(parametersOf(row.code))
  const stored = knownParameters(row.code, value)
  const set = (name: string, next: unknown) => {
    const { [name]: _, ...others } = stored
    const all = next === undefined ? others : { ...others, [name]: next }
    onChange(Object.keys(all).length === 0 ? null : JSON.stringify(all))
  }
  if (known.length === 0) return <output className={styles.none}>{text('task.parameters.none')}</output>
  return (
    <div className={styles.parameters} data-parameters>
      {known.map(([name, definition], at) => (
        <Parameter
          key={name}
          {...props}
          id={at === 0 ? id : `${id}-${name}`}
          name={name}
          definition={definition}
          value={Object.hasOwn(stored, name) ? stored[name] : definition.initial}
          onChange={next => set(name, next)}
        />
      ))}
    </div>
  )
}

/** Parameter of a task; undefined is its default. */
function Parameter({ definition, ...props }: ControlProps & { definition: Definition }) {
  const text = useText()
  const { id, name, value, onChange } = props
  const { field, initial } = definition
  const isFit = fits(definition, value)
  const title = text(`task.parameter.${name}`)
  return (
    <div className={styles.parameter} data-parameter={name}>
      <label htmlFor={id}>{title}</label>
      <TextControl
        {...props}
        field={field}
        row={{ [name]: value }}
        title={title}
        label={String(value ?? '')}
        invalid={!isFit}
        describedBy={`${id}-about`}
        onChange={next => onChange(next === '' ? null : next)}
      />
      <p id={`${id}-about`} data-misfit={!isFit || undefined}>
        {isFit
          ? `${text(`task.parameter.${name}.hint`)} ${text('setting.default', { value: String(initial) })}`
          : misfitInWords(definition, `task.parameter.${name}`, text)}
        {value === initial ? null : (
          <button type="button" className={controls.quiet} onClick={() => onChange(undefined)}>
            {text('command.setting.useDefault')}
          </button>
        )}
      </p>
    </div>
  )
}
