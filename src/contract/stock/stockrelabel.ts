import { defineEntity } from '../schema/entity.ts'
import { date, enumeration, files, instant, quantity, ref, text } from '../schema/field.ts'
import { posting } from '../schema/posting.ts'
import { docStatus } from './docStatus.ts'

/** Relabelling: stock returns as a new lot under a corrected label. */
export const stockrelabel = defineEntity({
  name: 'stockrelabel',
  area: 'stock',
  label: '批次换标',
  icon: 'hash',
  keywords: ['换标签', '更正标签', '改批号'],
  document: true,
  reserves: { quantity: 'qty', kind: 'DRAFT_RELABEL', owner: 'handlerId' },
  fields: {
    docNo: text('换标单号', {
      serverManaged: true,
      numbered: 'RL',
      max: 30,
      unique: true,
      key: true,
      list: true,
      filter: true,
    }),
    relabelTime: instant('换标时间', { past: true, required: true, default: 'now', list: true, filter: true }),
    lotId: ref('原批次', 'stocklot', { required: true, list: true, filter: true, width: 150 }),
    qty: quantity('换标数量', {
      unit: { by: ['lotId', 'unitId'] },
      required: true,
      pattern: 'UNUMBER4',
      positive: true,
      list: true,
    }),
    unitId: ref('单位', 'unit', { serverManaged: true, list: true, hidden: true }),
    newLotNo: text('新批号', { required: true, max: 30, list: true, filter: true, counts: true }),
    produceDate: date('生产日期', { past: true, list: true, hint: '不填则同原批次' }),
    expiryDate: date('到期日期', { list: true, hint: '不填则同原批次' }),
    reason: text('换标原因', { required: true, max: 200, list: true }),
    extensionReason: text('日期延后依据', { max: 200 }),
    handlerId: ref('经手人', 'employee', { required: true, list: true }),
    approverId: ref('批准人', 'employee', { serverManaged: true, list: true }),
    newLotId: ref('新批次', 'stocklot', { serverManaged: true, width: 150 }),
    locationId: ref('库位', 'stocklocation', { where: () => ({ locationType: 'STORAGE' }) }),
    status: enumeration('状态', docStatus, { serverManaged: true, default: 'DRAFT', list: true, filter: true }),
    remark: text('备注', { max: 500, list: true, editableAfterPosting: true }),
    files: files('附件', { editableAfterPosting: true }),
  },
  columns: ['docNo', 'lotId', 'qty', 'newLotNo', 'relabelTime', 'expiryDate', 'produceDate'],
  title: 'docNo',
  subject: 'lotId',
  facts: ['newLotId', 'qty', 'relabelTime', 'expiryDate', 'reason', 'handlerId'],
  order: [['id', 'desc']],
  checks: [
    {
      at: 'expiryDate',
      ok: row => !row.produceDate || !row.expiryDate || String(row.expiryDate) >= String(row.produceDate),
      message: 'expiryBeforeProduction',
    },
  ],
  actions: { submit: { ...posting.submit, label: '批准过账', button: 'approve' }, reverse: posting.reverse },
})
