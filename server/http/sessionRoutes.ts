/** Session calls: sign-in, sign-out, menu and texts. */
import { calls } from '#contract/index.ts'
import { AppError, invalid } from '#contract/schema/answer.ts'
import type { AnswerWith, Call, ParametersOf } from '#contract/schema/call.ts'
import { secretsOf } from '#contract/schema/field.ts'
import { shapeOfFields } from '#contract/schema/shape.ts'
import type { Context } from '../db/connection/context.ts'
import { transact } from '../db/connection/open.ts'
import {
  authenticatorState,
  beginAuthenticator,
  confirmAuthenticator,
  removeAuthenticator,
  resetAuthenticator,
} from '../domain/auth/authenticator.ts'
import { newCaptcha } from '../domain/auth/captcha.ts'
import { sendPhoneCode } from '../domain/auth/phoneCode.ts'
import { resetPassword } from '../domain/auth/resetPassword.ts'
import { changePassword, renew, type SecondStep, type SignedIn, signIn, signInByCode } from '../domain/auth/signIn.ts'
import { issueTicket } from '../domain/auth/tickets.ts'
import { endSessionOf } from '../domain/auth/tokens.ts'
import { logSignOut } from '../domain/auth/userlogin.ts'
import type { FileAnswer } from '../domain/basis/fileAnswer.ts'
import { systemInformation } from '../domain/home/information.ts'
import { treeOfCaller, wholeTree } from '../domain/system/menuTree.ts'
import { languages, ownTexts, spokenTexts } from '../domain/system/texts.ts'
import { checked, checkRows } from './calls/parameters.ts'
import type { Route } from './calls/route.ts'
import { TokenAnswer } from './calls/tokenAnswer.ts'

type Handler<C extends Call> = (
  context: Context,
  parameters: ParametersOf<C>,
  token: string | null,
) => Promise<AnswerWith<FileAnswer, C> | TokenAnswer>

export function routeOfCall<C extends Call>(call: C, handle: Handler<C>): Route {
  const { method, path, permission, purpose, takes = {}, rows = {}, returns }: Call = call
  const names = Object.keys(rows)
  const shape = shapeOfFields(takes)
  const lists = names.map(name => [name, { type: 'array', items: shapeOfFields(rows[name] ?? {}) }])
  return {
    method,
    path,
    permissions: [permission],
    writes: call.writes === true,
    ticket: call.ticket === true,
    secrets: secretsOf(takes),
    purpose,
    ...(method === 'GET'
      ? { query: takes }
      : { body: { ...shape, properties: { ...(shape.properties as object), ...Object.fromEntries(lists) } } }),
    returns: returns.schema,
    handle: async (context, parameters, token) => {
      for (const name of names) checkRows(name, rows[name] ?? {}, parameters[name])
      return handle(context, checked(takes, parameters, names) as ParametersOf<C>, token)
    },
  }
}

/** Separates the HttpOnly token from data visible to scripts. */
function handed(signedIn: SignedIn | SecondStep): TokenAnswer | SecondStep {
  if (!('filesToken' in signedIn)) return signedIn
  const { filesToken, ...told } = signedIn
  return new TokenAnswer(told, filesToken)
}

const enter = (
  context: Context,
  { grant_type, username, password, validCode, refresh_token, phoneCode }: ParametersOf<typeof calls.login>,
) => {
  if (grant_type === 'password') {
    if (!username) throw invalid({ username: 'required' })
    if (!password) throw invalid({ password: 'required' })
    return signIn(context, username, password, validCode ?? '')
  }
  if (grant_type === 'refresh_token') {
    if (!refresh_token) throw new AppError('unauthorized')
    return phoneCode ? signInByCode(context, refresh_token, phoneCode) : renew(context, refresh_token)
  }
  throw invalid({ grant_type: 'option' })
}

const login = async (
  context: Context,
  parameters: ParametersOf<typeof calls.login>,
): Promise<TokenAnswer | SecondStep> => handed(await enter(context, parameters))

const logout = async (context: Context, _parameters: unknown, token: string | null): Promise<TokenAnswer> => {
  if (token !== null) {
    await transact(context.tx, async tx => {
      await logSignOut(tx, token)
      await endSessionOf(tx, token)
    })
  }
  return new TokenAnswer(null, null)
}

export const sessionRoutes: readonly Route[] = [
  { ...routeOfCall(calls.login, login), ownTransactions: true, isAuthRoute: true },
  // Sign-out always succeeds, whatever is sent.
  { ...routeOfCall(calls.logout, logout), handle: logout, ownTransactions: true },
  routeOfCall(calls.systemInformation, systemInformation),
  routeOfCall(calls.languages, async () => languages()),
  routeOfCall(calls.strings, ownTexts),
  routeOfCall(calls.pinyin, async () => spokenTexts()),
  // Permissions hold from the moment they change.
  { ...routeOfCall(calls.menuOfCaller, treeOfCaller), onPrimary: true },
  { ...routeOfCall(calls.menuWhole, wholeTree), onPrimary: true },
  {
    ...routeOfCall(calls.changePassword, (context, { type, oldPwd, newPwd }) =>
      changePassword(context, type, oldPwd, newPwd),
    ),
    ownTransactions: true,
    changesPassword: true,
  },
  // Rate-limited like sign-in: both store something for anybody.
  { ...routeOfCall(calls.captcha, context => newCaptcha(context.tx)), isAuthRoute: true },
  {
    ...routeOfCall(calls.phoneCode, (context, { refresh_token, by }) =>
      sendPhoneCode(context, refresh_token, by ?? undefined),
    ),
    isAuthRoute: true,
  },
  {
    ...routeOfCall(calls.resetPassword, (context, { id }) => resetPassword(context, id)),
    skipIdempotencyCache: true,
  },
  {
    ...routeOfCall(calls.operationTicket, (context, { password }) => issueTicket(context, password)),
    ownTransactions: true,
  },
  { ...routeOfCall(calls.authenticatorState, authenticatorState), onPrimary: true },
  // Failed passwords and codes must count despite a refusal.
  {
    ...routeOfCall(calls.authenticatorBegin, (context, { password }) => beginAuthenticator(context, password)),
    ownTransactions: true,
  },
  {
    ...routeOfCall(calls.authenticatorConfirm, (context, { code }) => confirmAuthenticator(context, code)),
    ownTransactions: true,
  },
  {
    ...routeOfCall(calls.authenticatorRemove, (context, { password }) => removeAuthenticator(context, password)),
    ownTransactions: true,
  },
  routeOfCall(calls.authenticatorReset, (context, { id }) => resetAuthenticator(context, id)),
]
