import { useAtomValue } from 'jotai'
import { useEffect, useMemo, useState } from 'react'
import { paletteEntriesAtom } from '../../commands/commandSearch.ts'
import type { Command } from '../../commands/core/command.ts'
import { contextAtom } from '../../commands/core/context.ts'
import { recentsAtom } from '../../commands/core/recents.ts'
import { findCommand, isPermitted } from '../../commands/core/registry.ts'
import { type CommandLine, commandLineOf, splitWords, takesWords } from '../../commands/search/commandLine.ts'
import type { PaletteEntry } from '../../commands/search/paletteEntries.ts'
import { isCommandLike, isWholeName, modeOf, ranked } from '../../commands/search/search.ts'
import { localeAtom } from '../../data/language.ts'
import { memoized } from '../../data/memo.ts'
import { store } from '../../data/store.ts'
import { type LineValues, valuesOf } from './state/lineValues.ts'

const pause = 150
const maxNamed = 8

/** A page stands for a new record. */
function findNamed(text: string, entries: readonly PaletteEntry[]): Command | undefined {
  const { page } = store.get(contextAtom)
  const { hits } = ranked(text, entries, store.get(recentsAtom), { page }, maxNamed)
  const named = hits.filter(isWholeName).map(({ entry }) => findCommand(entry.page ? `${entry.page}.new` : entry.id))
  return named.find(command => command !== undefined && takesWords(command) && isPermitted(command))
}

const knownNames = memoized((_entries: readonly PaletteEntry[]) => new Map<string, Command | undefined>())
const maxKnown = 64

function commandNamed(text: string, entries: readonly PaletteEntry[]): Command | undefined {
  const known = knownNames(entries)
  const key = `${store.get(contextAtom).page} ${text}`
  if (known.has(key)) return known.get(key)
  if (known.size >= maxKnown) known.clear()
  const command = findNamed(text, entries)
  known.set(key, command)
  return command
}

export interface CommandLineState {
  readonly line: CommandLine | null
  readonly values: LineValues | null
}

/** Line of a command, where the query finds no command itself. */
export function useCommandLine(query: string): CommandLineState {
  const locale = useAtomValue(localeAtom)
  const entries = useAtomValue(paletteEntriesAtom)
  const line = useMemo(() => {
    const isLine = modeOf(query).mode === 'all' && splitWords(query).length > 1 && !isCommandLike(query, entries)
    return isLine ? commandLineOf(query, text => commandNamed(text, entries)) : null
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
