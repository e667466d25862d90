import { useAtomValue } from 'jotai'
import { useId } from 'react'
import { execute } from '../../commands/gate/execute.ts'
import { userKeysAtom } from '../../commands/keys/keyBindings.ts'
import { presets } from '../../commands/keys/keyPresets.ts'
import { Button } from '../../ui/Button.tsx'
import controls from '../../ui/controls.module.css'
import { useText } from '../../ui/useText.ts'
import styles from './KeySheet.module.css'

/** Keymap tools: preset, single-key switch, import, export, reset. */
export function KeySheetTools() {
  const text = useText()
  const id = useId()
  const { preset, singleKeys } = useAtomValue(userKeysAtom)
  return (
    <div className={styles.tools}>
      <label className={styles.tool} htmlFor={id}>
        {text('keys.sheet.preset')}
        <select
          id={id}
          className={controls.input}
          data-command="keys.preset"
          value={preset}
          onChange={event => void execute('keys.preset', { preset: event.target.value }, { surface: 'button' })}
        >
          {Object.keys(presets).map(name => (
            <option key={name} value={name}>
              {text(`keyPreset.${name}`)}
            </option>
          ))}
        </select>
      </label>
      <label className={styles.tool}>
        <input
          type="checkbox"
          data-command="keys.singleKeys"
          checked={singleKeys}
          onChange={event => void execute('keys.singleKeys', { on: event.target.checked }, { surface: 'button' })}
        />
        {text('keys.sheet.single')}
      </label>
      <span className={styles.gap} />
      <Button command="keys.import" look="quiet" label={text('keys.sheet.import')} />
      <Button command="keys.export" look="quiet" label={text('keys.sheet.export')} />
      <Button command="keys.print" look="quiet" label={text('keys.sheet.print')} />
      <Button command="keys.reset" look="quiet" label={text('keys.sheet.reset')} />
    </div>
  )
}
