/** Generic calls of every entity: verb of the path, method and answer. */
import * as answer from './answerShape.ts'

/** Outcome of one row or record of several. */
const outcome = {
  ok: answer.boolean,
  status: answer.optional(answer.whole),
  message: answer.optional(answer.string),
  data: answer.optional(answer.json<unknown>()),
}

/** Values come with options asked for by id. */
const optionShape = answer.object({
  value: answer.whole,
  label: answer.string,
  values: answer.optional(answer.values),
  facts: answer.optional(answer.values),
})

const countsShape = answer.object({
  created: answer.whole,
  updated: answer.whole,
  unchanged: answer.whole,
  faulty: answer.whole,
})

const reportShape = answer.object({
  records: answer.optional(answer.whole),
  columns: answer.listOf(answer.object({ field: answer.string, title: answer.string })),
  ignored: answer.listOf(answer.string),
  counts: countsShape,
  rows: answer.listOf(
    answer.object({
      line: answer.whole,
      outcome: answer.oneOf('created', 'updated', 'unchanged', 'faulty'),
      cells: answer.listOf(answer.string),
      faults: answer.byName(answer.string),
    }),
  ),
})

export const templateCalls = {
  list: {
    verb: 'list',
    method: 'POST',
    returns: answer.object({
      rows: answer.listOf(answer.row),
      total: answer.whole,
      page: answer.whole,
      size: answer.whole,
      sums: answer.optional(answer.values),
    }),
  },
  load: { verb: 'edit', method: 'GET', returns: answer.row },
  prepare: { verb: 'prepare', method: 'POST', returns: answer.object({ rows: answer.listOf(answer.values) }) },
  save: { verb: 'save', method: 'POST', returns: answer.row },
  saveRows: { verb: 'save', method: 'POST', returns: answer.object({ rows: answer.listOf(answer.object(outcome)) }) },
  /** Removal and actions: an outcome for each id. */
  onEach: {
    verb: 'delete',
    method: 'POST',
    returns: answer.object({ rows: answer.listOf(answer.object({ id: answer.whole, ...outcome })) }),
  },
  options: { verb: 'options', method: 'GET', returns: answer.listOf(optionShape) },
  resolve: {
    verb: 'resolve',
    method: 'POST',
    returns: answer.listOf(answer.object({ options: answer.listOf(optionShape), isExact: answer.boolean })),
  },
  export: { verb: 'export', method: 'POST', returns: answer.file },
  importTemplate: { verb: 'importTemplate', method: 'GET', returns: answer.file },
  importPreview: { verb: 'importPreview', method: 'POST', returns: reportShape },
  import: { verb: 'import', method: 'POST', returns: countsShape },
} as const
