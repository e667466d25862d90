/** Authenticator app: set-up and removal; administrators remove lost ones. */
import {
  authenticatorBegin,
  authenticatorConfirm,
  authenticatorRemove,
  authenticatorReset,
  authenticatorState,
} from '#contract/system/authenticator.ts'
import { user } from '#contract/system/user.ts'
import { request } from '../../data/api/api.ts'
import { byHandler, type Command, defineCommand, done } from '../core/command.ts'
import { noSelection, storedIds, targetOf } from '../core/target.ts'

export const authenticatorCommands: readonly Command[] = [
  {
    id: 'authenticator.open',
    title: 'shell.authenticator',
    group: 'group.app',
    icon: 'shield-check',
    keywords: ['两步验证', '兩步驗證', 'TOTP', '2FA', 'two-factor'],
    permission: 'session',
    risk: 'read',
    run: byHandler,
  },
  {
    id: 'authenticator.state',
    title: 'command.authenticator.state',
    group: 'group.app',
    permission: authenticatorState.permission,
    risk: 'read',
    surfaces: ['script'],
    run: async () => done(await request(authenticatorState, {})),
  },
  defineCommand({
    id: 'authenticator.begin',
    title: 'command.authenticator.begin',
    group: 'group.app',
    permission: authenticatorBegin.permission,
    arguments: authenticatorBegin.takes,
    risk: 'write',
    surfaces: ['script'],
    run: async args => done(await request(authenticatorBegin, args)),
  }),
  defineCommand({
    id: 'authenticator.confirm',
    title: 'command.authenticator.confirm',
    group: 'group.app',
    permission: authenticatorConfirm.permission,
    arguments: authenticatorConfirm.takes,
    risk: 'write',
    surfaces: ['script'],
    run: async args => done(await request(authenticatorConfirm, args)),
  }),
  defineCommand({
    id: 'authenticator.remove',
    title: 'command.authenticator.remove',
    group: 'group.app',
    permission: authenticatorRemove.permission,
    arguments: authenticatorRemove.takes,
    risk: 'destructive',
    surfaces: ['script'],
    run: async args => done(await request(authenticatorRemove, args)),
  }),
  {
    id: 'user.resetAuthenticator',
    title: 'command.user.resetAuthenticator',
    group: 'user',
    entity: 'user',
    icon: 'shield-check',
    permission: authenticatorReset.permission,
    risk: 'destructive',
    confirm: true,
    ticket: authenticatorReset.ticket,
    rows: { entity: user, one: true },
    run: async (args, context) => {
      const [id] = storedIds(targetOf('user', context, args))
      if (id === undefined) return noSelection()
      await request(authenticatorReset, { id })
      return { status: 'ok', message: 'authenticator.reset' }
    },
  },
]
