import { useAtomValue } from 'jotai'
import { channelStateAtom } from '../../data/realtime/realtime.ts'
import { useText } from '../../ui/useText.ts'
import styles from './StatusBar.module.css'

/** Live update status: a dot when connected, otherwise words. */
export function ConnectionStatus() {
  const text = useText()
  const state = useAtomValue(channelStateAtom)
  if (state === 'off') return null
  const said = text(`channel.${state}`)
  return (
    <span className={styles.channel} data-channel={state} role="status" title={said}>
      <span className={state === 'lost' ? undefined : styles.unseen}>{said}</span>
    </span>
  )
}
