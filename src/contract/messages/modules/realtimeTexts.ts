import type { Text } from '../text.ts'

/** Messages of the realtime channel: connection state, remote changes. */
export const realtimeTexts = {
  'channel.connecting': ['正在连接实时通道', '正在連接即時通道', 'Connecting live updates'],
  'channel.connected': ['实时更新正常', '即時更新正常', 'Live updates on'],
  'channel.lost': ['实时更新已断开，正在重连', '即時更新已中斷，正在重新連線', 'Live updates lost, reconnecting'],
  'notice.arrived': ['新通知：{title}', '新通知：{title}', 'New notice: {title}'],
  'deadline.half': [
    '{docNo} {clock}：已过一半',
    '{docNo} {clock}：已過一半',
    '{docNo} {clock}: half of the time is over',
  ],
  'deadline.near': [
    '{docNo} {clock}：已过 80%',
    '{docNo} {clock}：已過 80%',
    '{docNo} {clock}: 80% of the time is over',
  ],
  'deadline.over': ['{docNo} {clock}：已逾期', '{docNo} {clock}：已逾期', '{docNo} {clock}: overdue'],
  'news.added': ['新增 {count} 行', '新增 {count} 列', '{count} new'],
  'news.gone': ['已不在此列表 {count} 行', '已不在此清單 {count} 列', '{count} no longer in this list'],
  'news.more': ['列表有其他变化', '清單有其他變更', 'More has changed'],
} as const satisfies Readonly<Record<string, Text>>
