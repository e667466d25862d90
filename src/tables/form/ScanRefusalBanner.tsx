import { OctagonX } from 'lucide'
import { useEffect, useRef } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Drawing } from '../../ui/icons/icons.tsx'
import { useText } from '../../ui/useText.ts'
import styles from './ScanRefusalBanner.module.css'
import type { ScanRefusal } from './scanRefusal.ts'

/** Refused scan, in words that are read from two metres away. */
export function ScanRefusalBanner({ refusal }: { refusal: ScanRefusal }) {
  const text = useText()
  const banner = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal is brought into sight
  useEffect(() => {
    void banner.current?.scrollIntoView({ block: 'nearest' })
  }, [refusal])
  return (
    <div ref={banner} className={styles.banner} data-scan-refusal>
      <Drawing of={OctagonX} size={28} />
      <p className={styles.words} role="alert" key={refusal.code}>
        <strong>{text('scan.refused.title')}</strong>
        <span>{text(refusal.message, refusal.values)}</span>
      </p>
      <span className={styles.answers}>
        <Button command="scan.leave" look="primary" label={text('scan.leave')} />
        {refusal.isAllowed ? <Button command="scan.takeAnyway" label={text('scan.takeAnyway')} /> : null}
      </span>
    </div>
  )
}
