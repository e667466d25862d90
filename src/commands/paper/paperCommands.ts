/** Papers of the record in front: PDF, print view, check of a printed hash. */
import { entityNamed } from '#contract/index.ts'
import { paperCheck, paperPdf, paperText } from '#contract/paper/calls.ts'
import { localeOfCountry } from '#contract/paper/language.ts'
import type { PaperModel } from '#contract/paper/model.ts'
import { type Paper, papersOf, papersOfRow, recordPaper, titleKeyOf } from '#contract/paper/papers.ts'
import type { Entity } from '#contract/schema/entity.ts'
import { defineEnumeration, enumeration, type Values } from '#contract/schema/field.ts'
import { lang } from '#contract/system/lang.ts'
import { request } from '../../data/api/api.ts'
import { localeAtom, text } from '../../data/language.ts'
import { plantClock } from '../../data/plantClock.ts'
import { loadRecord } from '../../data/records/records.ts'
import { store } from '../../data/store.ts'
import { builtin } from '../core/builtin.ts'
import { type Arguments, type Command, type CommandContext, defineCommand, done, type Result } from '../core/command.ts'
import type { Context } from '../core/context.ts'
import { offerDownload } from '../core/downloads.ts'
import { findCommand } from '../core/registry.ts'
import { storedIds, targetOf } from '../core/target.ts'
import { askArguments } from '../gate/prompts.ts'

/** Paper of a record, chosen. */
interface PaperChoice {
  readonly entity: string
  readonly id: number
  readonly paper: string
  readonly locale?: string
}

function subjectOf(context: Context, args: Arguments = {}): readonly [Entity, number] | undefined {
  const name = typeof args.entity === 'string' ? args.entity : (context.record?.entity ?? context.selection?.entity)
  const entity = name === undefined ? undefined : entityNamed(name)
  const [id, ...others] = entity ? storedIds(targetOf(entity.name, context, args)) : []
  return entity && id !== undefined && others.length === 0 ? [entity, id] : undefined
}

function reasonAgainst(context: Context, args: Arguments = {}): string | undefined {
  const name = typeof args.entity === 'string' ? args.entity : (context.record?.entity ?? context.selection?.entity)
  const entity = name === undefined ? undefined : entityNamed(name)
  if (!entity || papersOf(entity).length === 0) return 'reason.noPaper'
  return subjectOf(context, args) ? undefined : 'reason.noSelection'
}

const titleOf = (paper: Paper) => {
  const key = titleKeyOf(paper)
  return text(key) === key ? text(paper.entity) : text(key)
}

/** Papers by name with their titles; the trade's own come first. */
function choices(papers: readonly Paper[]) {
  const inOrder = [...papers].sort(
    (one, other) => Number(one.name === recordPaper) - Number(other.name === recordPaper),
  )
  return defineEnumeration('paperChoice', Object.fromEntries(inOrder.map(paper => [paper.name, titleOf(paper)])))
}

/** Language of the partner's country, otherwise the person's. */
async function usualLocale({ paper, fields }: Entity, row: Values): Promise<string> {
  const { partner = '' } = paper ?? {}
  const to = fields[partner]?.to
  const id = row[partner]
  if (to === undefined || typeof id !== 'number') return store.get(localeAtom)
  const record = await loadRecord(to, id).catch(() => null)
  return record === null ? '' : localeOfCountry((record.country as string | null | undefined) ?? null)
}

async function chosen(id: string, args: Arguments, context: CommandContext): Promise<PaperChoice | Result> {
  const found = subjectOf(context, args)
  if (!found) return { status: 'denied', reason: 'when', message: 'reason.noSelection' }
  const [entity, record] = found
  const locale = typeof args.locale === 'string' && args.locale !== '' ? { locale: args.locale } : {}
  const of = { entity: entity.name, id: record }
  if (typeof args.paper === 'string') return { ...of, paper: args.paper, ...locale }
  const row = await loadRecord(entity.name, record)
  const papers = papersOfRow(entity, row)
  const [first] = Object.keys(choices(papers).options)
  if (first === undefined) return { status: 'denied', reason: 'when', message: 'reason.noPaperInState' }
  const command = findCommand(id)
  if (context.surface === 'script' || !command) return { ...of, paper: first, ...locale }
  const fields = {
    paper: enumeration('单据', choices(papers), { required: true }),
    locale: enumeration('语言', lang),
  }
  const values = { paper: first, locale: await usualLocale(entity, row), ...locale }
  const asked = { by: 'dialog', command, fields, values, fieldErrors: {} } as const
  const said = await askArguments({ ...asked, confirmation: null }, context.signal)
  if (said === null) return { status: 'cancelled' }
  return { ...of, paper: String(said.paper ?? first), ...(said.locale ? { locale: String(said.locale) } : {}) }
}

const isResult = (value: PaperChoice | Result): value is Result => 'status' in value

const given = ({ locale, ...choice }: PaperChoice) => ({ ...choice, ...(locale ? { locale: locale as 'zh-CN' } : {}) })

async function download(args: Arguments, context: CommandContext): Promise<Result> {
  const choice = await chosen('record.pdf', args, context)
  if (isResult(choice)) return choice
  const { name, blob } = await request(paperPdf, given(choice), { signal: context.signal })
  if (context.surface !== 'script') offerDownload(name, blob)
  return done({ name, size: blob.size, blob })
}

/** Content of the chosen paper, for the print view. */
export async function askedPaper(args: Arguments, context: CommandContext): Promise<PaperModel | Result> {
  const choice = await chosen('record.printPaper', args, context)
  return isResult(choice) ? choice : request(paperText, given(choice), { signal: context.signal })
}

const onStored = { focus: ['page', 'text'], record: 'stored' } as const

const onRecord = { accepts: ['entity', 'id', 'paper', 'locale'], disabledReason: reasonAgainst } as const

const check = defineCommand({
  id: 'paper.check',
  title: 'command.paper.check',
  group: 'group.app',
  permission: 'session',
  risk: 'read',
  icon: 'shield-check',
  keywords: ['校验码', '防伪', '核对', '校驗碼', 'hash', 'checksum', 'SHA-256', 'verify'],
  arguments: paperCheck.takes,
  run: async (args, { signal }) => {
    const answer = await request(paperCheck, args, { signal })
    const { outcome, number, title = '' } = answer
    const last = answer.issued.at(-1)
    const issue = last
      ? { at: plantClock().wall(last.at).slice(0, 16), by: last.by ?? text('paper.system'), seq: last.seq }
      : {}
    return { status: 'ok', data: answer, message: `paper.${outcome}`, values: { number, title, ...issue } }
  },
})

export const paperCommands: readonly Command[] = [
  builtin('record.pdf', 'record', [{ seq: 'alt+shift+d', inText: true, when: onStored }], {
    icon: 'file-text',
    ...onRecord,
    keywords: [
      ...['PDF', '送货单', '随货同行单', '批记录', '拣料单', '检验报告', '合格证明', '盘点表', '召回通知书', '收货单'],
      ...['送貨單', '批記錄', '揀料單', '檢驗報告', '召回通知書'],
      ...[
        'delivery note',
        'batch record',
        'pick list',
        'certificate of analysis',
        'COA',
        'count sheet',
        'recall letter',
      ],
    ],
    run: download,
  }),
  builtin('record.printPaper', 'record', [], {
    icon: 'printer',
    ...onRecord,
    keywords: ['打印单据', '批记录', '送货单', '列印單據', '批記錄', 'print batch record', 'print delivery note'],
  }),
  check,
]
