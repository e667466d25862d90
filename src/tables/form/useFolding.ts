import { useAtomValue } from 'jotai'
import { type FocusEvent, type RefObject, useLayoutEffect, useReducer, useRef, useState } from 'react'
import type { Arguments, Result } from '../../commands/core/command.ts'
import { type CommandHandler, findCommand } from '../../commands/core/registry.ts'
import { foldedFieldsAtom } from '../../data/settings/foldedFields.ts'
import { useHandlers } from '../../ui/useHandlers.ts'
import { foldFields, namedIn, refused, unfoldFields } from './foldCommands.ts'
import { type FormContent, hiddenFields, isFoldable } from './folding.ts'
import { controlAfter, controlNamed, fieldNameOf, focusDrawn, foldedLineOf } from './formFocus.ts'

interface Given extends Omit<FormContent, 'stored'> {
  readonly prefix: string
  /** Undefined in forms of no record, which fold nothing. */
  readonly stored: FormContent['stored'] | undefined
  /** Empty fields nobody can fill here: out of sight at first. */
  readonly empty: readonly string[]
}

export interface Folding {
  readonly folded: readonly string[]
  /** Fields behind the last line, in sight only while expanded. */
  readonly behind: readonly string[]
  readonly isExpanded: boolean
  onFocus(event: FocusEvent): void
  onBlur(event: FocusEvent): void
}

const none: readonly string[] = []

/** Field in focus, still known while a palette or menu is open. */
function useFieldInFocus() {
  const name = useRef<string>(undefined)
  return {
    name,
    onFocus: ({ target }: FocusEvent) => {
      name.current = fieldNameOf(target)
    },
    onBlur: ({ relatedTarget: to }: FocusEvent) => {
      if (to instanceof Element && to.closest('[data-record]')) name.current = undefined
    },
  }
}

/** Undo names the entity, which may be of another page. */
function useOwnHandlers(prefix: string, isOn: boolean, own: Readonly<Record<string, CommandHandler['run']>>): void {
  const following = (id: string, run: CommandHandler['run']): CommandHandler => ({
    run: (args, context) => {
      const isOther = typeof args.entity === 'string' && args.entity !== prefix
      return isOther ? findCommand(id)?.run(args, context) : run(args, context)
    },
    enabled: () => isOn,
  })
  useHandlers(Object.fromEntries(Object.entries(own).map(([id, run]) => [id, following(id, run)])))
}

export function useFolding(frame: RefObject<HTMLElement | null>, given: Given): Folding {
  const { prefix, fields, row, stored, empty } = given
  const isOn = stored !== undefined
  const all = useAtomValue(foldedFieldsAtom(prefix))
  const folded = isOn ? all : none
  /** Folded fields once seen: none vanishes under the cursor. */
  const seen = useRef<ReadonlySet<string>>(new Set())
  const [expanded, setExpanded] = useState<readonly string[] | null>(null)
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const content = { ...given, stored: stored ?? null }
  const unseen = hiddenFields(content, folded).filter(name => !seen.current.has(name))
  const hidden = [...new Set([...unseen, ...empty])]
  const behind = expanded
    ? [...new Set([...folded, ...empty])].filter(
        name => fields[name] && (hidden.includes(name) || expanded.includes(name)),
      )
    : hidden
  useLayoutEffect(() => {
    seen.current = new Set(folded.filter(name => fields[name] && !behind.includes(name)))
  })

  const { name: inFocus, onFocus, onBlur } = useFieldInFocus()
  const focusOn = (find: (form: HTMLElement) => HTMLElement | null) => {
    const { current: form } = frame
    if (form) void focusDrawn(form, () => find(form))
  }

  const fold = (args: Arguments): Promise<Result> | Result => {
    const named = namedIn(args)
    const wanted = named.length > 0 ? named : inFocus.current === undefined ? [] : [inFocus.current]
    const names = wanted.filter(name => fields[name] && isFoldable(fields[name], row))
    const [name = ''] = names
    if (name === '') return refused(wanted.length > 0 ? 'reason.requiredField' : 'reason.noFieldToFold')
    const isHidden = hiddenFields(content, names).includes(name)
    const next = isHidden && frame.current ? controlAfter(frame.current, names) : null
    focusOn(form => (isHidden ? (next?.isConnected ? next : foldedLineOf(form)) : controlNamed(form, names)))
    seen.current = new Set([...seen.current].filter(each => !names.includes(each)))
    redraw()
    return foldFields(prefix, names, isHidden ? 'field.folded' : 'field.foldedFilled')
  }
  const unfold = (names: readonly string[]): Promise<Result> | Result => {
    if (names.length === 0) return refused('reason.nothingFolded')
    if (behind.every(name => names.includes(name))) setExpanded(null)
    const done = unfoldFields(prefix, names)
    focusOn(form => controlNamed(form, names))
    return done
  }
  const unfoldNamed = (args: Arguments) => {
    const named = namedIn(args)
    const here = folded.length === 1 ? folded : [inFocus.current ?? '']
    const names = (named.length > 0 ? named : here).filter(name => folded.includes(name))
    return names.length === 0 && folded.length > 0 ? refused('reason.noFoldedField') : unfold(names)
  }
  const show = (isByButton: boolean): Result => {
    if (behind.length === 0) return refused('reason.nothingFolded')
    setExpanded(expanded ? null : behind)
    const isLine = expanded !== null || behind.every(name => empty.includes(name))
    if (!isByButton) focusOn(form => (isLine ? foldedLineOf(form) : controlNamed(form, behind)))
    return { status: 'ok', data: { shown: !expanded } }
  }
  useOwnHandlers(prefix, isOn, {
    'field.fold': fold,
    'field.unfold': unfoldNamed,
    'field.unfoldAll': () => unfold(folded.filter(name => fields[name])),
    'field.showFolded': (_args, { surface }) => show(surface === 'button'),
  })
  return { folded, behind, isExpanded: expanded !== null, onFocus, onBlur }
}
