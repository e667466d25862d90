import type { Text } from '../text.ts'

/** Messages of plant settings and their ranges. */
export const settingTexts = {
  'setting.named.backdateDays': ['单据最多倒填天数', '單據可補登天數', 'Days a document may be dated back'],
  'setting.named.issueTolerance': ['领料超出允差(%)', '領料超量容許率(%)', 'Tolerance of issues (%)'],
  'setting.named.receiptTolerance': [
    '产品入库超出允差(%)',
    '產品入庫超量容許率(%)',
    'Tolerance of product stock-in (%)',
  ],
  'setting.named.expiryRule': [
    '到期日：ANNIVERSARY 对日，DAY_BEFORE 前一日',
    '到期日：ANNIVERSARY 對日，DAY_BEFORE 前一日',
    'Expiry date: ANNIVERSARY or DAY_BEFORE',
  ],
  'setting.named.healthMode': [
    '健康证过期：WARN 提醒，BLOCK 禁止过账',
    '健康檢查證明過期：WARN 提醒，BLOCK 禁止過帳',
    'Expired health papers: WARN or BLOCK',
  ],
  'setting.named.passwordRule': [
    '密码规则：BASIC 基本，STRICT 拒绝常用和用过的密码',
    '密碼規則：BASIC 基本，STRICT 拒絕常用和用過的密碼',
    'Passwords: BASIC, or STRICT to refuse common and used ones',
  ],
  'setting.named.accidentReportHours': [
    '事故报告时限(小时)',
    '事故通報時限(小時)',
    'Accidents are reported within (hours)',
  ],
  'setting.named.balanceGreen': [
    '物料平衡偏差绿色上限(%)',
    '物料平衡偏差綠色上限(%)',
    'Mass balance is green up to (%)',
  ],
  'setting.named.balanceAmber': [
    '物料平衡偏差黄色上限(%)',
    '物料平衡偏差黃色上限(%)',
    'Mass balance is amber up to (%)',
  ],
  'setting.named.stockClosedUntil': ['库存结账至(日期)', '庫存結帳至(日期)', 'Stock is closed up to (day)'],
} as const satisfies Record<string, Text>
