import type { Text } from '../text.ts'

/** Messages of the domain, and menu buttons without an action. */
export const domainTexts = {
  'mail.codeSubject': ['登录验证码', '登入驗證碼', 'Sign-in code'],
  'sms.code': [
    '您的登录验证码是 {code}，请勿告诉他人。',
    '您的登入驗證碼是 {code}，請勿告訴他人。',
    'Your sign-in code is {code}. Tell it to nobody.',
  ],
  'button.add': ['新增', '新增', 'Add'],
  'button.edit': ['修改', '修改', 'Edit'],
  'button.delete': ['删除', '刪除', 'Delete'],
  'button.approve': ['审批', '核准', 'Approve'],
  'button.export': ['导出', '匯出', 'Export'],
  recalled: ['召回 {docNo}', '回收 {docNo}', 'Recall {docNo}'],
  analysed: ['不安全食品分析 {docNo}', '不安全食品分析 {docNo}', 'Analysis {docNo}'],
  receivedAgain: [
    '{docNo} 又有入库，须重新检验',
    '{docNo} 又有入庫，須重新檢驗',
    'More came in with {docNo}; inspect again',
  ],
  lineRefused: ['第 {line} 行：{reason}', '第 {line} 列：{reason}', 'line {line}: {reason}'],
  lotMade: ['新建批次', '建立批次', 'New lot'],
  lotExpired: ['已过期', '已過期', 'past its expiry date'],
  failedAtReceipt: ['{docNo} 收货查验不合格', '{docNo} 收貨查驗不合格', 'Failed its check on receipt {docNo}'],
  barredSupplier: [
    '供应商未准入或许可证已过期',
    '供應商未核准或許可證已過期',
    'Supplier not approved, or license expired',
  ],
  'planNotice.shortage': ['库存不足：{names}', '庫存不足：{names}', 'Short in store: {names}'],
  'planNotice.stepsOutOfOrder': [
    '{count} 次投料未按工序顺序',
    '{count} 次投料未按製程順序',
    '{count} charges out of the order of steps',
  ],
  'planNotice.additiveOver': [
    '添加剂按实际产量计超过最大使用量：{names}',
    '添加物依實際產量計超過最大使用量：{names}',
    'Additives over their limit for the actual output: {names}',
  ],
  'planNotice.healthExpired': [
    '健康证已过期或没有：{names}',
    '健康檢查證明已過期或沒有：{names}',
    'No valid health certificate: {names}',
  ],
  'planNotice.inspectionOpen': ['批次待检：{names}', '批次待驗：{names}', 'Lots still to be judged: {names}'],
} as const satisfies Record<string, Text>
