import { byHandler, type Command, type KeyBinding } from './command.ts'

type Extra = Partial<
  Pick<
    Command,
    | 'run'
    | 'forwardTo'
    | 'keywords'
    | 'when'
    | 'surfaces'
    | 'permission'
    | 'confirm'
    | 'icon'
    | 'disabledReason'
    | 'accepts'
    | 'asks'
  >
>

export const builtin = (id: string, group: string, keys: readonly KeyBinding[], extra: Extra = {}): Command => ({
  id,
  title: `command.${id}`,
  group: `group.${group}`,
  keys,
  permission: 'session',
  risk: 'read',
  run: byHandler,
  ...extra,
})
