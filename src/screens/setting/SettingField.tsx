import {
  fitsSetting,
  type SettingName,
  settingFields,
  settingRule,
  settings,
  settingValue,
} from '#contract/system/settings.ts'
import { Field } from '../../tables/form/Field.tsx'
import { useText } from '../../ui/useText.ts'

export const storedText = (value: unknown) => (value === null || value === undefined ? null : String(value))

interface SettingFieldProps {
  readonly name: SettingName
  /** Text on the server, or as typed. */
  readonly stored: unknown
  readonly error: string | undefined
  readonly isReadOnly: boolean
  onChange(stored: string | null): void
}

export function SettingField({ name, stored, error, isReadOnly, onChange }: SettingFieldProps) {
  const text = useText()
  return (
    <Field
      prefix="setting.named"
      name={name}
      field={settings[name].field}
      row={{ [name]: settingValue(name, stored) }}
      rowFields={settingFields}
      error={fitsSetting(name, stored) ? error : settingRule(name, text)}
      keepsHint
      isReadOnly={isReadOnly}
      onChange={patch => onChange(storedText(patch[name]))}
    />
  )
}
