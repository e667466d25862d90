import { defineEntity } from '../schema/entity.ts'
import { defineEnumeration, enumeration, instant, ref, richText, text } from '../schema/field.ts'

export const qaStatus = defineEnumeration('QaStatus', {
  OPEN: '待答复',
  ANSWERED: '已答复',
  CLOSED: '已关闭',
})

export const questionanswer = defineEntity({
  name: 'questionanswer',
  area: 'system',
  label: '问答反馈',
  icon: 'message-circle',
  editableIn: ['OPEN'],
  fields: {
    title: text('问题标题', { required: true, max: 100, key: true, list: true, filter: true }),
    content: richText('问题内容', { required: true }),
    askerId: ref('提问人', 'user', { serverManaged: true, list: true }),
    askedAt: instant('提问时间', { serverManaged: true, list: true, filter: true }),
    answer: richText('答复内容', { serverManaged: true }),
    answererId: ref('答复人', 'user', { serverManaged: true, list: true }),
    closedAt: instant('关闭时间', { serverManaged: true, list: true }),
    status: enumeration('状态', qaStatus, { serverManaged: true, default: 'OPEN', list: true, filter: true }),
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
