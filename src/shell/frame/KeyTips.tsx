import { useAtomValue } from 'jotai'
import { type CSSProperties, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { beginsWith } from '../../commands/keys/keyTipLetters.ts'
import { accessAtom, accessCodesAtom } from '../../commands/keys/keyTips.ts'
import { store } from '../../data/store.ts'
import styles from './KeyTips.module.css'
import { type AccessTarget, accessTargets, press } from './keyTipTargets.ts'

/** Key tips while Alt is held; `aria-keyshortcuts` already informs screen readers. */
export function KeyTips() {
  const access = useAtomValue(accessAtom)
  const [targets, setTargets] = useState<readonly AccessTarget[]>([])
  const isShown = access !== null
  const isHeld = access?.isHeld ?? false

  useLayoutEffect(() => {
    if (!isShown) return undefined
    const look = () => {
      const found = accessTargets()
      setTargets(found)
      // Existing shortcut sequences continue without a held key.
      const ours = found.filter(({ isShortcut }) => !(isHeld && isShortcut))
      store.set(
        accessCodesAtom,
        ours.map(({ code, element }) => ({ code, press: () => press(element) })),
      )
    }
    look()
    window.addEventListener('resize', look)
    document.addEventListener('scroll', look, true)
    return () => {
      store.set(accessCodesAtom, [])
      setTargets([])
      window.removeEventListener('resize', look)
      document.removeEventListener('scroll', look, true)
    }
  }, [isShown, isHeld])

  if (!access) return null
  return createPortal(
    <div className={styles.layer} aria-hidden="true" data-access>
      {targets
        .filter(({ code }) => beginsWith(code, access.pressed))
        .map(({ code, element, rect, isGreyed }) => (
          <kbd
            key={code.join(' ')}
            className={styles.letter}
            data-code={code.join(' ')}
            data-greyed={isGreyed || undefined}
            data-side={element.closest('[role=tree], [role=menu]') ? 'end' : 'corner'}
            style={placeOf(rect)}
          >
            {code.slice(access.pressed.length).map(written).join('')}
          </kbd>
        ))}
    </div>,
    document.body,
  )
}

const placeOf = ({ left, top, width }: DOMRect): CSSProperties =>
  ({ left, top, '--left': `${left}px`, '--top': `${top}px`, '--width': `${width}px` }) as CSSProperties

const written = (stroke: string) => stroke.replace('shift+', '⇧').toUpperCase()
