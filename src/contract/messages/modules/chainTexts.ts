import type { Text } from '../text.ts'

/** Messages of the audit chain; server-only. */
export const chainTexts = {
  'task.chainHeadTitle': ['审计链完整', '稽核鏈完整', 'The audit chain is whole'],
  'task.chainBrokenTitle': ['审计链不符', '稽核鏈不符', 'The audit chain does not fit'],
  'task.chainHead': [
    '{rows} 条记录，链首 {head}。请妥善保存在系统之外',
    '{rows} 筆紀錄，鏈首 {head}。請妥善保存在系統之外',
    '{rows} records, head {head}. Keep it outside the system',
  ],
  'task.chainWhole': [
    '{rows} 条记录相符，链首 {head}',
    '{rows} 筆紀錄相符，鏈首 {head}',
    '{rows} records fit, head {head}',
  ],
  'task.chainBroken': ['不符：{fault}', '不符：{fault}', 'Does not fit: {fault}'],
  'task.chainMail': ['审计链核对', '稽核鏈核對', 'Check of the audit chain'],
  'chain.damaged': ['此副本已损坏', '此副本已損壞', 'This copy is damaged'],
  'chain.changed': [
    '{table} {rowId} 被改动（链位 {position}）',
    '{table} {rowId} 被更動（鏈位 {position}）',
    '{table} {rowId} was changed (link {position})',
  ],
  'chain.missing': [
    '{table} {rowId} 被删除（链位 {position}）',
    '{table} {rowId} 被刪除（鏈位 {position}）',
    '{table} {rowId} was deleted (link {position})',
  ],
  'chain.unsealed': [
    '{table} {rowId} 是后来插入的，不在链中',
    '{table} {rowId} 是後來插入的，不在鏈中',
    '{table} {rowId} was slipped in and is not in the chain',
  ],
  'chain.gap': ['链位 {position} 缺失', '鏈位 {position} 缺失', 'Link {position} is missing'],
  'chain.fork': ['链位 {position} 分叉', '鏈位 {position} 分岔', 'The chain forks at link {position}'],
  'chain.cut': [
    '链止于 {end}，而 {at} 的链首是 {position}：尾部被截去，或是较早的副本',
    '鏈止於 {end}，而 {at} 的鏈首是 {position}：尾部被截去，或是較早的副本',
    'The chain ends at {end}, before its head of {at}, {position}: its tail was cut off, or this is an older copy',
  ],
  'chain.rewritten': [
    '链位 {position} 与 {at} 的链首不符：此前的链被重写',
    '鏈位 {position} 與 {at} 的鏈首不符：此前的鏈被重寫',
    'Link {position} is not the head of {at}: the chain up to it was written anew',
  ],
} satisfies Readonly<Record<string, Text>>
