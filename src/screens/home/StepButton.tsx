import type { Step } from '../../commands/entity/nextStep.ts'
import { execute } from '../../commands/gate/execute.ts'
import controls from '../../ui/controls.module.css'
import { useText } from '../../ui/useText.ts'

interface StepButtonProps {
  readonly step: Step
  /** Title of the record, for screen readers. */
  readonly title: string
  /** Called after the step, not after its refusal. */
  readonly onStep: () => void
}

export function StepButton({ step: { command, args }, title, onStep }: StepButtonProps) {
  const text = useText()
  const word = text(command)
  return (
    <button
      type="button"
      className={controls.button}
      data-command={command}
      aria-label={`${word} ${title}`}
      onClick={() =>
        void execute(command, args, { surface: 'button' }).then(({ status }) => status === 'ok' && onStep())
      }
    >
      {word}
    </button>
  )
}
