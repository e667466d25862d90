import type { Text } from '../text.ts'

/** The two traces, their result and its workbook. */
export const reviewTexts = {
  reviewasc: ['顺向追踪', '順向追蹤', 'Forward trace'],
  reviewdesc: ['逆向溯源', '逆向溯源', 'Backward trace'],
  'review.run': ['追溯', '追溯', 'Trace'],
  'review.export': ['导出工作簿', '匯出活頁簿', 'Export workbook'],
  'review.summary': ['摘要', '摘要', 'Summary'],
  'review.traceNo': ['追溯编号', '追溯編號', 'Trace no.'],
  'review.direction': ['方向', '方向', 'Direction'],
  'review.rootLots': ['源头批次', '源頭批次', 'Root lots'],
  'review.askedBy': ['操作人', '操作人', 'Asked by'],
  'review.asOf': ['数据截止时间', '資料截止時間', 'Data as of'],
  'review.asOfSeq': ['数据截止流水', '資料截止流水', 'As of ledger sequence'],
  'review.hash': ['内容哈希 (SHA-256)', '內容雜湊 (SHA-256)', 'Content hash (SHA-256)'],
  'review.count.lots': ['范围内批次', '範圍內批次', 'Lots in scope'],
  'review.count.plans': ['生产计划', '生產計畫', 'Plans'],
  'review.count.productLots': ['产品批次', '產品批次', 'Product lots'],
  'review.count.dealers': ['经销商', '經銷商', 'Dealers'],
  'review.count.suppliers': ['供应商', '供應商', 'Suppliers'],
  'review.elapsed': ['{milliseconds} 毫秒', '{milliseconds} 毫秒', '{milliseconds} ms'],
  'review.empty': ['输入批号，回车追溯', '輸入批號，按 Enter 追溯', 'Type a lot number and press Enter'],
  'review.nothing': ['此处没有记录', '此處沒有記錄', 'Nothing here'],
  'review.more': ['更多条件', '更多條件', 'More conditions'],
  'flag.yes': ['是', '是', 'Yes'],
  'flag.no': ['否', '否', 'No'],
} as const satisfies Record<string, Text>
