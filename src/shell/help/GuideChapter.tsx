import { useAtomValue } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { reportError } from '../../data/errors.ts'
import { localeAtom } from '../../data/language.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import type { Chapter } from './chapters.ts'
import { readChapter } from './guideFiles.ts'
import styles from './Help.module.css'
import { Markdown } from './Markdown.tsx'

interface Props {
  readonly chapter: Chapter
  readonly onChapter: (chapter: Chapter) => void
}

export default function GuideChapter({ chapter, onChapter }: Props) {
  const locale = useAtomValue(localeAtom)
  const [read, setRead] = useState<string>()
  const article = useRef<HTMLElement>(null)
  useEffect(() => {
    let isWanted = true
    readChapter(locale, chapter).then(
      source => isWanted && setRead(source),
      error => reportError(error, 'guide'),
    )
    article.current?.scrollTo({ top: 0 })
    return () => {
      isWanted = false
    }
  }, [locale, chapter])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keys
    <article className={styles.article} data-guide={chapter} ref={article} tabIndex={0}>
      {read === undefined ? <Skeleton shape="text" /> : <Markdown source={read} onChapter={onChapter} />}
    </article>
  )
}
