/** Recall commands: call list, and drill with known answer. */
import { unitText } from '#contract/messages/shippedNames.ts'
import { callbackdealer, callOutcome, notifyMethod } from '#contract/recall/callbackdealer.ts'
import { type RecallContact, seededDrill } from '#contract/recall/recall.ts'
import type { Given, GivenOf } from '#contract/schema/call.ts'
import { enumeration, quantity, ref, text } from '#contract/schema/field.ts'
import { request } from '../../data/api/api.ts'
import { text as say } from '../../data/language.ts'
import { navigate } from '../../data/location.ts'
import { runAction } from '../../data/records/records.ts'
import { refreshRows } from '../../data/records/rows.ts'
import { store } from '../../data/store.ts'
import { contactCalled, isRunning, loadRecallState, nextContactOf, recallStateAtom } from '../../data/trace/recalls.ts'
import { uuid } from '../../data/uuid.ts'
import { type Arguments, type Command, type CommandContext, defineCommand, done, type Result } from '../core/command.ts'
import type { Context } from '../core/context.ts'
import { resultOf } from '../core/outcomes.ts'
import { findCommand } from '../core/registry.ts'
import { targetOf } from '../core/target.ts'
import { askArguments } from '../gate/prompts.ts'

const callFields = {
  contact: ref('联系人', 'callbackdealer'),
  outcome: enumeration('结果', callOutcome),
  notifyMethod: enumeration('通知方式', notifyMethod),
  ackPerson: text('接听人', { max: 30 }),
  reply: text('对方答复', { max: 500 }),
  stockQty: quantity('对方库存', { pattern: 'UNUMBER4' }),
  onwardQty: quantity('对方已售数量', { pattern: 'UNUMBER4' }),
}
type CallArguments = Given<typeof callFields>

const openRecall = ({ record }: Context): number | null =>
  record?.entity === 'callback' && typeof record.id === 'number' ? record.id : null

function contactsOpen(context: Context): readonly RecallContact[] {
  const recall = openRecall(context)
  return recall === null ? [] : (store.get(recallStateAtom(recall))?.contacts ?? [])
}

type KnownContact = Pick<RecallContact, 'id'> & Partial<RecallContact>

function contactOf({ contact: id }: CallArguments, context: Context): KnownContact | undefined {
  const recall = openRecall(context)
  if (id === undefined) return recall === null ? undefined : nextContactOf(recall)
  return contactsOpen(context).find(contact => contact.id === id) ?? { id: Number(id) }
}

function reasonAgainstCall(context: Context, args?: CallArguments): string | undefined {
  const contact = args?.contact
  const isOpen = contact === undefined || contactsOpen(context).some(({ id }) => id === contact)
  if (!isOpen) return undefined
  if (openRecall(context) === null) return 'reason.notHere'
  const [recall] = targetOf('callback', context).rows
  return recall && !isRunning(recall.status) ? 'recall.notRunning' : undefined
}

async function saidOf(
  args: CallArguments,
  { dealerName = '', contactName = null, phone, lotNo = '', netQty = '', unitName = '', lotId }: Partial<RecallContact>,
  context: CommandContext,
): Promise<Arguments | null> {
  const { contact: _contact, ...said } = args
  const command = findCommand('callbackdealer.called')
  if (context.surface === 'script' || !command) return said
  const fields = callbackdealer.actions.called.arguments
  const values = { outcome: 'REACHED', notifyMethod: 'PHONE', ackPerson: contactName, ...said }
  const confirmation = {
    title: say('recall.call'),
    question: 'recall.calling',
    values: {
      dealer: dealerName,
      person: contactName ?? '',
      phone: phone ?? '',
      lotNo,
      quantity: `${Number(netQty)} ${unitText(unitName, say, netQty)}`,
    },
  }
  const asked = { by: 'dialog', command, fields, values, row: { lotId }, fieldErrors: {}, confirmation } as const
  return askArguments(asked, context.signal)
}

async function logCall(args: CallArguments, context: CommandContext): Promise<Result> {
  const recall = openRecall(context)
  if (recall !== null && store.get(recallStateAtom(recall)) === null) await loadRecallState(recall)
  const contact = contactOf(args, context)
  if (!contact) {
    const message = contactsOpen(context).length > 0 ? 'recall.allCalled' : 'recall.nobody'
    return { status: 'denied', reason: 'when', message }
  }
  const said = await saidOf(args, contact, context)
  if (said === null) return { status: 'cancelled' }
  const outcomes = await runAction('callbackdealer', 'called', [contact.id], said)
  if (recall !== null) {
    await loadRecallState(recall)
    if (outcomes[0]?.ok) contactCalled(recall, contact.id)
  }
  await Promise.all([refreshRows('callbackdealer'), refreshRows('callbacknotice')])
  return resultOf(outcomes)
}

async function startDrill(args: GivenOf<typeof seededDrill>, context: CommandContext): Promise<Result> {
  const drill = await request(seededDrill, args, { key: uuid(), signal: context.signal })
  if (context.surface !== 'script') navigate(`/callback/${drill.id}`)
  return done(drill)
}

export const recallCommands: readonly Command[] = [
  defineCommand({
    id: 'callback.seededDrill',
    title: 'command.callback.seededDrill',
    group: 'callback',
    entity: 'callbackdrill',
    toolbar: true,
    icon: 'timer',
    permission: seededDrill.permission,
    risk: 'write',
    rank: 3,
    arguments: seededDrill.takes,
    run: startDrill,
  }),
  defineCommand({
    id: 'callback.call',
    title: 'command.callback.call',
    via: 'record.submit',
    // Fast users: a second call waits for the next contact.
    single: 'queue',
    group: 'callback',
    entity: 'callback',
    icon: 'phone-call',
    permission: { menu: 'callbackdealer', button: 'edit' },
    risk: 'write',
    rank: 6,
    arguments: callFields,
    disabledReason: reasonAgainstCall,
    run: logCall,
  }),
]
