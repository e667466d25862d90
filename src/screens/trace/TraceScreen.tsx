import { useAtomValue } from 'jotai'
import { useEffect, useMemo, useRef } from 'react'
import { flushEditing } from '../../commands/core/pendingEdit.ts'
import { findCommand } from '../../commands/core/registry.ts'
import { execute } from '../../commands/gate/execute.ts'
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
import { isKeyboardFree } from '../../ui/keyboard/keyboard.ts'
import { useFirstFocus } from '../../ui/keyboard/useFirstFocus.ts'
import screens from '../../ui/Screen.module.css'
import { useHandlers } from '../../ui/useHandlers.ts'
import { useText } from '../../ui/useText.ts'
import { Printing } from './Printing.tsx'
import { fieldsOf, questionIn } from './question.ts'
import { TraceQuestion } from './TraceQuestion.tsx'
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
  useEffect(() => {
    const isFree = isKeyboardFree() || form.current?.contains(document.activeElement)
    const goes = answer !== null && goesOn.current && isFree
    goesOn.current = false
    // New grids render cells one frame later.
    if (goes) requestAnimationFrame(() => result.current?.querySelector<HTMLElement>('[role="grid"]')?.focus())
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
    'list.search': { run: () => form.current?.querySelector('input')?.focus() },
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
      <TraceQuestion
        form={form}
        direction={direction}
        onSubmit={() => {
          goesOn.current = true
          void execute(`${page}.run`, askedIn(direction), { surface: 'button' })
        }}
      />
      {trace.state === 'failed' ? (
        <p className={styles.refusal} role="alert">
          {trace.message}
        </p>
      ) : null}
      {answer ? (
        <div ref={result} className={styles.answer}>
          <TraceResult answer={answer} trace={trace} />
        </div>
      ) : trace.state === 'failed' ? null : (
        <p className={styles.empty}>
          {trace.state === 'processing' ? text('grid.loading') : `${text('review.empty')} · ${text(hintOf[direction])}`}
        </p>
      )}
      <Printing direction={direction} />
    </div>
  )
}
