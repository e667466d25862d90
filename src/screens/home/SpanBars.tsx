import type { HomeChart } from '#contract/system/home.ts'
import { PageLink } from '../../ui/PageLink.tsx'
import { useText } from '../../ui/useText.ts'
import styles from './Charts.module.css'
import { addressOfPoint, axisFigure, sumOf } from './chartFigures.ts'

/** Spans of a chart: bar, figure and records, linked to the list. */
export function SpanBars({ chart }: { chart: HomeChart }) {
  const text = useText()
  const { key, points, series } = chart
  const whole = Math.max(...points.map(sumOf)) || 1
  return (
    <>
      <p className={styles.legend} aria-hidden="true">
        {series.map((name, at) => (
          <span key={name} data-series={at}>
            {text(`home.${key}.${name}`)}
          </span>
        ))}
      </p>
      <ul className={styles.spans}>
        {points.map(point => (
          <li key={point.label}>
            <PageLink
              className={styles.span}
              href={addressOfPoint(chart, point)}
              data-span={point.label}
              data-bare={point.count === 0 || undefined}
            >
              <span className={styles.spanName}>{text(`home.${key}.${point.label}`)}</span>
              <span className={styles.spanBar} aria-hidden="true">
                {point.values.map((value, at) => (
                  <i
                    key={series[at]}
                    data-series={at}
                    hidden={!value}
                    style={{ inlineSize: `${(100 * (value ?? 0)) / whole}%` }}
                  />
                ))}
              </span>
              <span className={styles.spanFigure}>{axisFigure(chart, sumOf(point))}</span>
              <span className={styles.spanCount}>{text('home.lots', { count: point.count ?? 0 })}</span>
            </PageLink>
          </li>
        ))}
      </ul>
    </>
  )
}
