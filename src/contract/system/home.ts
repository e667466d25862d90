/** Home page data, each linked to its list. */
import * as answer from '../schema/answerShape.ts'
import { defineCall } from '../schema/call.ts'

const homeConditionShape = answer.object({
  field: answer.string,
  op: answer.string,
  value: answer.optional(answer.json<unknown>()),
})
export type HomeCondition = answer.TypeOf<typeof homeConditionShape>

export const homeCounterShape = answer.object({
  key: answer.string,
  entity: answer.string,
  tone: answer.oneOf('neutral', 'warning', 'danger'),
  where: answer.listOf(homeConditionShape),
  count: answer.whole,
})
export type HomeCounter = answer.TypeOf<typeof homeCounterShape>

export const homeDeadlineShape = answer.object({
  from: answer.string,
  at: answer.string,
  entity: answer.oneOf('callback', 'unsafefoodaccident'),
  id: answer.whole,
  docNo: answer.string,
  title: answer.string,
  isDrill: answer.boolean,
  what: answer.string,
})
/** Next deadline of an open recall or accident report. */
export type HomeDeadline = answer.TypeOf<typeof homeDeadlineShape>

const homeChartShape = answer.object({
  key: answer.string,
  entity: answer.string,
  field: answer.string,
  /** Series names; the message keys are `home.<chart>.<name>`. */
  series: answer.listOf(answer.string),
  /** `kg`, `%`, or empty for numbers of records. */
  unit: answer.string,
  /** Conditions of its records besides the days. */
  where: answer.listOf(homeConditionShape),
  /** Records left out: their item has no kilograms. */
  unweighed: answer.whole,
  points: answer.listOf(
    answer.object({
      from: answer.orNull(answer.string),
      until: answer.orNull(answer.string),
      values: answer.listOf(answer.orNull(answer.fraction)),
      /** Spans of unequal length: message `home.<chart>.<label>`, and records in it. */
      label: answer.optional(answer.string),
      count: answer.optional(answer.whole),
    }),
  ),
})
/** Daily or weekly figures, null without any; each point links to its list. */
export type HomeChart = answer.TypeOf<typeof homeChartShape>

export const homeChartsCall = defineCall({
  method: 'GET',
  path: 'Home/GetCharts',
  permission: 'session',
  purpose: 'Figures of the charts on the home page.',
  returns: answer.listOf(homeChartShape),
})
