import { useAtomValue } from 'jotai'
import { useEffect, useMemo, useState } from 'react'
import { commandTitle } from '../../commands/core/titles.ts'
import { type ArgumentRequest, answerArguments, paletteRequestAtom } from '../../commands/gate/prompts.ts'
import { runningAtom } from '../../commands/gate/singleFlight.ts'
import { clock } from '../../data/clock.ts'
import { listed } from '../../data/entityNames.ts'
import { localeAtom } from '../../data/language.ts'
import { store } from '../../data/store.ts'
import { errorText } from '../../fields/errorText.ts'
import { inputModeOf } from '../../fields/index.ts'
import { useText } from '../../ui/useText.ts'
import { argumentRow } from '../dialogs/argumentRow.ts'
import { argumentPrefix } from '../dialogs/argumentTitles.ts'
import { closeOverlay, overlayAtom } from '../frame/overlays.ts'
import { copyScript } from './state/copying.ts'
import { errorAtom, lastQueryAtom, storedAnswersAtom } from './state/paletteState.ts'
import type { Pane } from './state/pane.ts'
import { storeAnswers, submit } from './state/running.ts'
import { first, type Selected, selectedIndex, selectionAt } from './state/selection.ts'
import {
  type Answer,
  type Answers,
  argumentsOf,
  beginningOf,
  isNeeded,
  keepable,
  nextOpen,
  type PaletteStep,
  readEntry,
  rowOf,
  type StepOption,
  stepsOf,
  unitOf,
} from './state/steps.ts'
import type { Trouble } from './state/trouble.ts'
import { itemsOf, suggestionsOf } from './stepItems.tsx'
import { useQuantityRules } from './useQuantityRules.ts'
import { useStepOptions } from './useStepOptions.ts'

interface Standing {
  readonly at: number
  readonly answers: Answers
  readonly text: string
  readonly ticked: ReadonlyMap<unknown, StepOption>
  readonly selected: Selected
  /** Error key or text, or the command's failure. */
  readonly fieldError: string | Trouble | undefined
  readonly isWaiting: boolean
}

const nothingChosen: Selected = { id: null, at: -1 }

export function useSteps(request: ArgumentRequest, isBusy: boolean): Pane {
  const say = useText()
  const locale = useAtomValue(localeAtom)
  const { command, values: given } = request
  const steps = useMemo(() => stepsOf(request), [request])

  const standingAt = (at: number, answers: Answers): Standing => {
    const step = steps[at]
    const answer = step && answers[step.name]
    const isOpen = step !== undefined && !isNeeded(step, answers, given)
    const chosen = step?.kind === 'choice' ? (answer?.value ?? step.field.default) : answer?.value
    const hasOne = chosen !== undefined && chosen !== null && !Array.isArray(chosen)
    return {
      at,
      answers,
      text: step ? beginningOf(step, answer, clock(), locale) : '',
      ticked: new Map(step?.isMany ? answer?.options?.map(option => [option.value, option]) : []),
      // Optional steps preselect nothing: Enter on the empty line skips.
      selected: hasOne ? { id: String(chosen), at: 0 } : isOpen || step?.kind === 'entry' ? nothingChosen : first,
      fieldError: undefined,
      isWaiting: false,
    }
  }
  const [now, setNow] = useState<Standing>(() => {
    const kept = store.get(storedAnswersAtom).get(command.id) ?? {}
    const answers = Object.fromEntries(Object.entries(kept).filter(([name]) => steps.some(step => step.name === name)))
    const fieldError = store.get(errorAtom)
    const own = fieldError?.command === command.id ? fieldError : null
    const wrong = own?.step === undefined ? -1 : steps.findIndex(step => step.name === own.step)
    return { ...standingAt(wrong < 0 ? nextOpen(steps, answers) : wrong, answers), fieldError: own?.said }
  })
  // Shown once: later prompts start without it.
  useEffect(() => store.set(errorAtom, null), [])
  const change = (patch: Partial<Standing>) => setNow(before => ({ ...before, ...patch }))

  const step: PaletteStep | undefined = steps[now.at]
  const around = useMemo(() => argumentRow(request), [request])
  const row = useMemo(() => ({ ...around.row, ...rowOf(now.answers, given) }), [around, now.answers, given])
  const rules = useQuantityRules(step, around.fields, row)
  const { options: offered, isStale, fieldError: searchError } = useStepOptions(step, now.text, row)
  const options = step?.kind === 'entry' ? suggestionsOf(step, now.text, locale, rules) : offered
  const isMany = step?.isMany === true
  const isEntry = step?.kind === 'entry'
  const items = itemsOf(options, isMany ? now.ticked : null)
  const active = selectedIndex(now.selected, items)
  const isOptional = step !== undefined && !isNeeded(step, now.answers, given)

  const go = (at: number, answers: Answers) => setNow(standingAt(at, answers))
  const take = (answer: Answer) => {
    if (!step) return
    const answers = { ...now.answers, [step.name]: answer }
    storeAnswers(command.id, keepable(steps, answers))
    if (now.at < steps.length - 1) return go(now.at + 1, answers)
    change({ answers, fieldError: undefined })
    void submit(request, steps, answers)
  }
  const takeOptions = (chosen: readonly StepOption[]) => {
    const label = listed(chosen.map(option => option.label))
    const values = chosen.map(({ value }) => value)
    take({
      value: isMany || step?.kind === 'rows' ? values : values[0],
      label:
        chosen.length > 2 ? say('palette.several', { first: chosen[0]?.label ?? '', count: chosen.length }) : label,
      options: chosen,
    })
  }
  const skip = () => take({ value: isMany ? [] : null, label: '' })

  const choose = (at: number) => {
    if (isBusy || !step) return
    const option = options[at]
    if (step.kind === 'entry') {
      if (option) return take({ value: option.value, label: option.label })
      const read = readEntry(step, now.text, !isOptional, locale, rules)
      return 'fieldError' in read ? change({ fieldError: read.fieldError }) : take(read)
    }
    if (isMany && now.ticked.size > 0) return takeOptions([...now.ticked.values()])
    if (isOptional && now.text.trim() === '' && !option) return skip()
    if (isStale) return change({ isWaiting: true })
    if (!option)
      return change({ fieldError: step.kind === 'rows' || now.text.trim() === '' ? 'required' : 'reference' })
    takeOptions([option])
  }
  // Early Enter accepts a late result only if unique.
  const arrived = now.isWaiting && !isStale
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each list that was waited for
  useEffect(() => {
    if (!arrived) return
    change({ isWaiting: false })
    if (options.length === 1) choose(0)
  }, [arrived])

  const tick = (at: number) => {
    const option = options[at] ?? [...now.ticked.values()].find(({ value }) => String(value) === items[at]?.id)
    if (!option) return
    const ticked = new Map(now.ticked)
    if (!ticked.delete(option.value)) ticked.set(option.value, option)
    change({ ticked, selected: selectionAt(at, items), fieldError: undefined })
  }

  const typed = (text: string) => {
    const isFree = isEntry || (isOptional && text.trim() === '')
    change({ text, selected: isFree ? nothingChosen : first, fieldError: undefined })
  }

  const title = commandTitle(command)
  const prefix = argumentPrefix(request)
  const asked =
    step === undefined ? title : step.kind === 'rows' ? say(step.needed.entity.name) : say(`${prefix}.${step.name}`)
  const hint = step && step.kind !== 'rows' && step.field.hint ? say(`${prefix}.${step.name}.hint`) : undefined
  const found = searchError ?? now.fieldError
  return {
    label: `${title} · ${asked}`,
    placeholder: step?.kind === 'rows' ? say('palette.askRows') : asked,
    chips: [
      { id: 'command', kind: 'command', text: title },
      ...steps.slice(0, now.at).flatMap(({ name }) => {
        const label = now.answers[name]?.label ?? ''
        return label === '' ? [] : [{ id: name, kind: 'answer' as const, text: label }]
      }),
    ],
    value: now.text,
    isSecret: isEntry && step.field.kind === 'secret',
    inputMode: isEntry ? inputModeOf(step.field) : 'text',
    suffix: step ? unitOf(step, rules) : undefined,
    isBusy: isBusy || (!isEntry && isStale),
    fieldError: typeof found === 'function' ? found(say) : found && errorText(say, found),
    hint: [
      steps.length > 1 ? say('palette.step', { at: now.at + 1, of: steps.length }) : null,
      asked,
      hint ?? null,
      isOptional ? say('palette.optional') : null,
    ]
      .filter(part => part !== null)
      .join(' · '),
    items: isBusy ? [] : items,
    active,
    nothing: isEntry || isBusy ? null : { title: say(isStale ? 'grid.searching' : 'grid.nothingFound') },
    count: isBusy
      ? say('palette.running')
      : isMany && now.ticked.size > 0
        ? say('palette.ticked', { count: now.ticked.size })
        : isEntry
          ? ''
          : say('palette.count', { count: options.length }),
    notes: [
      ...(isMany ? [{ keys: 'space', text: say('palette.tick') }] : []),
      { keys: 'enter', text: say(now.at < steps.length - 1 ? 'palette.next' : 'palette.run') },
      { keys: 'backspace', text: say('palette.back') },
    ],
    type: typed,
    move: to => change({ selected: selectionAt(to, items) }),
    choose,
    back: () => {
      if (isBusy) return
      if (now.at > 0) return go(now.at - 1, now.answers)
      store.set(paletteRequestAtom, { query: store.get(lastQueryAtom), mode: 'all' })
      store.set(overlayAtom, 'palette')
      answerArguments(null)
    },
    escape: () => {
      if (isBusy) return store.get(runningAtom).get(command.id)?.cancel()
      if (now.text !== '') return typed('')
      if (now.at > 0) return go(now.at - 1, now.answers)
      closeOverlay()
      answerArguments(null)
    },
    tick: isMany ? tick : undefined,
    onKey: event => copyScript(event, command, argumentsOf(steps.slice(0, now.at), now.answers, given)),
  }
}
