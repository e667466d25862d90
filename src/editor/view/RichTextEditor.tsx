import type { EditorState, Transaction } from '@milkdown/kit/prose/state'
import type { EditorView } from '@milkdown/kit/prose/view'
import { Milkdown, MilkdownProvider } from '@milkdown/react'
import { useEffect, useRef, useState } from 'react'
import type { Values } from '#contract/schema/field.ts'
import { autosave, words } from '#contract/schema/richTextFigures.ts'
import { fileAddress, type StoredFile, type UploadKind, uploadKinds } from '#contract/schema/storedFile.ts'
import { contextAtom } from '../../commands/core/context.ts'
import { isPersistedAtom } from '../../data/drafts/draftLog.ts'
import { notify } from '../../data/notifications.ts'
import { endingOf } from '../../data/records/upload.ts'
import { store } from '../../data/store.ts'
import { UploadLine } from '../../fields/files/UploadLine.tsx'
import { type Upload, useUploads } from '../../fields/files/useUploads.ts'
import { useText } from '../../ui/useText.ts'
import { rewritten, runEditorCommand } from '../commands/editorText.ts'
import { ComingPictures } from '../content/pictures.ts'
import { AskForm, isAskedInForm } from './AskForm.tsx'
import { ChoiceMenu } from './ChoiceMenu.tsx'
import { EditorToolbar } from './EditorToolbar.tsx'
import styles from './RichText.module.css'
import { kindOf, type Uploaded, useEditorCommands } from './useEditorCommands.ts'
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

const isKept = () => store.get(contextAtom).dirty && store.get(isPersistedAtom)

/** Note of the saved draft, after a typing pause. */
export function DraftSavedNote({ changes }: { readonly changes: number }) {
  const text = useText()
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    setShown(false)
    if (changes === 0) return
    let hiding: ReturnType<typeof setTimeout> | undefined
    const showing = setTimeout(() => {
      if (!isKept()) return
      setShown(true)
      hiding = setTimeout(() => setShown(false), autosave.shownFor)
    }, autosave.after)
    return () => {
      clearTimeout(showing)
      clearTimeout(hiding)
    }
  }, [changes])
  return (
    <span className={styles.kept} role="status" data-kept={isShown || undefined}>
      {isShown ? text('editor.kept') : ''}
    </span>
  )
}

// Sequential uploads into text by kind, inserted once stored.

interface Line {
  readonly id: string
  readonly upload: Upload
  cancel(): void
  again(): void
}

function nameFor(file: File): Uploaded {
  const ending = endingOf(file.name)
  const takes = (kind: UploadKind) => (uploadKinds[kind].extensions as readonly string[]).includes(ending)
  if (takes('image')) return 'image'
  return takes('video') ? 'video' : 'attachment'
}

export const accepted = (name: Uploaded): string =>
  uploadKinds[kindOf(name)].extensions.map(ending => `.${ending}`).join(',')

interface Receiver {
  onSend(file: File): void
  onStored(name: Uploaded, stored: StoredFile, file: File): void
}

export function useEditorUploads({ onSend, onStored }: Receiver) {
  const receiver = (name: Uploaded) => ({
    kind: kindOf(name),
    isEditors: true,
    maxFiles: Number.POSITIVE_INFINITY,
    held: 0,
    onStored: (stored: StoredFile, file: File) => onStored(name, stored, file),
  })
  const by = {
    image: useUploads(receiver('image')),
    video: useUploads(receiver('video')),
    attachment: useUploads(receiver('attachment')),
  }
  const lines: readonly Line[] = Object.entries(by).flatMap(([name, { uploads, cancel, again }]) =>
    uploads.map(upload => ({
      id: `${name}-${upload.key}`,
      upload,
      cancel: () => cancel(upload.key),
      again: () => again(upload.key),
    })),
  )
  const send = (name: Uploaded, file: File) => {
    onSend(file)
    by[name].add([file])
  }
  return {
    lines,
    send,
    take: (files: readonly File[]) => {
      for (const file of files) send(nameFor(file), file)
      return files.length > 0
    },
  }
}

interface PlaceholderPosition {
  readonly state: EditorState
  at: number
}

interface Arrived {
  readonly name: string
  readonly args: Values
  readonly place: PlaceholderPosition | undefined
}

/** Upload positions: files land at their original cursor. */
export class Arrivals {
  readonly #coming = new Map<File, PlaceholderPosition>()
  #arrived: readonly Arrived[] = []

  begin(file: File, view: EditorView | null): void {
    if (view) this.#coming.set(file, { state: view.state, at: view.state.selection.to })
  }

  follow(taken: readonly Transaction[]): void {
    const places = [...this.#coming.values(), ...this.#arrived.flatMap(({ place }) => place ?? [])]
    for (const place of places) place.at = taken.reduce((at, { mapping }) => mapping.map(at), place.at)
  }

  /** Queues a stored file for insertion by the named command. */
  arrive(file: File, name: string, args: Values): void {
    this.#arrived = [...this.#arrived, { name, args, place: this.#coming.get(file) }]
    this.#coming.delete(file)
  }

  /** Inserts stored files, replacing the selection only if unchanged. */
  putInto(view: EditorView): void {
    for (let [next] = this.#arrived; next; [next] = this.#arrived) {
      const { name, args, place } = next
      this.#arrived = this.#arrived.slice(1)
      const { doc, selection } = view.state
      const isAsThen = !place || (place.state.doc === doc && place.state.selection.eq(selection))
      runEditorCommand(view, name, isAsThen ? args : { ...args, at: place.at })
    }
  }
}
