import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { labelSheetsAtom } from '../../commands/label/labelSheets.ts'
import { store } from '../../data/store.ts'
import styles from './LabelSheets.module.css'

/** Labels for the browser's printer, one a page of the label's size; gone once printed. */
export default function LabelSheets() {
  const printed = useAtomValue(labelSheetsAtom)
  const [addresses, setAddresses] = useState<readonly string[]>([])
  const [drawn, setDrawn] = useState(0)
  useEffect(() => {
    if (!printed) return undefined
    const urls = printed.sheets.map(svg => URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' })))
    setAddresses(urls)
    setDrawn(0)
    const end = () => store.set(labelSheetsAtom, null)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('afterprint', end)
      setAddresses([])
      for (const url of urls) URL.revokeObjectURL(url)
    }
  }, [printed])
  const isReady = printed !== null && addresses.length > 0 && drawn >= addresses.length
  useEffect(() => {
    if (!isReady) return undefined
    const frame = requestAnimationFrame(() => window.print())
    return () => cancelAnimationFrame(frame)
  }, [isReady])
  if (!printed) return null
  const { width, height } = printed
  return createPortal(
    <div className={styles.sheets} data-printout data-label-sheets>
      <style>{`@page label { size: ${width}mm ${height}mm; margin: 0; @bottom-right { content: none } }`}</style>
      {addresses.map(address => (
        <img
          key={address}
          className={styles.sheet}
          src={address}
          alt=""
          style={{ inlineSize: `${width}mm`, blockSize: `${height}mm` }}
          onLoad={() => setDrawn(count => count + 1)}
        />
      ))}
    </div>,
    document.body,
  )
}
