import { useAtomValue } from 'jotai'
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { flushEditing } from '../../commands/core/pendingEdit.ts'
import { findCommand } from '../../commands/core/registry.ts'
import { execute } from '../../commands/gate/execute.ts'
import { wordsOfRefusal } from '../../data/api/localizedMessage.ts'
import { isSame } from '../../data/drafts/draft.ts'
import { locationAtom } from '../../data/location.ts'
import { store } from '../../data/store.ts'
import {
  arrivedAt,
  askedOf,
  askTrace,
  type TraceDirection,
  traceAtom,
  understandCodes,
} from '../../data/trace/traces.ts'
import controls from '../../ui/controls.module.css'
import { Empty } from '../../ui/Empty.tsx'
import { isKeyboardFree } from '../../ui/keyboard/keyboard.ts'
import { useFirstFocus } from '../../ui/keyboard/useFirstFocus.ts'
import { PageLink } from '../../ui/PageLink.tsx'
import screens from '../../ui/Screen.module.css'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useHandlers } from '../../ui/useHandlers.ts'
import { useText } from '../../ui/useText.ts'
import { Printing } from './Printing.tsx'
import { fieldsOf, questionIn } from './question.ts'
import { AskedLine, TraceQuestion } from './TraceQuestion.tsx'
import { TraceResult } from './TraceResult.tsx'
import styles from './TraceScreen.module.css'

/** First-field hint, shown in the answer area to save space. */
const hintOf: Readonly<Record<TraceDirection, string>> = {
  asc: 'reviewasc.lotNos.hint',
  desc: 'reviewdesc.productLotNos.hint',
}

/** Parsed question, scanned codes resolved. */
function askedIn(direction: TraceDirection) {
  understandCodes(direction)
  return askedOf(store.get(traceAtom(direction)).question)
}

/** Deep links run automatically, once. Returns whether the address is one. */
function useDeepLink(direction: TraceDirection): boolean {
  const page = `review${direction}`
  const location = useAtomValue(locationAtom)
  const asked = useMemo(() => questionIn(location, fieldsOf[direction]), [location, direction])
  const isLink = location.startsWith(`/${page}?`) && Object.keys(asked).length > 0
  useEffect(() => {
    if (!isLink) return
    // Returning keeps the question being typed.
    if (arrivedAt(direction, location)) return
    const { question, state } = store.get(traceAtom(direction))
    if (state !== 'idle' && isSame(sorted(askedOf(question)), sorted(asked))) return
    askTrace(direction, { ...cleared(question), ...asked })
    void execute(`${page}.run`, askedIn(direction), { surface: 'button' })
  }, [isLink, location, asked, direction, page])
  return isLink
}

const sorted = (values: object) => Object.entries(values).toSorted(([one], [other]) => (one < other ? -1 : 1))

const cleared = (question: object) => Object.fromEntries(Object.keys(question).map(name => [name, null]))

/** Rows of an answer: a grid, or a phone's first card. */
const firstRow = '[role=grid], [data-open-card]'

/** Question of an answer, folded; small windows show it only when unfolded. */
function useFolded(
  form: RefObject<HTMLFormElement | null>,
  result: RefObject<HTMLElement | null>,
  goesOn: RefObject<boolean>,
  answer: unknown,
) {
  const [isFolded, setFolded] = useState(false)
  useLayoutEffect(() => {
    // Fields being changed stay, unless the question was submitted from them.
    const { activeElement } = document
    const isTyped = activeElement instanceof HTMLInputElement && form.current?.contains(activeElement)
    setFolded(answer !== null && (goesOn.current || !isTyped))
  }, [answer, form, goesOn])
  // Folded away, the focused button hands focus to the answer.
  useLayoutEffect(() => {
    const { activeElement } = document
    if (!isFolded || !form.current?.contains(activeElement) || activeElement?.checkVisibility()) return
    const { current } = result
    const target = current?.querySelector(firstRow) ?? current?.querySelector('[role=tab][aria-selected=true]')
    if (target instanceof HTMLElement) target.focus()
  }, [isFolded, form, result])
  const edit = (name?: string) => {
    flushSync(() => setFolded(false))
    const field = name === undefined ? form.current : form.current?.querySelector(`[data-field="${name}"]`)
    field?.querySelector<HTMLElement>('input, button')?.focus()
  }
  return { isFolded, setFolded, edit }
}

export default function TraceScreen({ direction }: { direction: TraceDirection }) {
  const text = useText()
  const page = `review${direction}`
  const trace = useAtomValue(traceAtom(direction))
  const form = useRef<HTMLFormElement>(null)
  const isLinked = useDeepLink(direction)

  useFirstFocus(form, trace.state === 'idle' && !isLinked)

  // Keyboard submission moves focus into the answer.
  const goesOn = useRef(false)
  const result = useRef<HTMLDivElement>(null)
  const { answer } = trace
  const { isFolded, setFolded, edit } = useFolded(form, result, goesOn, answer)
  useEffect(() => {
    const isFree = isKeyboardFree() || form.current?.contains(document.activeElement)
    const goes = answer !== null && goesOn.current && isFree
    goesOn.current = false
    // New grids render cells one frame later.
    if (goes) requestAnimationFrame(() => result.current?.querySelector<HTMLElement>(firstRow)?.focus())
  }, [answer])
  useHandlers({
    // Palette and shortcut run the current question.
    [`${page}.run`]: {
      run: async (args, context) => {
        await flushEditing()
        if (context.surface === 'shortcut') goesOn.current = true
        const given = Object.keys(args).length > 0 ? args : askedIn(direction)
        return findCommand(`${page}.run`)?.run(given, context)
      },
    },
    'list.search': { run: () => edit() },
    'list.refresh': {
      run: async () => {
        await execute(`${page}.run`, askedOf(trace.asked), { surface: 'button' })
      },
      enabled: () => answer !== null,
    },
  })

  return (
    <div className={styles.screen}>
      <h1 className={screens.heading}>{text(page)}</h1>
      {answer ? <AskedLine direction={direction} isFolded={isFolded} onFold={setFolded} onEdit={edit} /> : null}
      <TraceQuestion
        form={form}
        direction={direction}
        isFolded={isFolded}
        onSubmit={() => {
          goesOn.current = true
          void execute(`${page}.run`, askedIn(direction), { surface: 'button' })
        }}
      />
      {trace.state === 'failed' ? (
        <p className={styles.refusal} role="alert">
          {wordsOfRefusal({ status: 0, message: trace.message })()}
        </p>
      ) : null}
      {answer ? (
        <div ref={result} className={styles.answer}>
          <TraceResult answer={answer} trace={trace} />
        </div>
      ) : trace.state === 'failed' ? null : trace.state === 'processing' ? (
        <Skeleton shape="trace" />
      ) : (
        <Empty title={text('review.empty')} hint={text(hintOf[direction])}>
          <PageLink className={controls.button} href="/stocklot">
            {text('review.chooseLot')}
          </PageLink>
        </Empty>
      )}
      <Printing direction={direction} />
    </div>
  )
}
