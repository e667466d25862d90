import { useAtomValue } from 'jotai'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import type { FieldErrors } from '#contract/schema/answer.ts'
import { validateParameters } from '#contract/schema/validate.ts'
import { flushEditing } from '../../commands/core/pendingEdit.ts'
import { registerHandler } from '../../commands/core/registry.ts'
import { acceptedBy } from '../../commands/gate/collectArguments.ts'
import { type ArgumentRequest, answerArguments, argumentAtom, requestKey } from '../../commands/gate/prompts.ts'
import { acceptLabel, dialogTitle, dismissLabel } from '../../commands/gate/question.ts'
import { store } from '../../data/store.ts'
import { Form } from '../../tables/form/Form.tsx'
import { useRevalidation } from '../../tables/form/useRevalidation.ts'
import controls from '../../ui/controls.module.css'
import { DialogFrame } from '../../ui/DialogFrame.tsx'
import { PartSuspense, part } from '../../ui/part.tsx'
import styles from './ArgumentDialog.module.css'
import { argumentRow } from './argumentRow.ts'
import { argumentPrefix } from './argumentTitles.ts'
import { ConfirmationText } from './ConfirmDialog.tsx'

const previews = { labels: part(() => import('../../tables/label/LabelPreview.tsx')) }

export function ArgumentDialog() {
  const request = useAtomValue(argumentAtom)
  return request?.by === 'dialog' ? <ArgumentForm key={requestKey(request)} request={request} /> : null
}

function ArgumentForm({ request }: { request: ArgumentRequest }) {
  const id = useId()
  const body = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState(request.values)
  const [fieldErrors, setErrors] = useState<FieldErrors>(request.fieldErrors)
  const title = request.confirmation?.title ?? dialogTitle(request.command)
  const around = useMemo(() => argumentRow(request), [request])
  const Preview = request.command.preview ? previews[request.command.preview] : null

  // Last change may not be rendered before submission.
  const latest = useRef(values)
  const change = (patch: object) => {
    latest.current = { ...latest.current, ...patch }
    setValues(latest.current)
  }
  // Labels of references are no arguments.
  const valuesNow = () => Object.fromEntries(Object.entries(latest.current).filter(([name]) => !name.includes('$')))
  const errorsNow = () => validateParameters(request.fields, valuesNow(), acceptedBy(request.command))
  // Server errors at opening cannot be verified here, hence never block.
  const hasError = fieldErrors !== request.fieldErrors && Object.keys(fieldErrors).length > 0
  useRevalidation(() => hasError && setErrors(errorsNow()))

  const submit = useRef(async () => {})
  submit.current = async () => {
    await flushEditing()
    // Request cancelled during an upload.
    if (store.get(argumentAtom) !== request) return
    const found = errorsNow()
    setErrors(found)
    const [wrong] = Object.keys(found)
    if (wrong === undefined) return answerArguments(valuesNow())
    const field = body.current?.querySelector(`[data-field="${wrong}"]`)
    // Rich text gets focus before its toolbar.
    const text = field?.querySelector<HTMLElement>('[data-editor=text] [data-rich-text], [data-editor=source] textarea')
    ;(text ?? field?.querySelector<HTMLElement>('input, textarea, button'))?.focus()
  }
  useEffect(() => registerHandler('dialog.accept', { run: () => submit.current() }), [])

  return (
    <DialogFrame
      open
      title={title}
      width={Preview ? 960 : 520}
      keepOnOutsideClick
      onClose={() => answerArguments(null)}
      footer={
        <>
          <button type="button" className={controls.button} onClick={() => answerArguments(null)}>
            {dismissLabel(request.command)}
          </button>
          <button
            type="submit"
            form={id}
            className={request.command.risk === 'destructive' ? controls.danger : controls.primary}
            data-answer="accept"
          >
            {request.confirmation?.accept ?? acceptLabel(request.command, request.values)}
          </button>
        </>
      }
    >
      <div className={Preview ? styles.beside : undefined}>
        <form
          id={id}
          ref={body}
          noValidate
          onSubmit={event => {
            event.preventDefault()
            void submit.current()
          }}
        >
          {request.confirmation ? <ConfirmationText {...request.confirmation} /> : null}
          <Form
            prefix={argumentPrefix(request)}
            label={title}
            fields={request.fields}
            row={{ ...around.row, ...values }}
            rowFields={around.fields}
            fieldErrors={fieldErrors}
            onChange={change}
          />
        </form>
        {Preview ? (
          <PartSuspense fallback={null}>
            <Preview command={request.command} values={values} />
          </PartSuspense>
        ) : null}
      </div>
    </DialogFrame>
  )
}
