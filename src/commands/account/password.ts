/** Password change: saves the values of the dialog. */
import { changePassword, operationTicket } from '#contract/system/session.ts'
import { request } from '../../data/api/api.ts'
import { giveOperationPassword } from '../../data/api/operationPassword.ts'
import { byHandler, type Command, defineCommand } from '../core/command.ts'

export const passwordCommands: readonly Command[] = [
  {
    id: 'password.change',
    title: 'shell.changePassword',
    group: 'group.app',
    icon: 'key-round',
    keywords: ['密码', '密碼', 'password'],
    permission: 'session',
    risk: 'read',
    run: byHandler,
  },
  defineCommand({
    id: 'password.save',
    title: 'command.password.save',
    group: 'group.app',
    permission: changePassword.permission,
    arguments: changePassword.takes,
    risk: 'write',
    surfaces: ['script'],
    run: async args => {
      await request(changePassword, args)
      return { status: 'ok', message: args.type === 1 ? 'password.doneHere' : 'password.done' }
    },
  }),
  defineCommand({
    id: 'password.unlock',
    title: 'password.unlock',
    group: 'group.app',
    permission: operationTicket.permission,
    arguments: operationTicket.takes,
    risk: 'write',
    surfaces: ['script'],
    run: async ({ password }) => {
      await giveOperationPassword(password)
      return { status: 'ok' }
    },
  }),
]
