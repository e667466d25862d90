import { defineEntity } from '../schema/entity.ts'
import { enumeration, instant, ref, richText, text } from '../schema/field.ts'
import { qaStatus } from './enumerations.ts'

export const questionanswer = defineEntity({
  name: 'questionanswer',
  area: 'system',
  label: '问答反馈',
  icon: 'message-circle',
  editableIn: ['OPEN'],
  fields: {
    title: text('问题标题', { required: true, max: 100, key: true, list: true, filter: true }),
    content: richText('问题内容', { required: true }),
    askerId: ref('提问人', 'user', { byServer: true, list: true }),
    askedAt: instant('提问时间', { byServer: true, list: true, filter: true }),
    answer: richText('答复内容', { byServer: true }),
    answererId: ref('答复人', 'user', { byServer: true, list: true }),
    closedAt: instant('关闭时间', { byServer: true, list: true }),
    status: enumeration('状态', qaStatus, { byServer: true, default: 'OPEN', list: true, filter: true }),
  },
  title: 'title',
  order: [['id', 'desc']],
  actions: {
    answer: {
      label: '答复',
      on: 'row',
      from: ['OPEN', 'ANSWERED'],
      to: 'ANSWERED',
      confirm: true,
      arguments: { answer: richText('答复内容', { required: true }) },
    },
    close: { label: '关闭', on: 'row', from: ['OPEN', 'ANSWERED'], to: 'CLOSED', confirm: true },
  },
})
