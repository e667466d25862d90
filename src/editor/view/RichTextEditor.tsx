import { Milkdown, MilkdownProvider, useEditor } from '@milkdown/react'
import { useAtomValueRawSync } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import type { Values } from '#contract/schema/field.ts'
import { autosave, words } from '#contract/schema/richTextFigures.ts'
import { fileAddress, type StoredFile, uploadKinds } from '#contract/schema/storedFile.ts'
import type { Result } from '../../commands/core/command.ts'
import { contextAtom } from '../../commands/core/context.ts'
import type { CommandHandler } from '../../commands/core/registry.ts'
import { isPersistedAtom } from '../../data/drafts/draftLog.ts'
import { endingOf } from '../../data/records/upload.ts'
import { store } from '../../data/store.ts'
import { UploadLine } from '../../fields/files/UploadLine.tsx'
import { useUploads } from '../../fields/files/useUploads.ts'
import { useHandlers } from '../../ui/useHandlers.ts'
import { useText } from '../../ui/useText.ts'
import { choicesOf } from '../commands/choices.ts'
import { editorCommands, entriesOf } from '../commands/commands.ts'
import { denied, EditorController, type EditorProps } from '../commands/editorController.ts'
import { AskForm } from './AskForm.tsx'
import { ChoiceMenu } from './ChoiceMenu.tsx'
import { EditorToolbar } from './EditorToolbar.tsx'
import styles from './RichText.module.css'

export default function RichTextEditor(props: EditorProps) {
  return (
    <MilkdownProvider>
      <Editing {...props} />
    </MilkdownProvider>
  )
}

function Editing(props: EditorProps) {
  const { id, value, title, invalid, describedBy, takesFocus = false } = props
  const text = useText()
  const [controller] = useState(() => new EditorController(props))
  controller.props = props
  const { standing, count, changes, source, isReady } = useAtomValueRawSync(controller.shownAtom, { store })
  const isSource = source !== null
  const uploads = useEditorUploads(controller)
  const [asking, setAsking] = useState<string | null>(null)
  const frame = useRef<HTMLDivElement>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const choosing = useRef<Uploaded>('attachment')
  const focusText = () => controller.view?.focus()

  useEditor(root => controller.create(root))
  useEffect(() => (frame.current ? controller.enter(frame.current) : undefined), [controller])
  useEffect(() => {
    if (isReady && takesFocus) controller.view?.focus()
  }, [controller, isReady, takesFocus])
  useEffect(() => {
    if (isReady) controller.describe({ id, invalid: invalid && !isSource, describedBy })
  }, [controller, isReady, id, invalid, isSource, describedBy])
  useEffect(() => {
    if (isReady) controller.receive(value)
  }, [controller, isReady, value])
  const wasSource = useRef(false)
  useEffect(() => {
    if (wasSource.current && !isSource) controller.view?.focus()
    wasSource.current = isSource
  }, [controller, isSource])

  /** Arguments that are missing are asked for in place. */
  const perform = (name: string, args: Values, surface: string): Result => {
    if (!controller.view) return denied('reason.notHere')
    if (isSource) return denied('reason.inSource')
    const isAsked = Object.keys(args).length === 0
    if (isUploaded(name) && args.file instanceof Blob) uploads.send(name, fileOf(args.file))
    else if (isUploaded(name) && isAsked && chooser.current) {
      choosing.current = name
      chooser.current.accept = uploadKinds[uploaded[name]].extensions.map(ending => `.${ending}`).join(',')
      chooser.current.click()
    } else if (isAsked && (name in choicesOf || name in entriesOf)) setAsking(name)
    else {
      const result = controller.run(name, args)
      if (surface !== 'script') focusText()
      controller.flush()
      return result
    }
    return { status: 'ok' }
  }
  const handler = (run: CommandHandler['run']): CommandHandler => ({ run, enabled: () => controller.isMeant })
  useHandlers({
    ...Object.fromEntries(
      Object.keys(editorCommands).map(name => [
        `editor.${name}`,
        handler((args, { surface }) => perform(name, args, surface)),
      ]),
    ),
    'editor.source': handler(() => {
      setAsking(null)
      controller.toggleSource()
    }),
    'editor.read': handler(args => controller.read(args)),
    'editor.write': handler(args => controller.rewrite(args)),
  })

  const placeOf = (tool: string) => frame.current?.querySelector(tool) ?? null
  const anchor = asking === null ? null : (placeOf(`[data-command="editor.${asking}"]`) ?? placeOf('[data-more-tools]'))
  const surplus = count - words.most
  const popup = { anchor, onClose: () => setAsking(null), focusText }
  return (
    <div
      className={styles.frame}
      ref={frame}
      data-editor={isSource ? 'source' : 'text'}
      data-invalid={invalid || undefined}
      data-brief={(props.isBrief && !isSource) || undefined}
      data-asking={asking !== null || undefined}
    >
      <EditorToolbar
        label={text('editor.toolbar', { title })}
        isBrief={props.isBrief === true && !isSource}
        standing={standing}
        isSource={isSource}
      />
      <div className={styles.surface} hidden={isSource}>
        <Milkdown />
      </div>
      {isSource ? (
        <textarea
          className={styles.source}
          aria-label={text('editor.html', { title })}
          value={source}
          spellCheck={false}
          // biome-ignore lint/a11y/noAutofocus: whoever asks for the source goes on in it
          autoFocus
          aria-invalid={invalid || undefined}
          aria-describedby={describedBy}
          onChange={event => controller.typeSource(event.target.value)}
          onBlur={() => controller.flush()}
        />
      ) : null}
      {uploads.lines.length > 0 ? <ul className={styles.uploads}>{uploads.lines}</ul> : null}
      <div className={styles.foot}>
        <DraftSavedNote changes={changes} />
        <span className={styles.count} data-words="" data-over={surplus > 0 || undefined}>
          {surplus > 0 ? `${text('editor.tooMany', { count: surplus })} · ` : ''}
          {text('editor.words', { count, most: words.most })}
        </span>
      </div>
      <input
        ref={chooser}
        type="file"
        hidden
        tabIndex={-1}
        aria-label={text('editor.file')}
        onChange={event => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file) uploads.send(choosing.current, file)
        }}
      />
      {asking === null ? null : asking in entriesOf ? (
        <AskForm key={asking} name={asking} {...popup} />
      ) : (
        <ChoiceMenu key={asking} name={asking} value={standing[asking]} {...popup} />
      )}
    </div>
  )
}

/** Note of the saved draft, after a typing pause. */
function DraftSavedNote({ changes }: { readonly changes: number }) {
  const text = useText()
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    setShown(false)
    if (changes === 0) return
    let hiding: ReturnType<typeof setTimeout> | undefined
    const showing = setTimeout(() => {
      if (!store.get(contextAtom).dirty || !store.get(isPersistedAtom)) return
      setShown(true)
      hiding = setTimeout(() => setShown(false), autosave.shownFor)
    }, autosave.after)
    return () => {
      clearTimeout(showing)
      clearTimeout(hiding)
    }
  }, [changes])
  return (
    <span role="status" data-kept={isShown || undefined}>
      {isShown ? text('editor.kept') : ''}
    </span>
  )
}

/** Upload kinds by command. */
const uploaded = { image: 'image', video: 'video', attachment: 'file' } as const
type Uploaded = keyof typeof uploaded
const isUploaded = (name: string): name is Uploaded => name in uploaded

const fileOf = (blob: Blob) => (blob instanceof File ? blob : new File([blob], 'file', { type: blob.type }))

const commandFor = ({ name }: File): Uploaded => {
  const takes = (kind: 'image' | 'video') =>
    (uploadKinds[kind].extensions as readonly string[]).includes(endingOf(name))
  return takes('image') ? 'image' : takes('video') ? 'video' : 'attachment'
}

/** Uploads into the text, sequential by kind, inserted once stored. */
function useEditorUploads(controller: EditorController) {
  const receiver = (command: Uploaded) => ({
    kind: uploaded[command],
    isEditors: true,
    maxFiles: Number.POSITIVE_INFINITY,
    held: 0,
    onStored: ({ id, name }: StoredFile, file: File) =>
      controller.arrive(file, command, { url: fileAddress(id), text: name }),
  })
  const queues = {
    image: useUploads(receiver('image')),
    video: useUploads(receiver('video')),
    attachment: useUploads(receiver('attachment')),
  }
  const send = (command: Uploaded, file: File) => {
    controller.begin(file)
    queues[command].add([file])
  }
  controller.onFiles = files => {
    for (const file of files) send(commandFor(file), file)
  }
  const lines = Object.values(queues).flatMap(({ uploads, cancel, again }) =>
    uploads.map(upload => (
      <UploadLine
        key={upload.key}
        upload={upload}
        onCancel={() => cancel(upload.key)}
        onAgain={() => again(upload.key)}
      />
    )),
  )
  return { send, lines }
}
