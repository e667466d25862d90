import { useEffect, useState } from 'react'
import { autosave } from '#contract/schema/richTextFigures.ts'
import { contextAtom } from '../../commands/core/context.ts'
import { isMirroredAtom } from '../../data/drafts/draftPersistence.ts'
import { store } from '../../data/store.ts'
import { useText } from '../../ui/useText.ts'
import styles from './RichText.module.css'

const isKept = () => store.get(contextAtom).dirty && store.get(isMirroredAtom)

/** Note that the text is saved as a draft, after a typing pause. */
export function DraftSavedNote({ changes }: { readonly changes: number }) {
  const text = useText()
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    setShown(false)
    if (changes === 0) return
    let hiding: ReturnType<typeof setTimeout> | undefined
    const showing = setTimeout(() => {
      if (!isKept()) return
      setShown(true)
      hiding = setTimeout(() => setShown(false), autosave.shownFor)
    }, autosave.after)
    return () => {
      clearTimeout(showing)
      clearTimeout(hiding)
    }
  }, [changes])
  return (
    <span className={styles.kept} role="status" data-kept={isShown || undefined}>
      {isShown ? text('editor.kept') : ''}
    </span>
  )
}
