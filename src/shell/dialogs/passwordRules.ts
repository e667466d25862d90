/** Password change validation; message keys by field. Pure. */
import { patterns } from '#contract/schema/patterns.ts'

export interface Passwords {
  readonly oldPwd: string
  readonly newPwd: string
  readonly again: string
}

export type PasswordErrors = { readonly [K in keyof Passwords]?: string | undefined }

export function errorsOfPasswords({ oldPwd, newPwd, again }: Passwords): PasswordErrors {
  const of = (value: string, missing: string) =>
    value === '' ? missing : patterns.PASSWORD.test(value) ? undefined : 'password.pattern'
  return {
    oldPwd: of(oldPwd, 'password.oldMissing'),
    newPwd: of(newPwd, 'password.newMissing'),
    again: again === '' ? 'password.againMissing' : again === newPwd ? undefined : 'password.differs',
  }
}
