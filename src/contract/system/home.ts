/** What the home page shows: counters, deadlines and charts, each with the list behind it. */
import type { Term } from '../recall/deadlines.ts'
import { defineCall } from '../schema/call.ts'

/** A condition of a list, as `template/list` takes it. */
export interface HomeCondition {
  readonly field: string
  readonly op: string
  readonly value?: unknown
}

/** Something that waits, counted as its list counts it; the message key is `home.<key>`. */
export interface HomeCounter {
  readonly key: string
  readonly entity: string
  readonly tone: 'neutral' | 'warning' | 'danger'
  readonly where: readonly HomeCondition[]
  readonly count: number
}

/** The next deadline of an open recall, or of the report of an accident. */
export interface HomeDeadline extends Term {
  readonly entity: 'callback' | 'unsafefoodaccident'
  readonly id: number
  readonly docNo: string
  readonly title: string
  readonly isDrill: boolean
  /** Field of the record that says it: `startDeadline`, `reportDeadline`, `notifyDeadline` or `finishDeadline`. */
  readonly what: string
}

/** Figures over days or weeks; a point leads to the list between its days. */
export interface HomeChart {
  readonly key: string
  readonly entity: string
  /** Field of the list that the days are. */
  readonly field: string
  /** Names of the figures of a point; the message keys are `home.<chart>.<name>`. */
  readonly series: readonly string[]
  readonly points: readonly { readonly from: string; readonly until: string; readonly values: readonly number[] }[]
}

export const homeChartsCall = defineCall({
  method: 'GET',
  path: 'Home/GetCharts',
  permission: 'session',
  purpose: 'Figures of the charts on the home page.',
})
