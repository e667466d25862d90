import * as answer from '../schema/answerShape.ts'
import { defineCall } from '../schema/call.ts'
import { ref, secret } from '../schema/field.ts'

export const authenticatorState = defineCall({
  method: 'GET',
  path: 'User/AuthenticatorGet',
  permission: 'session',
  purpose:
    "Since when the caller's authenticator app is asked for (null: it is not), and how many recovery codes are left.",
  returns: answer.object({ since: answer.orNull(answer.string), recoveryCodesLeft: answer.whole }),
})

export const authenticatorBegin = defineCall({
  method: 'POST',
  path: 'User/AuthenticatorBegin',
  permission: 'session',
  purpose: 'A new secret for an authenticator app, by the login password: `{ secret, uri }`, answered this once.',
  takes: { password: secret('登录密码', { required: true, max: 100 }) },
  writes: true,
  returns: answer.object({ secret: answer.string, uri: answer.string }),
})

export const authenticatorConfirm = defineCall({
  method: 'POST',
  path: 'User/AuthenticatorConfirm',
  permission: 'session',
  purpose:
    'Asks for the app from now on, once it has shown by a first code that it knows the secret; answers the recovery codes, this once.',
  takes: { code: secret('动态口令', { required: true, max: 30 }) },
  writes: true,
  returns: answer.object({ recoveryCodes: answer.listOf(answer.string) }),
})

export const authenticatorRemove = defineCall({
  method: 'POST',
  path: 'User/AuthenticatorRemove',
  permission: 'session',
  purpose: 'Asks for the app no more, by the login password.',
  takes: { password: secret('登录密码', { required: true, max: 100 }) },
  writes: true,
  returns: answer.nothing,
})

export const authenticatorReset = defineCall({
  method: 'POST',
  path: 'User/AuthenticatorReset',
  permission: { menu: 'user', button: 'edit' },
  purpose: 'Asks a user for his app no more, who lost it, and ends his sessions.',
  takes: { id: ref('用户', 'user', { required: true }) },
  writes: true,
  ticket: true,
  returns: answer.nothing,
})
