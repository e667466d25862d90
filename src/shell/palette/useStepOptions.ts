import { useAtomValue } from 'jotai'
import { useEffect, useMemo, useState } from 'react'
import { localeAtom } from '../../data/language.ts'
import type { RowValues } from '../../data/records/row.ts'
import { optionsOf } from './state/stepOptions.ts'
import type { PaletteStep, StepOption } from './state/steps.ts'

const pause = 150
const none: readonly StepOption[] = []

interface Found {
  readonly step: PaletteStep
  readonly q: string
  readonly options: readonly StepOption[]
  readonly fieldError?: string
}

export interface StepOptions {
  readonly options: readonly StepOption[]
  readonly isStale: boolean
  readonly fieldError: string | undefined
}

/** Options for the typed text; previous ones meanwhile. */
export function useStepOptions(step: PaletteStep | undefined, typed: string, row: RowValues): StepOptions {
  const locale = useAtomValue(localeAtom)
  const [found, setFound] = useState<Found | null>(null)
  const q = typed.trim()
  const isRemote =
    step !== undefined && (step.kind === 'rows' || (step.kind === 'choice' && step.field.to !== undefined))
  const atHand = useMemo(() => {
    if (!step || isRemote) return null
    const options = optionsOf(step, q, row, locale, new AbortController().signal)
    return options instanceof Promise ? null : options
  }, [step, isRemote, q, row, locale])

  useEffect(() => {
    if (!step || !isRemote) return undefined
    const controller = new AbortController()
    const ask = async () => {
      const answer = await Promise.resolve(optionsOf(step, q, row, locale, controller.signal)).then(
        options => ({ step, q, options }),
        (error: unknown) => ({
          step,
          q,
          options: none,
          fieldError: error instanceof Error ? error.message : String(error),
        }),
      )
      if (!controller.signal.aborted) setFound(answer)
    }
    const timer = setTimeout(ask, q === '' ? 0 : pause)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [step, isRemote, q, row, locale])

  if (atHand) return { options: atHand, isStale: false, fieldError: undefined }
  const own = found?.step === step ? found : null
  return { options: own?.options ?? none, isStale: own?.q !== q, fieldError: own?.fieldError }
}
