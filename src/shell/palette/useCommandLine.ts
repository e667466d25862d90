import { useAtomValue } from 'jotai'
import { useEffect, useMemo, useState } from 'react'
import { paletteEntriesAtom, searchCommands } from '../../commands/app.ts'
import type { Command } from '../../commands/core/command.ts'
import { findCommand, isPermitted } from '../../commands/core/registry.ts'
import { type CommandLine, commandLineOf, splitWords, takesWords } from '../../commands/search/commandLine.ts'
import { isCommandLike, isWholeName, modeOf } from '../../commands/search/search.ts'
import { localeAtom } from '../../data/language.ts'
import { type LineValues, valuesOf } from './state/lineValues.ts'

const pause = 150
const maxNamed = 8

/** A page stands for a new record. */
function commandNamed(text: string): Command | undefined {
  const { hits } = searchCommands(text, maxNamed)
  const named = hits.filter(isWholeName).map(({ entry }) => findCommand(entry.page ? `${entry.page}.new` : entry.id))
  return named.find(command => command !== undefined && takesWords(command) && isPermitted(command))
}

export interface CommandLineState {
  readonly line: CommandLine | null
  readonly values: LineValues | null
}

/** Only where the query finds no command itself. */
export function useCommandLine(query: string): CommandLineState {
  const locale = useAtomValue(localeAtom)
  const entries = useAtomValue(paletteEntriesAtom)
  const line = useMemo(() => {
    const isLine = modeOf(query).mode === 'all' && splitWords(query).length > 1 && !isCommandLike(query, entries)
    return isLine ? commandLineOf(query, commandNamed) : null
  }, [query, entries])
  const [values, setValues] = useState<LineValues | null>(null)
  useEffect(() => {
    if (!line) return undefined
    const controller = new AbortController()
    const timer = setTimeout(async () => {
      const read = await valuesOf(line, locale, controller.signal)
      if (!controller.signal.aborted) setValues(read)
    }, pause)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [line, locale])
  return { line, values: values?.line === line ? values : null }
}
