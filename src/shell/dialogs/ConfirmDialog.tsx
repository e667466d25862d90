import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import type { Question as Asked } from '../../commands/core/command.ts'
import { registerHandler } from '../../commands/core/registry.ts'
import { commandTitle } from '../../commands/core/titles.ts'
import { answerConfirmation, confirmationAtom } from '../../commands/gate/prompts.ts'
import { acceptLabel } from '../../commands/gate/question.ts'
import controls from '../../ui/controls.module.css'
import { DialogFrame } from '../../ui/DialogFrame.tsx'
import { useText } from '../../ui/useText.ts'
import styles from './ConfirmDialog.module.css'

export function ConfirmationText({ question, values, facts = [] }: Asked) {
  const text = useText()
  return (
    <>
      <p className={styles.question}>{text(question, values)}</p>
      {facts.length > 0 ? (
        <ul className={styles.facts}>
          {facts.map(fact => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      ) : null}
    </>
  )
}

/** Confirmation of irreversible commands. Enter accepts, Escape rejects. */
export function ConfirmDialog() {
  const text = useText()
  const request = useAtomValue(confirmationAtom)
  // Content stays during the closing animation.
  const last = useRef(request)
  if (request) last.current = request
  const shown = request ?? last.current
  const isOpen = request !== null
  useEffect(() => {
    if (!isOpen) return undefined
    return registerHandler('dialog.accept', { run: () => answerConfirmation(true) })
  }, [isOpen])
  if (!shown) return null
  const title = commandTitle(shown.command)
  return (
    <DialogFrame
      open={isOpen}
      title={title}
      width={420}
      onClose={() => answerConfirmation(false)}
      footer={
        <>
          <button type="button" className={controls.button} onClick={() => answerConfirmation(false)}>
            {text('shell.cancel')}
          </button>
          <button
            type="button"
            className={shown.command.risk === 'destructive' ? controls.danger : controls.primary}
            data-answer="accept"
            onClick={() => answerConfirmation(true)}
          >
            {acceptLabel(shown.command, shown.args)}
          </button>
        </>
      }
    >
      <ConfirmationText {...shown} />
    </DialogFrame>
  )
}
