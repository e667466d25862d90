import { Combobox } from '@base-ui/react/combobox'
import { Check } from 'lucide-react'
import type { Choice } from '../cells/options.ts'
import { useText } from '../useText.ts'
import styles from './Control.module.css'

/** What a chooser offers, below its input. */
export function ChoiceList({ isBusy }: { isBusy: boolean }) {
  const text = useText()
  return (
    <Combobox.Portal>
      <Combobox.Positioner className={styles.positioner} sideOffset={4} align="start">
        <Combobox.Popup className={styles.popup} aria-busy={isBusy || undefined}>
          <Combobox.Empty className={styles.none}>{text(isBusy ? 'tables.searching' : 'tables.noChoice')}</Combobox.Empty>
          <Combobox.List className={styles.list}>
            {(choice: Choice) => (
              <Combobox.Item key={String(choice.value)} value={choice} className={styles.choice}>
                <span className={styles.choiceLabel}>{choice.label}</span>
                <Combobox.ItemIndicator className={styles.chosen}>
                  <Check size={14} aria-hidden="true" />
                </Combobox.ItemIndicator>
              </Combobox.Item>
            )}
          </Combobox.List>
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  )
}
