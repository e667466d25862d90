import { defineEntity } from '../schema/entity.ts'
import { defineEnumeration, enumeration, instant, longText, ref, text } from '../schema/field.ts'
import { qaStatus } from '../system/questionanswer.ts'

const complaintType = defineEnumeration('ComplaintType', {
  FOREIGN: '异物',
  SPOIL: '变质',
  ILLNESS: '致病',
  LABEL: '标签',
  PACK: '包装',
  TASTE: '感官',
  OTHER: '其他',
})

export const complaint = defineEntity({
  name: 'complaint',
  area: 'sale',
  label: '客户投诉',
  icon: 'message-square-warning',
  paper: { signatures: ['made', 'handled', 'checked', 'date'] },
  editableIn: ['OPEN', 'ANSWERED'],
  removableIn: ['OPEN'],
  fields: {
    docNo: text('投诉编号', {
      serverManaged: true,
      numbered: 'CT',
      max: 30,
      unique: true,
      key: true,
      list: true,
      filter: true,
    }),
    complaintTime: instant('投诉时间', { required: true, list: true, filter: true, default: 'now' }),
    complaintType: enumeration('投诉类型', complaintType, { required: true, list: true, filter: true }),
    dealerId: ref('经销商', 'dealer', { list: true, filter: true }),
    contactName: text('投诉人', { max: 30, list: true }),
    phone: text('联系电话', { pattern: 'PHONE', max: 20, list: true }),
    productId: ref('产品', 'product', { required: true, list: true, filter: true }),
    lotNo: text('批号', { max: 30, list: true, filter: true }),
    lotId: ref('批次', 'stocklot', {
      serverManaged: true,
      width: 150,
      // The lot of that number stands in the head already.
      shownIf: row => row.lotId$label !== row.lotNo,
    }),
    content: longText('投诉内容', { required: true }),
    handling: longText('处理结果'),
    analyseId: ref('关联分析', 'unsafefoodanalyse'),
    status: enumeration('状态', qaStatus, { serverManaged: true, default: 'OPEN', list: true, filter: true }),
  },
  columns: ['docNo', 'productId', 'lotNo', 'complaintType', 'complaintTime', 'dealerId'],
  title: 'docNo',
  subject: 'productId',
  facts: ['complaintType', 'lotId', 'dealerId', 'complaintTime'],
  search: ['lotNo', 'contactName'],
  order: [['id', 'desc']],
  nextSteps: [
    { step: 'answer', from: ['OPEN'] },
    { step: 'close', from: ['ANSWERED'] },
  ],
  actions: {
    answer: {
      label: '答复',
      on: 'row',
      from: ['OPEN'],
      to: 'ANSWERED',
      confirm: true,
      prefilled: ['handling'],
      arguments: { handling: longText('处理结果', { required: true }) },
    },
    close: { label: '关闭', on: 'row', from: ['ANSWERED'], to: 'CLOSED', confirm: true },
  },
  createsFrom: {
    analysis: { label: '不安全食品分析', entity: 'unsafefoodanalyse', by: 'complaintId', from: ['OPEN', 'ANSWERED'] },
  },
})
