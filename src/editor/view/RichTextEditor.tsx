import { Milkdown, MilkdownProvider } from '@milkdown/react'
import { useEffect, useRef, useState } from 'react'
import { words } from '#contract/schema/richTextFigures.ts'
import { fileAddress } from '#contract/schema/storedFile.ts'
import { notify } from '../../data/notifications.ts'
import { UploadLine } from '../../fields/files/UploadLine.tsx'
import { useText } from '../../ui/useText.ts'
import { rewritten } from '../commands/editorText.ts'
import { ComingPictures } from '../content/pictures.ts'
import { AskForm, isAskedInForm } from './AskForm.tsx'
import { ChoiceMenu } from './ChoiceMenu.tsx'
import { DraftSavedNote } from './DraftSavedNote.tsx'
import { EditorToolbar } from './EditorToolbar.tsx'
import styles from './RichText.module.css'
import { Arrivals } from './uploadPlaceholders.ts'
import { type Uploaded, useEditorCommands } from './useEditorCommands.ts'
import { accepted, useEditorUploads } from './useEditorUploads.ts'
import { type RichTextProps, useRichText } from './useRichText.ts'

/** Rich text editor, a lazy chunk. */
export default function RichTextEditor(props: RichTextProps) {
  return (
    <MilkdownProvider>
      <Editing {...props} />
    </MilkdownProvider>
  )
}

function Editing(props: RichTextProps) {
  const { title, invalid } = props
  const text = useText()
  const [arrivals] = useState(() => new Arrivals())
  // Insertion needs a mounted editor, no source mode, no IME composition.
  const putArrived = () => {
    const { view, isSource, flush } = latest.current
    if (!view.current || isSource()) return
    if (view.current.composing) return void setTimeout(putArrived, 100)
    arrivals.putInto(view.current)
    flush()
  }
  const uploads = useEditorUploads({
    onSend: file => arrivals.begin(file, latest.current.view.current),
    onStored: (name, stored, file) => {
      arrivals.arrive(file, name, { url: fileAddress(stored.id), text: stored.name })
      putArrived()
    },
  })
  const sayLeft = useRef((_count: number) => {})
  sayLeft.current = count => notify({ kind: 'warning', text: () => text('editor.picturesLeft', { count }) })
  const [pictures] = useState(
    () =>
      new ComingPictures({
        view: () => (latest.current.isSource() ? null : latest.current.view.current),
        onSettled: () => latest.current.flush(),
        onLeft: count => sayLeft.current(count),
      }),
  )
  useEffect(() => () => pictures.abandon(), [pictures])
  const written = useRichText({
    ...props,
    onFiles: uploads.take,
    onSteps: taken => {
      arrivals.follow(taken)
      if (taken.some(step => step.getMeta(rewritten))) pictures.abandon()
    },
    onChanged: ({ state }) => pictures.look(state.doc),
    onReady: () => {
      putArrived()
      void pictures.settle()
    },
    onPicturesLeft: count => pictures.lose(count),
  })
  const latest = useRef(written)
  latest.current = written
  const { frame, view, standing, count, changes, source } = written
  const [asking, setAsking] = useState<string | null>(null)
  const files = useRef<HTMLInputElement>(null)
  const choosing = useRef<Uploaded>('attachment')
  const isSource = source !== null
  const focusText = () => view.current?.focus()

  useEditorCommands(written, {
    isSource,
    toggleSource: () => {
      setAsking(null)
      if (isSource) written.leaveSource()
      else written.showSource()
    },
    ask: setAsking,
    chooseFile: name => {
      choosing.current = name
      if (!files.current) return
      files.current.accept = accepted(name)
      files.current.click()
    },
    send: uploads.send,
  })
  const wasSource = useRef(false)
  useEffect(() => {
    if (wasSource.current && !isSource) view.current?.focus()
    wasSource.current = isSource
  }, [isSource, view])
  const anchor = asking === null ? null : (frame.current?.querySelector(`[data-command="editor.${asking}"]`) ?? null)
  const surplus = count - words.most
  const popup = { anchor, onClose: () => setAsking(null), focusText }
  return (
    <div
      className={styles.frame}
      ref={frame}
      data-editor={isSource ? 'source' : 'text'}
      data-invalid={invalid || undefined}
    >
      <EditorToolbar
        label={text('editor.toolbar', { title })}
        standing={standing}
        isInTable={standing.inTable === true}
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
          aria-describedby={props.describedBy}
          onChange={event => written.typeSource(event.target.value)}
          onBlur={written.flush}
        />
      ) : null}
      {uploads.lines.length > 0 ? (
        <ul className={styles.uploads}>
          {uploads.lines.map(line => (
            <UploadLine key={line.id} upload={line.upload} onCancel={line.cancel} onAgain={line.again} />
          ))}
        </ul>
      ) : null}
      <div className={styles.foot}>
        <DraftSavedNote changes={changes} />
        <span className={styles.count} data-words="" data-over={surplus > 0 || undefined}>
          {surplus > 0 ? `${text('editor.tooMany', { count: surplus })} · ` : ''}
          {text('editor.words', { count, most: words.most })}
        </span>
      </div>
      <input
        ref={files}
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
      {asking === null ? null : isAskedInForm(asking) ? (
        <AskForm key={asking} name={asking} {...popup} />
      ) : (
        <ChoiceMenu key={asking} name={asking} value={standing[asking]} {...popup} />
      )}
    </div>
  )
}
