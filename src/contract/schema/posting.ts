/** Stock document actions: post once, reverse with a reason. */
import type { Actions } from './entity.ts'
import { text } from './field.ts'

export const posting = {
  submit: {
    label: '过账',
    on: 'rows',
    from: ['DRAFT'],
    to: 'SUBMITTED',
    submits: true,
    keys: ['mod+enter'],
    confirm: true,
  },
  reverse: {
    label: '冲销',
    on: 'rows',
    from: ['SUBMITTED'],
    to: 'REVERSED',
    confirm: true,
    risk: 'destructive',
    consequence: 'reverse',
    arguments: { reason: text('原因', { required: true, max: 200 }) },
  },
} as const satisfies Actions
