/** Stored files and attachments. Bytes are apart (server/db/schema/fileBytes.ts). No page. */
import { defineEntity } from '../schema/entity.ts'
import { bigint, flag, integer, ref, text } from '../schema/field.ts'

/** Uploaded file; its creation records uploader and time. */
export const file = defineEntity({
  name: 'file',
  area: 'system',
  label: '文件',
  internal: true,
  global: true,
  fields: {
    customerId: ref('组织', 'customer', { required: true }),
    // Public id: random, so that files cannot be enumerated.
    key: text('标识', { required: true, max: 32, unique: true }),
    name: text('文件名', { required: true, max: 200 }),
    type: text('类型', { required: true, max: 100 }),
    size: integer('字节数', { required: true }),
    isImage: flag('是否图片', { required: true }),
    hash: text('哈希', { required: true, max: 64 }),
  },
  indexes: [{ on: ['createdAt'] }],
})

/** Attachment of a file, present or past: history keeps the same access. */
export const fileuse = defineEntity({
  name: 'fileuse',
  area: 'system',
  label: '文件引用',
  internal: true,
  global: true,
  fields: {
    fileId: ref('文件', 'file', { required: true }),
    entity: text('页面', { required: true, max: 30 }),
    entityId: bigint('记录', { required: true }),
    field: text('字段', { required: true, max: 60 }),
  },
  uniqueTogether: [['fileId', 'entity', 'entityId', 'field']],
})
