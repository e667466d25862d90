import styles from './Palette.module.css'
import type { PaneItem } from './state/pane.ts'

/** Group heading owning rows by `aria-owns`: a wrapper would remount moved rows. */
export function PaletteHeading({ items, from, text }: { items: readonly PaneItem[]; from: number; text: string }) {
  const after = items.findIndex((item, at) => at > from && item.group !== text)
  const ids = Array.from(
    { length: (after < 0 ? items.length : after) - from },
    (_, at) => `palette-option-${from + at}`,
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a list to choose from
    <div className={styles.heading} role="group" aria-label={text} aria-owns={ids.join(' ')}>
      <span aria-hidden="true">{text}</span>
    </div>
  )
}
