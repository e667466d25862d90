import { useAtomValue } from 'jotai'
import { useRef } from 'react'
import type { Arguments } from '../../commands/core/command.ts'
import { contextAtom } from '../../commands/core/context.ts'
import { execute } from '../../commands/gate/execute.ts'
import { menuTitle } from '../../data/session/menuTitle.ts'
import { menuAtom, pageOf } from '../../data/session/permittedMenu.ts'
import controls from '../../ui/controls.module.css'
import { DialogFrame } from '../../ui/DialogFrame.tsx'
import { usePageHelp } from '../../ui/usePageHelp.ts'
import { useText } from '../../ui/useText.ts'
import { closeOverlay, overlayAtom } from '../frame/overlays.ts'
import { chapterOf } from './chapters.ts'
import { Guide } from './Guide.tsx'
import styles from './Help.module.css'
import { termAtom } from './helpTopic.ts'

/** Window of page help and guide, shared so that focus stays. */
export function HelpWindow() {
  const text = useText()
  const overlay = useAtomValue(overlayAtom)
  const { page } = useAtomValue(contextAtom)
  const node = pageOf(useAtomValue(menuAtom), `/${page}`)
  const isGuide = overlay === 'guide'
  const chapter = useRef<HTMLButtonElement>(null)
  const title = page === 'index' ? text('shell.home') : node ? menuTitle(node) : text(page)
  return (
    <DialogFrame
      open={isGuide || overlay === 'help'}
      title={isGuide ? text('help.guideTitle') : title}
      width={isGuide ? 1100 : 520}
      onClose={closeOverlay}
      initialFocus={chapter}
      footer={isGuide ? null : <Further page={page} />}
    >
      {isGuide ? <Guide current={chapter} /> : <Paragraph page={page} />}
    </DialogFrame>
  )
}

function Paragraph({ page }: { page: string }) {
  const text = useText()
  const term = useAtomValue(termAtom)
  return (
    <>
      {term ? (
        <dl className={styles.term} data-help-term>
          <dt>{term.name}</dt>
          <dd>{term.explanation}</dd>
        </dl>
      ) : null}
      <p className={styles.paragraph} data-help-page={page}>
        {usePageHelp(page) ?? text('help.noPage')}
      </p>
    </>
  )
}

function Further({ page }: { page: string }) {
  const text = useText()
  const chapter = chapterOf(page)
  const run = (command: string, args: Arguments = {}) => void execute(command, args, { surface: 'button' })
  return (
    <>
      <button type="button" className={controls.button} data-command="keys.sheet" onClick={() => run('keys.sheet')}>
        {text('command.keys.sheet')}
      </button>
      <button
        type="button"
        className={controls.primary}
        data-answer
        data-command="help.guide"
        onClick={() => run('help.guide', { chapter })}
      >
        {text('help.chapter', { title: text(`help.chapter.${chapter}`) })}
      </button>
    </>
  )
}
