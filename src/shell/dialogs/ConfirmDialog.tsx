import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import type { Question as Asked } from '../../commands/core/command.ts'
import { registerHandler } from '../../commands/core/registry.ts'
import { answerConfirmation, confirmationAtom } from '../../commands/gate/prompts.ts'
import { acceptLabel, dialogTitle, dismissLabel, isDangerous } from '../../commands/gate/question.ts'
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

/** Confirmation of commands. Enter gives the safe answer, Escape rejects. */
export function ConfirmDialog() {
  const request = useAtomValue(confirmationAtom)
  // Content stays during the closing animation.
  const last = useRef(request)
  if (request) last.current = request
  const shown = request ?? last.current
  const isOpen = request !== null
  const instead = shown?.instead
  useEffect(() => {
    if (!isOpen) return undefined
    return registerHandler('dialog.accept', { run: () => answerConfirmation(instead?.args ?? {}) })
  }, [isOpen, instead])
  if (!shown) return null
  const { command, args } = shown
  const isGrave = isDangerous(command, shown)
  const cancel = () => answerConfirmation(null)
  return (
    <DialogFrame
      open={isOpen}
      title={shown.title ?? dialogTitle(command)}
      width={420}
      onClose={cancel}
      footer={
        <>
          <button
            type="button"
            className={isGrave && !instead ? controls.primary : controls.button}
            data-first={(isGrave && !instead) || undefined}
            onClick={cancel}
          >
            {dismissLabel(command)}
          </button>
          <button
            type="button"
            className={isGrave ? controls.danger : controls.primary}
            data-answer="accept"
            onClick={() => answerConfirmation({})}
          >
            {shown.accept ?? acceptLabel(command, args)}
          </button>
          {instead ? (
            <button
              type="button"
              className={controls.primary}
              data-answer="instead"
              data-first
              onClick={() => answerConfirmation(instead.args)}
            >
              {instead.label}
            </button>
          ) : null}
        </>
      }
    >
      <ConfirmationText {...shown} />
    </DialogFrame>
  )
}
