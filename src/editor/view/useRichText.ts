/** Rich text editing: mounted editor, commits, command handlers. */
import { type Editor, EditorStatus } from '@milkdown/kit/core'
import type { EditorView } from '@milkdown/kit/prose/view'
import { useEditor } from '@milkdown/react'
import { useEffect, useRef, useState } from 'react'
import { plainTextOf } from '#contract/schema/plainText.ts'
import { words } from '#contract/schema/richTextFigures.ts'
import { setContext } from '../../commands/core/context.ts'
import { whileEditing } from '../../commands/core/pendingEdit.ts'
import { editorEntered, editorLeft, editorThere, isActive } from '../commands/activeEditor.ts'
import {
  type Attributes,
  editorIn,
  type Listening,
  readText,
  settledText,
  standingOf,
  viewOf,
  writeText,
} from '../commands/editorText.ts'

export interface RichTextProps {
  readonly id: string
  readonly value: string
  readonly title: string
  readonly invalid: boolean
  readonly describedBy: string | undefined
  readonly takesFocus?: boolean | undefined
  onChange(html: string): void
}

interface Listener extends Pick<Listening, 'onFiles' | 'onPicturesLeft' | 'onSteps'> {
  onChanged(view: EditorView): void
  /** Editable for the first time or again. */
  onReady(): void
}

const attributesOf = (id: string, isInvalid: boolean, describedBy: string | undefined): Attributes => ({
  'aria-labelledby': `${id}-label`,
  'aria-multiline': 'true',
  'data-rich-text': '',
  ...(isInvalid ? { 'aria-invalid': 'true' } : {}),
  ...(describedBy ? { 'aria-describedby': describedBy } : {}),
  id,
})

const countOf = (html: string) => plainTextOf(html).length

const nothing: Readonly<Record<string, unknown>> = {}

const isSame = (a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>) =>
  Object.keys(a).length === Object.keys(b).length && Object.entries(a).every(([name, value]) => b[name] === value)

/** Overlays: focus inside still targets the editor below. */
const over = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]'

export function useRichText(props: RichTextProps & Listener) {
  const latest = useRef(props)
  latest.current = props
  const frame = useRef<HTMLDivElement>(null)
  const me = useRef({})
  const view = useRef<EditorView | null>(null)
  const said = useRef(props.value)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const isTouched = useRef(false)
  const editing = useRef<(() => void) | undefined>(undefined)
  const current = useRef<Editor | null>(null)
  const [standing, setStanding] = useState(nothing)
  const [count, setCount] = useState(0)
  const [changes, setChanges] = useState(0)
  const [isReady, setReady] = useState(false)
  const [source, setSource] = useState<string | null>(null)
  const sourceNow = useRef(source)
  const isSourceTyped = useRef(false)
  const putSource = (html: string | null) => {
    sourceNow.current = html
    setSource(html)
  }

  const emit = (html: string) => {
    if (html === said.current) return
    said.current = html
    latest.current.onChange(html)
    setChanges(before => before + 1)
  }
  const flush = () => {
    clearTimeout(timer.current)
    timer.current = undefined
    editing.current?.()
    editing.current = undefined
    const now = view.current
    if (!now || now.isDestroyed) return
    const html = htmlNow()
    setCount(countOf(html))
    // Untouched text stays as stored, even if it would serialize differently.
    if (!isTouched.current && !isSourceTyped.current) return
    isTouched.current = false
    isSourceTyped.current = false
    emit(html)
  }
  const htmlNow = () => {
    const [now, editor] = [view.current, current.current]
    if (!now || !editor) return ''
    return sourceNow.current === null ? readText(now) : settledText(editor, sourceNow.current)
  }
  const handOverSoon = () => {
    editing.current ??= whileEditing(() => flushing.current())
    timer.current ??= setTimeout(() => flushing.current(), words.countedAfter)
  }
  const flushing = useRef(flush)
  flushing.current = flush

  useEditor(root => {
    const { value } = latest.current
    const editor: Editor = editorIn(root, {
      value,
      attributes: attributesOf(latest.current.id, latest.current.invalid, latest.current.describedBy),
      onState(now, isChanged) {
        const next = standingOf(now.state)
        setStanding(before => (isSame(before, next) ? before : next))
        if (!isChanged) return
        isTouched.current = true
        handOverSoon()
        latest.current.onChanged(now)
      },
      onSteps: taken => latest.current.onSteps(taken),
      onFocus: () => {
        editorEntered(me.current)
        setContext({ focus: 'richtext', gridMode: 'none' })
      },
      onBlur: () => flushing.current(),
      onFiles: files => latest.current.onFiles(files),
      onPicturesLeft: count => latest.current.onPicturesLeft(count),
    })
    editor.onStatusChange(status => {
      if (status !== EditorStatus.Created) return
      view.current = viewOf(editor)
      said.current = value
      setCount(countOf(readText(view.current)))
      setReady(true)
      latest.current.onReady()
    })
    current.current = editor
    return editor
  })
  useEffect(() => {
    const there = editorThere(me.current)
    const self = me.current
    const follow = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return
      if (frame.current?.contains(target)) editorEntered(self)
      else if (!target.closest(over)) editorLeft(self)
    }
    document.addEventListener('focusin', follow)
    return () => {
      document.removeEventListener('focusin', follow)
      there()
      flushing.current()
      view.current = null
    }
  }, [])

  const takesFocus = props.takesFocus === true
  useEffect(() => {
    if (isReady && takesFocus) view.current?.focus()
  }, [isReady, takesFocus])

  const { id, invalid, describedBy } = props
  const isInvalid = invalid && source === null
  useEffect(() => {
    if (isReady) view.current?.setProps({ attributes: attributesOf(id, isInvalid, describedBy) })
  }, [id, isInvalid, describedBy, isReady])

  // External change or undo, unless equivalent.
  const { value } = props
  useEffect(() => {
    const [now, editor] = [view.current, current.current]
    if (!isReady || !now || !editor || now.isDestroyed || value === said.current) return
    said.current = value
    if (settledText(editor, value) !== readText(now)) {
      writeText(now, value, false)
      isTouched.current = false
    }
    if (sourceNow.current === null || isSourceTyped.current) return
    sourceNow.current = readText(now)
    setSource(sourceNow.current)
  }, [value, isReady])

  const showSource = () => {
    flush()
    if (view.current) putSource(readText(view.current))
  }
  const typeSource = (html: string) => {
    putSource(html)
    isSourceTyped.current = true
    handOverSoon()
  }
  /** Applies the source as one step. */
  const leaveSource = () => {
    flush()
    const [now, html] = [view.current, sourceNow.current]
    if (now && html !== null && html !== readText(now)) writeText(now, html, true)
    putSource(null)
    flush()
    latest.current.onReady()
  }

  return {
    frame,
    view,
    standing,
    count,
    changes,
    source,
    isSource: () => sourceNow.current !== null,
    showSource,
    typeSource,
    leaveSource,
    html: htmlNow,
    flush: () => flushing.current(),
    isMeant: () => isActive(me.current),
  }
}
