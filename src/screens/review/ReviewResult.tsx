import { Tabs } from '@base-ui/react/tabs'
import { useMemo, useState } from 'react'
import { type ReviewAnswer, type SectionName, sections, sectionsOf } from '../../contract/review/sections.ts'
import { navigate } from '../../data/tabs.ts'
import { lineColumnsOf } from '../../tables/columns.ts'
import { Grid } from '../../tables/grid/Grid.tsx'
import type { Sort } from '../../tables/grid/source.ts'
import tabs from '../../tables/tabs.module.css'
import { useText } from '../../tables/useText.ts'
import styles from './ReviewScreen.module.css'
import { readOnlySource, sorted } from './rows.ts'

/** The answer of a trace: its counts, and a grid for each section. */
export function ReviewResult({ answer, isBusy }: { answer: ReviewAnswer; isBusy: boolean }) {
  const text = useText()
  const names = sectionsOf[answer.direction]
  const [shown, setShown] = useState<SectionName>(names[0] as SectionName)
  const current = names.includes(shown) ? shown : (names[0] as SectionName)
  return (
    <section className={styles.result} aria-busy={isBusy || undefined} aria-label={text(`review${answer.direction}`)}>
      <dl className={styles.summary}>
        <div className={styles.roots}>
          <dt>{text('review.rootLots')}</dt>
          <dd title={answer.rootLots.join(', ')}>{answer.rootLots.join(', ')}</dd>
        </div>
        {Object.entries(answer.counts).map(([name, count]) => (
          <div key={name} data-count={name}>
            <dt>{text(`review.count.${name}`)}</dt>
            <dd>{count}</dd>
          </div>
        ))}
        <div>
          <dt>{text('review.asOfSeq')}</dt>
          <dd>
            {answer.asOfSeq} <small>{text('review.elapsed', { milliseconds: answer.elapsedMs })}</small>
          </dd>
        </div>
      </dl>
      <Tabs.Root className={styles.tabs} value={current} onValueChange={value => setShown(value as SectionName)}>
        <Tabs.List className={tabs.tabList} activateOnFocus>
          {names.map(name => (
            <Tabs.Tab key={name} value={name} className={tabs.tab} data-section={name}>
              {text(name)}
              <span className={tabs.badge}>{answer.sections[name]?.length ?? 0}</span>
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={current} className={tabs.panel}>
          <Section key={current} name={current} rows={answer.sections[current] ?? []} />
        </Tabs.Panel>
      </Tabs.Root>
    </section>
  )
}

/** Where a row leads: the lot it names, or the dealer. */
function pathOf(row: Readonly<Record<string, unknown>>): string | null {
  if (row.dealerId) return `/dealer/${row.dealerId}`
  return row.lotId ? `/stocklot/${row.lotId}` : null
}

function Section({ name, rows }: { name: SectionName; rows: readonly Readonly<Record<string, unknown>>[] }) {
  const text = useText()
  const [sort, setSort] = useState<Sort>([])
  const ordered = useMemo(() => sorted(rows, sort), [rows, sort])
  const source = useMemo(() => readOnlySource(ordered), [ordered])
  const columns = useMemo(
    () => lineColumnsOf(sections[name], text).map(column => ({ ...column, readOnly: true, sortable: true })),
    [name, text],
  )
  return (
    <Grid
      name={name}
      label={text(name)}
      columns={columns}
      source={source}
      sort={sort}
      onSort={setSort}
      empty={text('review.nothing')}
      onOpen={index => {
        const path = pathOf(ordered[index] ?? {})
        if (path) navigate(path)
      }}
    />
  )
}
