import { useAtomValue } from 'jotai'
import { useEffect, useMemo, useState } from 'react'
import { calculate } from '#contract/schema/expression.ts'
import { paletteEntriesAtom, searchCommands } from '../../commands/commandSearch.ts'
import type { Command } from '../../commands/core/command.ts'
import { contextAtom } from '../../commands/core/context.ts'
import { forgetUse, recentsAtom } from '../../commands/core/recents.ts'
import { findCommand } from '../../commands/core/registry.ts'
import { targetOf } from '../../commands/core/target.ts'
import { reasonAgainst } from '../../commands/gate/availability.ts'
import { execute } from '../../commands/gate/execute.ts'
import { paletteRequestAtom } from '../../commands/gate/prompts.ts'
import { runningAtom } from '../../commands/gate/singleFlight.ts'
import { isMod } from '../../commands/keys/keyBindings.ts'
import { findRecords, mayNameRecord } from '../../commands/recordSearch.ts'
import type { FoundRecord } from '../../commands/search/foundRecords.ts'
import { type Mode, modeOf, type Ranked } from '../../commands/search/search.ts'
import { searchDueAtom } from '../../commands/search/searchDue.ts'
import { normalize } from '../../commands/search/searchText.ts'
import { locationAtom, navigate, pathOfAddress } from '../../data/location.ts'
import { recentTabsAtom } from '../../data/session/tabs.ts'
import { store } from '../../data/store.ts'
import { keyHere } from '../../ui/commandLook.ts'
import { ariaKeys } from '../../ui/keyboard/keyNames.ts'
import { useText } from '../../ui/useText.ts'
import { closeOverlay } from '../frame/overlays.ts'
import { OfferRow } from './OfferRow.tsx'
import { copyScript, copyText } from './state/copying.ts'
import { completedLine, lineArguments, lineChips } from './state/lineChips.ts'
import { reasonAgainstLine, runLine } from './state/lineRun.ts'
import { entered, queryOf } from './state/modes.ts'
import {
  ambiguousTitles,
  firstOffer,
  type Group,
  maxOffers,
  type Offer,
  offersOf,
  type Placed,
} from './state/offers.ts'
import { lastQueryAtom } from './state/paletteState.ts'
import type { Pane, PaneItem } from './state/pane.ts'
import { runChosen } from './state/running.ts'
import { first, type Selected, selectedIndex, selectionAt } from './state/selection.ts'
import { teachKey } from './state/teaching.ts'
import { useCommandLine } from './useCommandLine.ts'

const pause = 150
const none: readonly FoundRecord[] = []

interface FoundRecords {
  readonly records: readonly FoundRecord[]
  readonly isSearching: boolean
  /** Request sent; a spinner before that would cost typing time. */
  readonly isAsked: boolean
}

const nothing: FoundRecords = { records: none, isSearching: false, isAsked: false }

/** Debounced record search; further typing aborts. */
function useFoundRecords(query: string): FoundRecords {
  const [found, setFound] = useState({ query: '', records: none })
  const [asked, setAsked] = useState<string | null>(null)
  const isNamed = mayNameRecord(query)
  useEffect(() => {
    if (!isNamed) return undefined
    const controller = new AbortController()
    store.set(searchDueAtom, true)
    const timer = setTimeout(async () => {
      setAsked(query)
      const records = await findRecords(query, controller.signal).finally(() => {
        if (!controller.signal.aborted) store.set(searchDueAtom, false)
      })
      if (controller.signal.aborted) return
      setAsked(null)
      setFound({ query, records })
    }, pause)
    return () => {
      clearTimeout(timer)
      controller.abort()
      store.set(searchDueAtom, false)
      setAsked(null)
    }
  }, [query, isNamed])
  if (!isNamed) return nothing
  // Stale results of another query are hidden.
  if (found.query === query) return { records: found.records, isSearching: false, isAsked: false }
  return { records: none, isSearching: true, isAsked: asked === query }
}

function soleRecord(records: readonly FoundRecord[], typed: string): FoundRecord | undefined {
  const named = records.filter(({ title }) => normalize(title) === normalize(typed))
  return named.length === 1 ? named[0] : records.length === 1 ? records[0] : undefined
}

const open = ({ path }: FoundRecord) => {
  closeOverlay()
  navigate(path)
}

function useHits(query: string, isSelection: boolean): Ranked {
  const entries = useAtomValue(paletteEntriesAtom)
  const recents = useAtomValue(recentsAtom)
  // Focus context changes on opening; available commands do not.
  const { page, route, selection, record, dirty } = useAtomValue(contextAtom)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the search reads all of these from the store
  const found = useMemo(
    () => searchCommands(query, isSelection ? Number.POSITIVE_INFINITY : maxOffers),
    [query, isSelection, entries, recents, page, route, selection, record, dirty],
  )
  const entity = selection?.entity ?? record?.entity
  return useMemo(() => {
    if (!isSelection) return found
    const hits = found.hits.filter(({ entry }) => entry.onRows && entry.entity === entity)
    return { hits, total: hits.length }
  }, [found, isSelection, entity])
}

function useRunning(): readonly string[] {
  const running = useAtomValue(runningAtom)
  return useMemo(() => [...running.keys()].filter(id => !id.startsWith('palette.')), [running])
}

function useOtherTabs(): readonly string[] {
  const tabs = useAtomValue(recentTabsAtom)
  const here = pathOfAddress(useAtomValue(locationAtom))
  return useMemo(() => tabs.map(({ url }) => url).filter(url => pathOfAddress(url) !== here), [tabs, here])
}

interface Asked {
  readonly mode: Mode
  readonly text: string
  readonly isSelection: boolean
}

export function useSearch(): Pane {
  const say = useText()
  const [{ mode, text, isSelection }, ask] = useState<Asked>(() => {
    const request = store.get(paletteRequestAtom)
    return { ...entered('all', request?.query ?? ''), isSelection: request?.mode === 'selection' }
  })
  const [selected, select] = useState<Selected>(first)
  const [fieldError, setError] = useState<string | undefined>()
  useEffect(() => () => store.set(paletteRequestAtom, null), [])

  const query = queryOf(mode, text)
  const { hits, total } = useHits(query, isSelection)
  const { line, values } = useCommandLine(isSelection ? '' : query)
  const { records, isSearching, isAsked } = useFoundRecords(isSelection || line ? '' : query)
  const tabs = useOtherTabs()
  const running = useRunning()
  const { selection, record } = useAtomValue(contextAtom)
  const chosen = selection?.ids.length ?? (record ? 1 : 0)

  const offers = useMemo(
    () =>
      offersOf({
        mode,
        text: text.trim(),
        hits,
        records,
        line: line?.command.id ?? null,
        mayCome: mayNameRecord(query),
        tabs: isSelection ? [] : tabs,
        running: isSelection ? [] : running,
        value: mode === 'calculate' ? (calculate(text)?.value ?? null) : null,
        isChosen: chosen > 0,
      }),
    [mode, text, hits, records, line, query, tabs, running, isSelection, chosen],
  )
  const items = useMemo(() => {
    const ambiguous = ambiguousTitles(offers)
    const headed = (group: Group) => say(`palette.section.${group}`, { count: chosen })
    return offers.map(placed => itemOf(placed, text, ambiguous, headed))
  }, [offers, text, chosen, say])
  const active = selected.id === null ? firstOffer(offers) : selectedIndex(selected, items)

  // Enter before the values arrived: run when they do.
  const [awaited, setAwaited] = useState<string | null>(null)
  const change = (asked: Partial<Asked>) => {
    ask(before => ({ ...before, ...asked }))
    select(first)
    setError(undefined)
    setAwaited(null)
  }
  const chooseLine = () => {
    if (!line || !values) return setAwaited(query)
    setAwaited(null)
    const reason = reasonAgainst(line.command, 'palette', lineArguments(values)) ?? reasonAgainstLine(values)
    if (reason !== undefined) return setError(reason)
    void runLine(values)
  }
  const isDue = awaited === query && (line ? values !== null : !isSearching)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each line or record that was waited for
  useEffect(() => {
    if (!isDue) return
    const record = soleRecord(records, text)
    if (line) chooseLine()
    else if (record) open(record)
    else setAwaited(null)
  }, [isDue])

  const choose = (at: number) => {
    const offer = offers[at]?.offer
    if (!offer) return isSearching ? setAwaited(query) : undefined
    store.set(lastQueryAtom, query)
    if (offer.kind === 'running') return store.get(runningAtom).get(offer.command)?.cancel()
    if (offer.kind === 'mode') return change({ mode: offer.mode, text: '' })
    if (offer.kind === 'line') return chooseLine()
    if (offer.kind === 'command') return runCommand(offer.hit.entry.id)
    closeOverlay()
    if (offer.kind === 'value') void copyText(offer.value)
    else navigate(offer.kind === 'tab' ? offer.url : offer.record.path)
  }
  const runCommand = (id: string) => {
    const command = findCommand(id)
    if (!command) return
    const reason = reasonAgainst(command, 'palette')
    if (reason !== undefined) return setError(reason)
    void runChosen(command).then(result => teachKey(command, result))
  }

  const onKey = (event: React.KeyboardEvent<HTMLInputElement>, at: number) => {
    const offer = offers[at]?.offer
    if (event.key === 'Tab' && !event.shiftKey && values) {
      const completed = completedLine(text, values)
      if (completed !== null) change({ text: completed })
      return completed !== null
    }
    const command = offer?.kind === 'command' ? findCommand(offer.hit.entry.id) : undefined
    if (!command) return false
    if (event.key === 'Enter' && event.shiftKey) {
      closeOverlay()
      void execute('keys.assign', { command: command.id }, { surface: 'palette' })
      return true
    }
    if (event.key === 'Delete' && isMod(event)) {
      forgetUse(command.id)
      return true
    }
    const ids = command.rows ? targetOf(command.rows.entity.name, store.get(contextAtom)).ids : []
    return copyScript(event, command, ids.length > 0 ? { ids } : {})
  }

  const help = offers.filter(({ offer }) => offer.kind === 'mode').length
  return {
    label: say('palette.ask'),
    placeholder: say(
      isSelection
        ? 'palette.placeholder.selection'
        : mode === 'all'
          ? 'palette.placeholder'
          : `palette.placeholder.${mode}`,
    ),
    chips: [
      ...(isSelection
        ? [{ id: 'selection', kind: 'mode' as const, text: say('palette.section.selection', { count: chosen }) }]
        : []),
      ...(mode === 'all' ? [] : [{ id: mode, kind: 'mode' as const, text: say(`palette.mode.${mode}`) }]),
    ],
    ...(line ? { understood: values ? lineChips(values, say) : [] } : {}),
    value: text,
    isBusy: isAsked || (line !== null && values === null),
    fieldError: fieldError && say(fieldError),
    items,
    active,
    nothing: nothingIn(mode, text, isSearching, say),
    count: mode === 'calculate' ? '' : say('palette.count', { count: help + total + records.length + (line ? 1 : 0) }),
    notes: [
      ...notesOf(mode, text, offers[active]?.offer, say),
      ...(values && completedLine(text, values) !== null ? [{ keys: 'tab', text: say('palette.line.complete') }] : []),
    ],
    type: typed => change(entered(mode, typed)),
    move: to => {
      select(selectionAt(to, items))
      setError(undefined)
    },
    choose,
    back: () => change(mode === 'all' ? { isSelection: false } : { mode: 'all' }),
    escape: () => (text === '' ? closeOverlay() : change({ text: '' })),
    onKey,
  }
}

function itemOf(
  placed: Placed,
  typed: string,
  ambiguous: ReadonlySet<string>,
  headed: (group: Group) => string,
): PaneItem {
  const { offer, group } = placed
  const entry = offer.kind === 'command' ? offer.hit.entry : undefined
  const command = entry && findCommand(entry.id)
  const isAmbiguous = entry !== undefined && ambiguous.has(entry.title)
  return {
    id: offer.id,
    draw: () => <OfferRow offer={offer} typed={typed} isAmbiguous={isAmbiguous} />,
    ...(group ? { group: headed(group) } : {}),
    ...(entry ? { command: entry.id } : {}),
    ...(command
      ? { isEnabled: () => reasonAgainst(command, 'palette') === undefined, keys: () => spoken(command) }
      : {}),
    ...markOf(offer),
  }
}

const spoken = (command: Command) => {
  const key = keyHere(command, store.get(contextAtom).page)
  return key === undefined ? undefined : ariaKeys([key])
}

const markOf = (offer: Offer) => (offer.kind === 'record' ? { record: offer.record.path } : {})

/** Key hints of the selection; help lists all. */
function notesOf(mode: Mode, text: string, offer: Offer | undefined, say: (key: string) => string): Pane['notes'] {
  const isCommand = offer?.kind === 'command'
  const forCommand = [
    { keys: 'shift+enter', text: say('palette.assign') },
    ...(mode === 'help' ? [{ keys: 'mod+shift+c', text: say('palette.copyScript') }] : []),
    ...(mode === 'help' ? [{ keys: 'mod+delete', text: say('palette.forget') }] : []),
  ]
  return [
    {
      keys: 'enter',
      text: say(
        mode === 'calculate' ? 'palette.copy' : isCommand || offer?.kind === 'line' ? 'palette.run' : 'palette.open',
      ),
    },
    ...(isCommand || mode === 'help' ? forCommand : []),
    ...(mode === 'all' && text === '' ? [{ keys: '?', text: say('palette.mode.help') }] : []),
  ]
}

function nothingIn(mode: Mode, text: string, isSearching: boolean, say: (key: string) => string): Pane['nothing'] {
  if (isSearching) return { title: say('grid.searching') }
  if (mode === 'calculate')
    return { title: say(text.trim() === '' ? 'palette.placeholder.calculate' : 'palette.noValue') }
  const isEmpty = modeOf(text).text === ''
  if (mode === 'records' || mode === 'people') {
    if (isEmpty) return { title: say(`palette.placeholder.${mode}`) }
    return { title: say('grid.nothingFound'), hint: say('palette.noRecordHint') }
  }
  return { title: say('palette.none'), hint: say('palette.noneHint') }
}
