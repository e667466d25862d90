/** Default recall grades. Regulatory numbers are rows, never constants (domain.md §0.2.5, §7). */
import { sql } from 'kysely'
import type { Context } from '../../db/connection/context.ts'
import { rowsOf } from '../../db/query/rowsOf.ts'

/** Code, jurisdiction, severity, zh-CN name, applicability. */
type Kind = readonly [code: string, jurisdiction: string, severity: number, name: string, criteria: string]

interface Grade {
  readonly kind: Kind
  readonly start: number
  readonly report: number | null
  readonly finish: number | null
  /** Working days by default. */
  readonly days?: 'CALENDAR'
  readonly from: string
  readonly to: string | null
  readonly basis: string
  readonly remark: string
}

const severe = '食用后已经或者可能导致严重健康损害甚至死亡'
const moderate = '食用后已经或者可能导致一般健康损害'
const slight = '标签、标识存在虚假标注等，不会造成健康损害'

const order2015 = '《食品召回管理办法》(2015，2020修正)第十三、十八条'
const order2026 = '新《食品召回管理办法》(市场监管总局令第122号，2026-02-11公布)'
const unread2026 =
  '启动时限24/36/48小时已核实(二手来源)。施行日期、完成天数、报告和通知时限未核实：启用前请按正式文本核对。完成天数沿用2015年办法。'
const unread = '未按法规原文核实，仅作模板：使用前请核对。'

/** Parameters of one regulation for its three levels. */
const chinese = (year: string, hours: readonly number[], rest: Pick<Grade, 'from' | 'to' | 'basis' | 'remark'>) =>
  hours.map((start, index): Grade => {
    const level = ['一级', '二级', '三级'][index]
    const criteria = [severe, moderate, slight][index] as string
    const kind = [`CN${year}-${index + 1}`, 'CN', index + 1, `${level}召回(${year})`, criteria] as const
    return { kind, start, report: start, finish: [10, 20, 30][index] as number, ...rest }
  })

const since = { from: '2015-09-01', to: null, remark: unread }

const grades: readonly Grade[] = [
  ...chinese('2026', [24, 36, 48], { from: '2026-02-11', to: null, basis: order2026, remark: unread2026 }),
  ...chinese('2015', [24, 48, 72], {
    from: '2015-09-01',
    to: '2026-02-10',
    basis: order2015,
    remark: '历史分级，供2026年前的召回使用。',
  }),
  ...[severe, moderate, slight].map((criteria, index): Grade => {
    const kind = [`TW-${index + 1}`, 'TW', index + 1, `台湾第${'一二三'[index]}级回收`, criteria] as const
    return {
      ...since,
      kind,
      start: 24,
      report: 24,
      finish: [30, 60, 180][index] as number,
      basis: '食品及其相關產品回收銷毀處理辦法',
      days: 'CALENDAR',
    }
  }),
  ...[severe, moderate, slight].map((criteria, index): Grade => {
    const kind = [`US-${index + 1}`, 'US', index + 1, `FDA Class ${'I'.repeat(index + 1)}`, criteria] as const
    return { ...since, kind, start: 24, report: index === 0 ? 24 : null, finish: null, basis: '21 CFR 7 Subpart C' }
  }),
  {
    ...since,
    kind: ['EU-1', 'EU', 1, '欧盟召回(消费者)', '已到达消费者且不安全的食品'],
    start: 24,
    report: 24,
    finish: null,
    basis: 'Regulation (EC) No 178/2002 Art. 19',
  },
  {
    ...since,
    kind: ['EU-2', 'EU', 2, '欧盟撤回(渠道)', '尚未到达消费者的不安全食品'],
    start: 24,
    report: 24,
    finish: null,
    basis: 'Regulation (EC) No 178/2002 Art. 19',
  },
]

/** Grades for an organisation without any; users maintain them. */
export async function makeRecallGrades(context: Context): Promise<void> {
  if (await rowsOf(context, 'callbackgrade').select('id').limit(1).executeTakeFirst()) return
  for (const { kind, start, report, finish, days = 'WORKDAY', from, to, basis, remark } of grades) {
    const [code, jurisdiction, severity, name, criteria] = kind
    await sql`
      insert into callbackgrade ("customerId", "createdAt", "updatedAt", code, name, jurisdiction, severity, criteria,
        "startWithinHours", "reportWithinHours", "notifyWithinHours", "finishWithinDays", "finishDayType", "legalBasis",
        "effectiveFrom", "effectiveTo", status, remark)
      values (${context.customerId}, ${context.now}, ${context.now}, ${code}, ${name}, ${jurisdiction}, ${severity},
        ${criteria}, ${start}, ${report}, ${start}, ${finish}, ${days}, ${basis}, ${from}, ${to}, 'ENABLED',
        ${remark})`.execute(context.tx)
  }
}
