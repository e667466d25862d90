/** Password reset of a user, displayed once for handing over. */

import { resetPassword } from '#contract/system/session.ts'
import { user } from '#contract/system/user.ts'
import { request } from '../../data/api/api.ts'
import { text } from '../../data/language.ts'
import { notify } from '../../data/notifications.ts'
import { type Command, done } from '../core/command.ts'
import { noSelection, storedIds, targetOf } from '../core/target.ts'

export const userPasswordCommands: readonly Command[] = [
  {
    id: 'user.resetPassword',
    title: 'command.user.resetPassword',
    group: 'user',
    entity: 'user',
    icon: 'key-round',
    permission: resetPassword.permission,
    risk: 'destructive',
    confirm: true,
    ticket: resetPassword.ticket,
    toolbar: true,
    rank: 4,
    rows: { entity: user, one: true, stored: true },
    run: async (args, context) => {
      const target = targetOf('user', context, args)
      const [id] = storedIds(target)
      if (id === undefined) return noSelection()
      const { password } = await request(resetPassword, { id })
      const name = String(target.rows[0]?.loginName ?? id)
      // Stays until dismissed: the password cannot be displayed again.
      if (context.surface !== 'script')
        notify({
          kind: 'error',
          text: () => text('command.user.newPassword', { name }),
          details: password,
          isPinned: true,
        })
      return done({ password })
    },
  },
]
