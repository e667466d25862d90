/** Administration: a role with one page, a user who has it, and his first sign-in. */
import { expect } from '../../browser/server.ts'
import type { Walker } from '../walker.ts'

const account = { loginName: 'lilei', name: '李雷', password: 'start2026' } as const

/** Goes on with Tab until what has the focus is one of these. */
async function toOne({ page, press }: Walker, selector: string): Promise<void> {
  for (let steps = 0; steps < 80; steps += 1) {
    if (await page.evaluate(wanted => document.activeElement?.matches(wanted) ?? false, selector)) return
    await press('Tab')
  }
  throw new Error(`Tab never reached ${selector}`)
}

async function addRole(walker: Walker): Promise<void> {
  const { page, open, press, type, fill, form, say, save, picture } = walker
  await open('role')
  await press('Alt+n', 'Alt+o')
  await form(/\/role\/new/)
  await fill('code', 'receiver')
  await fill('name', '收货')
  await toOne(walker, '[data-permissions] input[type=search]')
  await type(say('materialstorein'))
  await toOne(walker, '[data-permission]')
  await press('ArrowDown', 'Space')
  await expect(page.locator('[data-permission="materialstorein"]:visible')).toBeChecked()
  await picture('administration-role')
  await save()
}

/** Answers the question for the operation password. */
async function unlock(walker: Walker): Promise<void> {
  const { page, say, type, confirm } = walker
  const dialog = page.getByRole('dialog').filter({ hasText: say('password.unlock') })
  await expect(dialog.locator(':focus')).toBeVisible()
  await toOne(walker, '[role=dialog] input')
  await type('admin123')
  await confirm()
}

async function addUser(walker: Walker): Promise<void> {
  const { page, open, press, fill, form, picture } = walker
  await open('user')
  await press('Alt+n', 'Alt+o')
  await form(/\/user\/new/)
  await fill('loginName', account.loginName)
  await fill('name', account.name)
  await fill('password', account.password)
  await fill('customerId', '恒香')
  await fill('roleIds', '收货')
  await fill('employeeId', '王芳')
  await picture('administration-user')
  await press('Control+s')
  await unlock(walker)
  await expect(page.locator('[data-record]:visible [data-unsaved]')).toHaveCount(0)
}

/** The new user signs in, and must have a password of his own before he sees anything else. */
async function signInFirst(walker: Walker): Promise<void> {
  const { locale, url } = walker
  const context = await walker.page.context().browser()?.newContext()
  if (!context) throw new Error('no browser')
  const page = await context.newPage()
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.addInitScript(kept => localStorage.setItem('lotline.locale', kept), locale)
  const person = walker.at(page)
  await page.goto(url)
  await expect(page.locator('input[autocomplete=username]')).toBeFocused()
  await person.type(account.loginName)
  await person.press('Tab')
  await person.type(account.password)
  await person.press('Enter')
  await person.see(walker.say('password.title'))
  await person.picture('administration-first')
  await context.close()
}

export async function administer(walker: Walker): Promise<void> {
  const { page, open, press, type, command, say } = walker
  await addRole(walker)
  await addUser(walker)
  await signInFirst(walker)

  // A forgotten password is set anew.
  await open('user')
  await press('Control+f')
  await type(account.loginName)
  await press('Enter')
  await expect(walker.rows).toHaveCount(1)
  await press('ArrowDown')
  await command(say('command.user.resetPassword'))
  await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1)
  await press('Control+Enter')
  await unlock(walker)
  await open('auditlog')
}
