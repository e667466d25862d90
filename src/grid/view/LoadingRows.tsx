import type { CSSProperties } from 'react'
import skeleton from '../../ui/Skeleton.module.css'
import { useSlow } from '../../ui/Skeleton.tsx'
import { useText } from '../../ui/useText.ts'
import styles from './Grid.module.css'

const maxRows = 14
const shares = [62, 44, 70, 52, 38]

/** Rows to come, in the columns that await them. */
export function LoadingRows({ places }: { readonly places: readonly (CSSProperties | undefined)[] }) {
  const text = useText()
  const isSlow = useSlow()
  return (
    <div className={`${styles.loading} ${skeleton.breathing}`} role="row" data-skeleton="grid">
      <div role="gridcell" aria-label={text('grid.loading')}>
        {Array.from({ length: isSlow ? maxRows : 0 }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows that are all alike
          <div key={at} className={styles.loadingRow}>
            <span className={styles.rowHead} />
            {places.map((place, column) =>
              place ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns stay in their places
                <span key={column} className={styles.cell} style={place}>
                  <i style={{ inlineSize: `${shares[(at + column) % shares.length]}%` }} />
                </span>
              ) : null,
            )}
          </div>
        ))}
      </div>
    </div>
  )
}
