import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  type ChartConfiguration,
  Legend,
  LinearScale,
  Tooltip,
} from 'chart.js'
import { useEffect, useRef } from 'react'
import type { HomeChart } from '#contract/system/home.ts'
import { navigate } from '../../data/location.ts'
import { useText } from '../../ui/useText.ts'
import styles from './Charts.module.css'
import { addressOfPoint, axisFigure, shownFigure } from './chartFigures.ts'

/** Current theme colours: the canvas has no style sheet. */
function colours(element: HTMLElement) {
  const of = (colour: string) => {
    // Computed colour: no `light-dark()` on a canvas. Fresh elements have no transition.
    const probe = document.createElement('span')
    probe.style.color = colour
    element.after(probe)
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  }
  const series = ['var(--accent)', 'var(--warning)']
  return {
    series: series.map(of),
    hovered: series.map(each => of(`color-mix(in oklch, ${each} 70%, var(--surface))`)),
    text: of('var(--text-muted)'),
    line: of('var(--line)'),
  }
}

type Say = ReturnType<typeof useText>

function configuration(chart: HomeChart, element: HTMLElement, text: Say): ChartConfiguration<'bar'> {
  const { series, hovered, text: ink, line } = colours(element)
  return {
    type: 'bar',
    data: {
      labels: chart.points.map(point => (point.from ?? '').slice(5)),
      datasets: chart.series.map((name, index) => ({
        label: text(`home.${chart.key}.${name}`),
        data: chart.points.map(point => point.values[index] ?? null),
        backgroundColor: series[index] ?? ink,
        hoverBackgroundColor: hovered[index] ?? ink,
        borderRadius: 3,
        maxBarThickness: 22,
      })),
    },
    options: {
      responsive: true,
      maintainAspectRatio: false,
      animation: false,
      interaction: { mode: 'index', intersect: false },
      scales: {
        x: {
          grid: { display: false },
          ticks: { color: ink, maxRotation: 0, autoSkipPadding: 12 },
          border: { color: line },
        },
        y: {
          beginAtZero: true,
          ...(chart.unit === '%' ? { suggestedMax: 100 } : {}),
          grid: { color: line },
          ticks: { color: ink, precision: 0, callback: value => axisFigure(chart, Number(value)) },
          border: { display: false },
        },
      },
      plugins: {
        legend: {
          display: chart.series.length > 1,
          position: 'top',
          align: 'end',
          labels: { color: ink, boxWidth: 10, boxHeight: 10 },
        },
        tooltip: {
          callbacks: {
            label: ({ dataset, parsed }) =>
              `${dataset.label}: ${shownFigure(chart, parsed.y) || text('home.noFigure')}`,
          },
        },
      },
      onHover: (event, hit) => {
        if (event.native?.target instanceof HTMLElement)
          event.native.target.style.cursor = hit.length > 0 ? 'pointer' : 'default'
      },
      onClick: (_event, hit) => {
        const point = chart.points[hit[0]?.index ?? -1]
        if (!point) return
        navigate(addressOfPoint(chart, point))
      },
    },
  }
}

export default function BarChart({ chart }: { chart: HomeChart }) {
  const text = useText()
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const element = canvas.current
    if (!element) return
    // Repeated registration has no effect.
    Chart.register(BarController, BarElement, CategoryScale, LinearScale, Legend, Tooltip)
    let drawn = new Chart(element, configuration(chart, element, text))
    const redraw = () => {
      drawn.destroy()
      drawn = new Chart(element, configuration(chart, element, text))
    }
    // Theme changes: page attribute or system preference.
    const watcher = new MutationObserver(redraw)
    watcher.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'style', 'class'] })
    const system = matchMedia('(prefers-color-scheme: dark)')
    system.addEventListener('change', redraw)
    return () => {
      watcher.disconnect()
      system.removeEventListener('change', redraw)
      drawn.destroy()
    }
  }, [chart, text])
  return <canvas ref={canvas} className={styles.canvas} role="img" aria-label={text(`home.${chart.key}`)} />
}
