import { Check } from 'lucide'
import { Tag } from '../../fields/Tag.tsx'
import { Drawing } from '../../ui/icons/icons.tsx'
import styles from './Palette.module.css'
import { longTitle } from './state/pane.ts'
import type { StepOption } from './state/steps.ts'

/** Option row: title, state, distinguishing detail. */
export function OptionRow({ option, isTicked }: { option: StepOption; isTicked: boolean | undefined }) {
  const isShared = option.label.length > longTitle && Boolean(option.state || option.detail)
  return (
    <>
      {isTicked === undefined ? null : (
        <span className={styles.tick} data-on={isTicked || undefined}>
          {isTicked ? <Drawing of={Check} size={12} strokeWidth={3} /> : null}
        </span>
      )}
      <span className={styles.about} data-shared={isShared ? '' : undefined}>
        <span className={styles.title}>{option.label}</span>{' '}
        {option.state ? (
          <>
            <Tag code={option.state.code}>{option.state.title}</Tag>{' '}
          </>
        ) : null}
        <span className={styles.subtitle}>{option.detail}</span>
      </span>
    </>
  )
}
