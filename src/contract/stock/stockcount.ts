import { defineEntity } from '../schema/entity.ts'
import { enumeration, instant, ref, text } from '../schema/field.ts'
import { posting } from '../schema/posting.ts'
import { docStatus } from './docStatus.ts'
import { stockcountline } from './stockcountline.ts'

export const stockcount = defineEntity({
  name: 'stockcount',
  area: 'stock',
  label: '库存盘点',
  icon: 'clipboard-pen',
  document: true,
  paper: { signatures: ['counted', 'witnessed', 'checked', 'date'] },
  reserves: null,
  fields: {
    docNo: text('盘点单号', {
      serverManaged: true,
      numbered: 'SC',
      max: 30,
      unique: true,
      key: true,
      list: true,
      filter: true,
    }),
    countTime: instant('盘点时间', { past: true, required: true, list: true, filter: true, default: 'now' }),
    warehouseId: ref('仓库', 'warehouse', { required: true, list: true, filter: true }),
    counterId: ref('盘点人', 'employee', { required: true, list: true }),
    approverId: ref('批准人', 'employee', { serverManaged: true, list: true }),
    status: enumeration('状态', docStatus, { serverManaged: true, default: 'DRAFT', list: true, filter: true }),
    remark: text('备注', { max: 500, list: true, editableAfterPosting: true }),
  },
  lines: { lines: stockcountline },
  title: 'docNo',
  facts: ['warehouseId', 'countTime', 'counterId', 'approverId'],
  order: [['id', 'desc']],
  actions: { submit: { ...posting.submit, label: '批准过账', button: 'approve' }, reverse: posting.reverse },
})
