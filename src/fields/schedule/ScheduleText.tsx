import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { localeAtom } from '../../data/language.ts'
import { useText } from '../../ui/useText.ts'
import { frequentOf } from './frequent.ts'

type CronWords = typeof import('./cronWords.ts')

/** Library of words, once asked for. */
export function useCronWords(isNeeded: boolean): CronWords | undefined {
  const [words, setWords] = useState<CronWords>()
  useEffect(() => {
    if (isNeeded) void import('./cronWords.ts').then(setWords, () => undefined)
  }, [isNeeded])
  return words
}

/** Cron expression in words; as it is until they have come. */
export function ScheduleText({ cron }: { readonly cron: string }) {
  const text = useText()
  const locale = useAtomValue(localeAtom)
  const frequent = frequentOf(cron, locale)
  const words = useCronWords(frequent === null)
  return (
    <span>
      {frequent ? text(`schedule.${frequent.kind}`, frequent.values) : (words?.cronInWords(cron, locale) ?? cron)}
    </span>
  )
}
