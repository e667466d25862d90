/** Command handlers of the active editor. */
import { useMemo } from 'react'
import type { Values } from '#contract/schema/field.ts'
import type { Result } from '../../commands/core/command.ts'
import type { CommandHandler } from '../../commands/core/registry.ts'
import { type Handlers, useHandlers } from '../../ui/useHandlers.ts'
import { editorCommands } from '../commands/commands.ts'
import { readText, runEditorCommand, writeText } from '../commands/editorText.ts'
import { htmlOfMarkdown, markdownOf } from '../content/markdown.ts'
import type { useRichText } from './useRichText.ts'

/** Commands that prompt in place without arguments. */
const asked = new Set([
  ...['fontColour', 'backgroundColour', 'heading', 'fontFamily', 'fontSize', 'spaceBefore', 'spaceAfter', 'lineHeight'],
  ...['emoticon', 'code', 'link', 'table'],
])

const uploaded = { image: 'image', video: 'video', attachment: 'file' } as const
export type Uploaded = keyof typeof uploaded
export const kindOf = (name: Uploaded) => uploaded[name]
const isUploaded = (name: string): name is Uploaded => name in uploaded

export interface Surroundings {
  readonly isSource: boolean
  toggleSource(): void
  ask(name: string): void
  chooseFile(name: Uploaded): void
  send(name: Uploaded, file: File): void
}

const fileOf = (value: unknown): File | null =>
  value instanceof File ? value : value instanceof Blob ? new File([value], 'file', { type: value.type }) : null

const denied = (message: string): Result => ({ status: 'denied', reason: 'when', message })

export function useEditorCommands(text: ReturnType<typeof useRichText>, around: Surroundings): void {
  const doing =
    (name: string) =>
    (args: Values, surface: string): Result => {
      const view = text.view.current
      if (!view) return denied('reason.notHere')
      if (around.isSource) return denied('reason.inSource')
      const file = fileOf(args.file)
      if (isUploaded(name) && file) {
        around.send(name, file)
        return { status: 'ok' }
      }
      const isGiven = Object.keys(args).length > 0
      if (!isGiven && isUploaded(name)) {
        around.chooseFile(name)
        return { status: 'ok' }
      }
      if (!isGiven && asked.has(name)) {
        around.ask(name)
        return { status: 'ok' }
      }
      const result = runEditorCommand(view, name, args)
      if (surface !== 'script') view.focus()
      text.flush()
      return result
    }
  const handler = (run: CommandHandler['run']): CommandHandler => ({ run, enabled: text.isMeant })

  const read = async ({ format }: Values): Promise<Result> => {
    text.flush()
    const html = text.html()
    return { status: 'ok', data: format === 'markdown' ? await markdownOf(html) : html }
  }
  const write = async ({ html, markdown }: Values): Promise<Result> => {
    const view = text.view.current
    if (!view) return denied('reason.notHere')
    if (around.isSource) return denied('reason.inSource')
    if (typeof html !== 'string' && typeof markdown !== 'string')
      return { status: 'invalid', faults: { html: 'required' } }
    // Markdown may contain unsupported syntax, e.g. footnotes.
    const given = typeof html === 'string' ? html : await htmlOfMarkdown(String(markdown)).catch(() => null)
    if (given === null) return { status: 'invalid', faults: { markdown: 'text' } }
    writeText(view, given, true)
    text.flush()
    return { status: 'ok', data: readText(view) }
  }
  const names = useMemo(() => Object.keys(editorCommands), [])
  const handlers: Handlers = {
    ...Object.fromEntries(
      names.map(name => [`editor.${name}`, handler((args, { surface }) => doing(name)(args, surface))]),
    ),
    'editor.source': handler(() => around.toggleSource()),
    'editor.read': handler(read),
    'editor.write': handler(write),
  }
  useHandlers(handlers)
}
