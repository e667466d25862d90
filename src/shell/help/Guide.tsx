import { useAtom, useAtomValue } from 'jotai'
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { store } from '../../data/store.ts'
import { part } from '../../ui/part.tsx'
import { useText } from '../../ui/useText.ts'
import { type Chapter, chapters } from './chapters.ts'
import styles from './Help.module.css'
import { chapterAtom } from './helpTopic.ts'

const GuideChapter = part(() => import('./GuideChapter.tsx'))

interface Props {
  readonly current: RefObject<HTMLButtonElement | null>
}

export function Guide({ current }: Props) {
  const chapter = useAtomValue(chapterAtom)
  useEffect(() => current.current?.focus(), [current])
  return (
    <div className={styles.guide}>
      <Chapters current={current} />
      <GuideChapter chapter={chapter} onChapter={next => store.set(chapterAtom, next)} />
    </div>
  )
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, ArrowRight: 1, ArrowLeft: -1 }

function Chapters({ current }: Props) {
  const text = useText()
  const [chosen, choose] = useAtom(chapterAtom)
  const list = useRef<HTMLElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = (chapters.indexOf(chosen) + step + chapters.length) % chapters.length
    choose(chapters[next] ?? 'receiving')
    list.current?.querySelectorAll('button')[next]?.focus()
  }
  const button = (chapter: Chapter) => {
    const isChosen = chapter === chosen
    return (
      <button
        type="button"
        key={chapter}
        ref={isChosen ? current : undefined}
        className={styles.chapter}
        aria-current={isChosen ? 'page' : undefined}
        tabIndex={isChosen ? 0 : -1}
        onClick={() => choose(chapter)}
        onKeyDown={onKeyDown}
      >
        {text(`help.chapter.${chapter}`)}
      </button>
    )
  }
  return (
    <nav className={styles.chapters} aria-label={text('help.chapters')} ref={list}>
      {chapters.map(button)}
    </nav>
  )
}
