/** Home page data, each linked to its list. */
import type { Term } from '../recall/deadlines.ts'
import { defineCall } from '../schema/call.ts'

export interface HomeCondition {
  readonly field: string
  readonly op: string
  readonly value?: unknown
}

export interface HomeCounter {
  readonly key: string
  readonly entity: string
  readonly tone: 'neutral' | 'warning' | 'danger'
  readonly where: readonly HomeCondition[]
  readonly count: number
}

/** Next deadline of an open recall or accident report. */
export interface HomeDeadline extends Term {
  readonly entity: 'callback' | 'unsafefoodaccident'
  readonly id: number
  readonly docNo: string
  readonly title: string
  readonly isDrill: boolean
  /** Deadline field: `startDeadline`, `reportDeadline`, `notifyDeadline` or `finishDeadline`. */
  readonly what: string
}

/** Daily or weekly figures; each point links to its list. */
export interface HomeChart {
  readonly key: string
  readonly entity: string
  readonly field: string
  /** Series names; the message keys are `home.<chart>.<name>`. */
  readonly series: readonly string[]
  readonly points: readonly { readonly from: string; readonly until: string; readonly values: readonly number[] }[]
}

export const homeChartsCall = defineCall({
  method: 'GET',
  path: 'Home/GetCharts',
  permission: 'session',
  purpose: 'Figures of the charts on the home page.',
})
