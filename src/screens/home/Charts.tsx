import type { HomeChart } from '#contract/system/home.ts'
import { plural } from '../../data/entityNames.ts'
import controls from '../../ui/controls.module.css'
import { PageLink } from '../../ui/PageLink.tsx'
import { PartSuspense, part } from '../../ui/part.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useText } from '../../ui/useText.ts'
import styles from './Charts.module.css'
import { isEmptyChart, shownFigure } from './chartFigures.ts'
import { SpanBars } from './SpanBars.tsx'

const BarChart = part(() => import('./BarChart.tsx'))

const maxBeside = 2

/** Charts beside and below the work; none without figures. */
export function splitCharts(charts: readonly HomeChart[]) {
  if (charts.every(chart => isEmptyChart(chart) && chart.unweighed === 0)) return { beside: [], below: [] }
  const beside = charts.filter(chart => !isEmptyChart(chart)).slice(0, maxBeside)
  return { beside, below: charts.filter(chart => !beside.includes(chart)) }
}

interface ChartListProps {
  readonly charts: readonly HomeChart[]
  readonly title: string
  readonly isWide?: boolean
}

/** Charts, 300 px high each, with an accessible data table. */
export function ChartList({ charts, title, isWide }: ChartListProps) {
  const text = useText()
  if (charts.length === 0) return null
  return (
    <section className={styles.charts} data-wide={isWide || undefined} aria-label={title}>
      {charts.map(chart => (
        <figure key={chart.key} className={styles.chart} data-chart={chart.key}>
          <figcaption className={styles.caption}>{text(`home.${chart.key}`)}</figcaption>
          <div className={styles.drawing}>
            <Drawing chart={chart} />
          </div>
          {chart.unweighed > 0 ? (
            <p className={styles.unweighed}>{text('home.unweighed', { count: chart.unweighed })}</p>
          ) : null}
          {isOfSpans(chart) ? null : <Figures chart={chart} />}
        </figure>
      ))}
    </section>
  )
}

const isOfSpans = ({ points }: HomeChart) => points.some(({ label }) => label !== undefined)

function Drawing({ chart }: { chart: HomeChart }) {
  const text = useText()
  if (isEmptyChart(chart))
    return (
      <div className={styles.empty}>
        {chart.unweighed > 0 ? null : <p>{text(`home.${chart.key}.empty`)}</p>}
        <PageLink className={controls.button} href={`/${chart.entity}`}>
          {plural(chart.entity)}
        </PageLink>
      </div>
    )
  if (isOfSpans(chart)) return <SpanBars chart={chart} />
  return (
    <PartSuspense fallback={<Skeleton shape="chart" />}>
      <BarChart chart={chart} />
    </PartSuspense>
  )
}

export function ChartFrames() {
  return (
    <div className={styles.charts} aria-hidden="true">
      {['a', 'b'].map(place => (
        <div key={place} className={styles.chart}>
          <div className={styles.caption}>&nbsp;</div>
          <div className={styles.drawing}>
            <Skeleton shape="chart" />
          </div>
        </div>
      ))}
    </div>
  )
}

function Figures({ chart }: { chart: HomeChart }) {
  const text = useText()
  return (
    <table className={styles.figures}>
      <caption>{text(`home.${chart.key}`)}</caption>
      <thead>
        <tr>
          <th scope="col">{text('home.day')}</th>
          {chart.series.map(name => (
            <th key={name} scope="col">
              {text(`home.${chart.key}.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {chart.points.map(point => (
          <tr key={point.from}>
            <th scope="row">{point.from}</th>
            {point.values.map((value, index) => (
              <td key={chart.series[index]}>{shownFigure(chart, value)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
