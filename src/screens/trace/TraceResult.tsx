import { Tabs } from '@base-ui/react/tabs'
import { useAtomValue } from 'jotai'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Entity } from '#contract/schema/entity.ts'
import { type SectionName, sectionsOf } from '#contract/trace/sectionNames.ts'
import { sections } from '#contract/trace/sections.ts'
import type { TraceQuestion } from '#contract/trace/trace.ts'
import type { TraceAnswer } from '#contract/trace/traceAnswer.ts'
import type { ToolbarEntry } from '../../commands/core/command.ts'
import { setContext } from '../../commands/core/context.ts'
import { findCommand, isPermitted, registryVersionAtom } from '../../commands/core/registry.ts'
import { navigate } from '../../data/location.ts'
import { onRecovery } from '../../data/realtime/recovery.ts'
import type { RowId } from '../../data/records/row.ts'
import { rereadUnanswered } from '../../data/records/rows.ts'
import type { RowWindow } from '../../data/records/rowWindow.ts'
import { grantsAtom } from '../../data/session/permittedMenu.ts'
import { sequence } from '../../data/store.ts'
import { type SectionQuery, sectionWindow } from '../../data/trace/traceRows.ts'
import { askedOf, graph, showSection, type Trace, type TraceDirection } from '../../data/trace/traces.ts'
import type { GridSource, Sort } from '../../grid/state/source.ts'
import { Grid } from '../../grid/view/Grid.tsx'
import { lineColumnsOf } from '../../tables/columns/columns.ts'
import { MoreMenu } from '../../tables/toolbar/MoreMenu.tsx'
import { Button } from '../../ui/Button.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Failure } from '../../ui/Failure.tsx'
import { useFrontEffect } from '../../ui/front.ts'
import { PartSuspense, part } from '../../ui/part.tsx'
import screen from '../../ui/Screen.module.css'
import { Skeleton } from '../../ui/Skeleton.tsx'
import tabs from '../../ui/tabs.module.css'
import { useFitting } from '../../ui/useFitting.ts'
import { usePhone } from '../../ui/usePhone.ts'
import { useTabStrip } from '../../ui/useTabStrip.ts'
import { useText } from '../../ui/useText.ts'
import { type Checked, checkedOf, isOfNow, leadsTo, type Subject, selectionOf } from './chosen.ts'
import { usePrintPreload } from './Printing.tsx'
import { DealerCards, SectionCards } from './TraceCards.tsx'
import styles from './TraceScreen.module.css'
import { TraceSummary } from './TraceSummary.tsx'

const ofLots: Subject = { entity: 'stocklot', record: 'lotId' }
const ofDealers: Subject = { entity: 'dealer', record: 'dealerId' }

/** Row subject per section; null for people and readings. */
const subjects: Readonly<Record<SectionName, Subject | null>> = {
  reviewsourcelot: ofLots,
  reviewuse: ofLots,
  reviewproductlot: ofLots,
  reviewdealer: ofDealers,
  reviewstoppable: ofLots,
  reviewpallet: ofLots,
  reviewcase: ofLots,
  reviewbalance: ofLots,
  reviewsibling: ofLots,
  reviewproduct: ofLots,
  reviewmaterial: ofLots,
  reviewinspection: ofLots,
  reviewprocess: null,
  reviewpeople: null,
  reviewenvironment: null,
}

function offersOf({ direction }: TraceAnswer, subject: Subject | null, name: SectionName): readonly ToolbarEntry[] {
  if (subject === ofDealers) return [{ command: 'dealer.copyPhone', icon: 'phone-call' }]
  if (subject === null) return []
  return [
    { command: `review${direction}.leaveOut`, label: 'review.leaveOut', icon: 'circle-x' },
    ...(name === 'reviewuse'
      ? [{ command: `review${direction}.leaveBatchOut`, label: 'review.leaveBatchOut', icon: 'circle-x' }]
      : []),
    { command: `review${direction}.only`, label: 'review.only', icon: 'git-branch' },
  ]
}

function useChosen(
  subject: Subject | null,
  source: GridSource,
  checked: Checked,
  active: RowId | undefined,
  now: boolean,
): void {
  useFrontEffect(() => {
    const current = active === undefined ? undefined : source.row(source.indexOf?.(active) ?? -1)
    const isChecked = checked.size > 0
    const rows = isChecked ? [...checked.values()] : current ? [current] : []
    setContext({ selection: subject && selectionOf(subject, rows, { isChecked, now }), record: null })
  }, [subject, source, checked, active, now])
  useFrontEffect(() => () => setContext({ selection: null }), [])
}

const entityOf = (name: SectionName): Entity => sections[name]

interface SectionProps {
  answer: TraceAnswer
  asked: TraceQuestion
  name: SectionName
}

const nothing: Checked = new Map()

/** Section rows, paged and sorted by the server. */
function TraceSection({ answer, asked, name }: SectionProps) {
  const text = useText()
  const isPhone = usePhone()
  const [sort, setSort] = useState<Sort>(() => {
    const order = isPhone ? entityOf(name).order : undefined
    return sectionWindow(answer, asked, name, order).query.sort
  })
  const [checked, setChecked] = useState(nothing)
  const [active, setActive] = useState<RowId>()
  const window = sectionWindow(answer, asked, name, sort)
  const version = useAtomValue(window.versionAtom)
  const subject = subjects[name]
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version is what says that the window answers differently
  const source = useMemo(() => sectionSource(window, subject?.record ?? 'lotId'), [window, subject, version])
  const columns = useMemo(() => {
    const all = lineColumnsOf(sections[name], text)
    // Levels and amounts name no record.
    const key = Math.max(
      0,
      all.findIndex(({ kind }) => kind.align !== 'end'),
    )
    return all.map((column, at) => ({
      ...column,
      readOnly: true,
      sortable: true,
      ...(at === key ? { isKey: true } : {}),
    }))
  }, [name, text])
  const selection = useMemo(() => new Set(checked.keys()), [checked])
  useChosen(subject, source, checked, active, isOfNow(asked))
  // Lazy sections load when opened.
  useEffect(() => {
    if (window.total() === null) window.ensure(0, 0)
  }, [window])
  useEffect(() => onRecovery(() => rereadUnanswered([window])), [window])
  // Row ids are positions: a new answer or order invalidates them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another window or order is what the checks do not outlive
  useEffect(() => setChecked(nothing), [window, window.query.sort])
  const error = window.error()
  const isOfLots = subject === ofLots
  const addressAt = (index: number) => leadsTo(source.row(index) ?? {}) ?? undefined
  const check = (ids: ReadonlySet<RowId>) => setChecked(before => checkedOf(before, ids, source))
  if (isPhone && name === 'reviewdealer')
    return <DealerCards answer={answer} asked={asked} label={text(name)} empty={<EmptySection name={name} />} />
  const Rows = isPhone ? SectionCards : Grid
  return (
    <Rows
      name={name}
      {...(isOfLots ? { entity: subject.entity, selection, onSelection: check } : {})}
      offers={offersOf(answer, subject, name)}
      label={text(name)}
      columns={columns}
      source={source}
      query={window.query}
      sort={window.query.sort}
      onSort={next => {
        setSort(next)
        window.setQuery({ ...window.query, sort: next })
      }}
      onActive={(_index, id) => setActive(id)}
      loading={window.total() === null && !error}
      error={error ? <Failure error={error} /> : undefined}
      empty={<EmptySection name={name} />}
      addressOf={addressAt}
      onOpen={index => {
        const path = addressAt(index)
        if (path) navigate(path)
      }}
    />
  )
}

function EmptySection({ name }: { name: SectionName }) {
  const text = useText()
  return (
    <Empty title={text('review.nothing', { section: text(name) })} hint={text('review.nothingHint')}>
      <Button command="list.search" label={text('review.ask')} />
    </Empty>
  )
}

const TraceGraph = part(() => import('./graph/TraceGraph.tsx'))

interface ResultProps {
  answer: TraceAnswer
  trace: Trace
}

/** Trace answer: summary, actions, a grid per section. */
export function TraceResult({ answer, trace }: ResultProps) {
  const text = useText()
  const { direction } = answer
  const names = sectionsOf[direction]
  const { shown } = trace
  const strip = useTabStrip(shown)
  const isPhone = usePhone()
  // Graph bound to the answer's ledger position.
  const question = useMemo(() => ({ ...askedOf(trace.asked), asOfSeq: answer.asOfSeq }), [trace.asked, answer])
  return (
    <section
      className={styles.result}
      aria-busy={trace.state === 'processing' || undefined}
      aria-label={text(`review${direction}`)}
    >
      <TraceSummary answer={answer} trace={trace} />
      <TraceToolbar direction={direction} />
      <Tabs.Root className={styles.tabs} value={shown} onValueChange={next => showSection(direction, next)}>
        <Tabs.List ref={strip} className={tabs.tabList} activateOnFocus>
          {names.map(name => (
            <Tabs.Tab key={name} value={name} className={tabs.tab} data-section={name}>
              {text(name)}
              <span className={tabs.badge}>
                {isPhone && name === 'reviewdealer' ? answer.counts.dealers : (answer.sections[name]?.total ?? 0)}
              </span>
            </Tabs.Tab>
          ))}
          <Tabs.Tab value={graph} className={tabs.tab} data-section={graph}>
            {text('review.graph')}
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value={shown} className={tabs.panel} tabIndex={-1}>
          {shown === graph ? (
            <PartSuspense fallback={<Skeleton shape="graph" />}>
              <TraceGraph direction={direction} question={question} />
            </PartSuspense>
          ) : (
            <TraceSection key={shown} answer={answer} asked={trace.asked} name={shown} />
          )}
        </Tabs.Panel>
      </Tabs.Root>
    </section>
  )
}

type Entry = Required<Pick<ToolbarEntry, 'label'>> & ToolbarEntry

const words: readonly (readonly [word: string, look?: ToolbarEntry['look'], icon?: string])[] = [
  ['freeze', 'danger'],
  ['recall'],
  ['recallPlan'],
  ['analyse'],
  ['drill'],
  ['leaveOut'],
  ['only'],
  ['export', undefined, 'download'],
  ['exportCsv', undefined, 'download'],
  ['exportEpcis', undefined, 'download'],
  ['print'],
]

const entriesOf = (direction: TraceDirection): readonly Entry[] =>
  words.map(([word, look, icon]) => ({
    command: `review${direction}.${word}`,
    label: `review.${word}`,
    ...(look ? { look } : {}),
    ...(icon ? { icon } : {}),
  }))

function TraceToolbar({ direction }: { direction: TraceDirection }) {
  const text = useText()
  useAtomValue(registryVersionAtom)
  useAtomValue(grantsAtom)
  const row = useRef<HTMLDivElement>(null)
  const fitting = useFitting(row)
  const entries = entriesOf(direction).filter(({ command: id }) => {
    const command = findCommand(id)
    return command !== undefined && isPermitted(command)
  })
  const crowded = entries.slice(fitting)
  const preload = usePrintPreload(direction)
  return (
    <div className={styles.toolbar} role="toolbar" aria-label={text('tables.toolbar')}>
      <div className={screen.row} ref={row}>
        {entries.map(({ command, label, ...look }, index) => (
          <span key={command} className={screen.place} data-behind={index >= fitting || undefined}>
            <Button command={command} label={text(label)} {...look} />
          </span>
        ))}
      </div>
      {crowded.length > 0 ? <MoreMenu entries={crowded} forbidden={[]} onOpen={preload} /> : null}
    </div>
  )
}

// Read-only grid source of a trace section, loaded on view.

const recordIn = (value: unknown) => (typeof value === 'number' ? value : undefined)

const nextVersion = sequence()

/**
 * Grid source over loaded rows.
 * @param record field of the row's record id
 */
function sectionSource(window: RowWindow<SectionQuery>, record: 'lotId' | 'dealerId'): GridSource {
  return {
    count: window.total() ?? 0,
    version: nextVersion(),
    rowId: index => window.row(index)?.id,
    recordId: index => recordIn(window.row(index)?.[record]),
    row: index => window.row(index),
    indexOf: id => window.indexOf(id),
    state: () => 'clean',
    fieldError: () => undefined,
    editable: () => false,
    ensure: (from, to) => window.ensure(from, to),
    read: (from, to, signal, onRead) => window.read(from, to, signal, onRead),
  }
}
