import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { errorsAtom } from '../../data/errors.ts'
import controls from '../../ui/controls.module.css'
import { DialogFrame } from '../../ui/DialogFrame.tsx'
import { useText } from '../../ui/useText.ts'
import { closeOverlay, overlayAtom } from '../frame/overlays.ts'
import styles from './ErrorLog.module.css'

export function ErrorLog() {
  const text = useText()
  const errors = useAtomValue(errorsAtom)
  const isOpen = useAtomValue(overlayAtom) === 'errors' && errors.length > 0
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(JSON.stringify(errors, null, 2))
    setCopied(true)
  }
  return (
    <DialogFrame
      open={isOpen}
      title={text('errors.title')}
      width={860}
      onClose={closeOverlay}
      footer={
        <button type="button" className={controls.button} onClick={() => void copy()}>
          {text(isCopied ? 'errors.copied' : 'errors.copy')}
        </button>
      }
    >
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{text('errors.message')}</th>
            <th scope="col">{text('errors.stack')}</th>
          </tr>
        </thead>
        <tbody>
          {errors.map(error => (
            <tr key={error.id}>
              <td className={styles.message}>
                <strong>{error.message}</strong>
                <dl className={styles.facts}>
                  <dt>{text('errors.info')}</dt>
                  <dd>{error.info || '–'}</dd>
                  <dt>{text('errors.url')}</dt>
                  <dd>{error.url}</dd>
                </dl>
              </td>
              <td>
                <pre className={styles.stack}>{error.stack}</pre>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </DialogFrame>
  )
}
