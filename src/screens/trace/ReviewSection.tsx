import { useAtomValue } from 'jotai'
import { useEffect, useMemo, useState } from 'react'
import type { Values } from '#contract/schema/field.ts'
import { type ReviewAnswer, type SectionName, sections } from '#contract/trace/sections.ts'
import { setContext } from '../../commands/core/context.ts'
import type { ToolbarEntry } from '../../commands/entity/toolbarEntries.ts'
import type { RowId } from '../../data/records/records.ts'
import { navigate } from '../../data/session/tabs.ts'
import { sectionWindow } from '../../data/trace/reviewRows.ts'
import type { GridSource, Sort } from '../../grid/state/source.ts'
import { Grid } from '../../grid/view/Grid.tsx'
import { lineColumnsOf } from '../../tables/columns/columns.ts'
import { useText } from '../../ui/useText.ts'
import { type Checked, checkedOf, isOfNow, leadsTo, type Subject, selectionOf } from './chosen.ts'
import { sectionSource } from './sectionSource.ts'

const ofLots: Subject = { entity: 'stocklot', record: 'lotId' }
const ofDealers: Subject = { entity: 'dealer', record: 'dealerId' }

/** Row subject per section; null for people and readings. */
const subjects: Readonly<Record<SectionName, Subject | null>> = {
  reviewsourcelot: ofLots,
  reviewuse: ofLots,
  reviewproductlot: ofLots,
  reviewdealer: ofDealers,
  reviewstoppable: ofLots,
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

function offersOf({ direction }: ReviewAnswer, subject: Subject | null, name: SectionName): readonly ToolbarEntry[] {
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

/** Publishes the selected lots or dealer of a section to commands. */
function useChosen(
  subject: Subject | null,
  source: GridSource,
  checked: Checked,
  active: RowId | undefined,
  now: boolean,
): void {
  useEffect(() => {
    const current = active === undefined ? undefined : source.row(source.indexOf?.(active) ?? -1)
    const isChecked = checked.size > 0
    const rows = isChecked ? [...checked.values()] : current ? [current] : []
    setContext({ selection: subject && selectionOf(subject, rows, { isChecked, now }), record: null })
  }, [subject, source, checked, active, now])
  useEffect(() => () => setContext({ selection: null }), [])
}

interface SectionProps {
  answer: ReviewAnswer
  asked: Values
  name: SectionName
}

const nothing: Checked = new Map()

/** Section rows, paged and sorted by the server. */
export function ReviewSection({ answer, asked, name }: SectionProps) {
  const text = useText()
  const [sort, setSort] = useState<Sort>(() => sectionWindow(answer, asked, name).query.sort)
  const [checked, setChecked] = useState(nothing)
  const [active, setActive] = useState<RowId>()
  const window = sectionWindow(answer, asked, name, sort)
  const version = useAtomValue(window.versionAtom)
  const subject = subjects[name]
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version is what says that the window answers differently
  const source = useMemo(() => sectionSource(window, subject?.record ?? 'lotId'), [window, subject, version])
  const columns = useMemo(
    () => lineColumnsOf(sections[name], text).map(column => ({ ...column, readOnly: true, sortable: true })),
    [name, text],
  )
  const selection = useMemo(() => new Set(checked.keys()), [checked])
  useChosen(subject, source, checked, active, isOfNow(asked))
  // Lazy sections load when opened.
  useEffect(() => {
    if (window.total() === null) window.ensure(0, 0)
  }, [window])
  // Row ids are positions: a new answer or order invalidates them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another window or order is what the checks do not outlive
  useEffect(() => setChecked(nothing), [window, window.query.sort])
  const error = window.error()
  const isOfLots = subject === ofLots
  const check = (ids: ReadonlySet<RowId>) => setChecked(before => checkedOf(before, ids, source))
  return (
    <Grid
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
        window.ask({ ...window.query, sort: next })
      }}
      onActive={(_index, id) => setActive(id)}
      loading={window.total() === null && !error}
      error={error ? <p>{text('review.failedRows', { message: error.message })}</p> : undefined}
      empty={text('review.nothing')}
      onOpen={index => {
        const path = leadsTo(source.row(index) ?? {})
        if (path) navigate(path)
      }}
    />
  )
}
