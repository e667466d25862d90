/** Script runner: commands without a browser. Exit code 1 on failure. */

import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Result } from '../src/commands/core/command.ts'
import { startHeadless } from '../src/commands/headless.ts'
import { type Run, replay } from '../src/commands/recorder/replay.ts'
import { type Lotline, lotline, type Script } from '../src/commands/script.ts'
import { loadStrings } from '../src/data/api/messages.ts'
import { CallError, connect } from '../src/data/api/transport.ts'
import { errorsAtom } from '../src/data/errors.ts'
import { loadOtherLanguages, switchLocale, text } from '../src/data/language.ts'
import { loadMenu } from '../src/data/session/permittedMenu.ts'
import { signIn, signOut } from '../src/data/session/session.ts'
import { store } from '../src/data/store.ts'
import { jsonFor, lineFor } from './printing.ts'
import { localeIn, type Options, optionsFrom, StartError, UsageError } from './programOptions.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
const complain = (line: string) => process.stderr.write(`${line}\n`)

/**
 * Signs in and loads permissions.
 * @throws StartError
 */
async function enter({ server, user }: Options, password: string): Promise<void> {
  connect({ baseUrl: server })
  try {
    if (await signIn(user, password)) throw new StartError('script.phone')
  } catch (error) {
    if (error instanceof CallError) throw new StartError('script.notSignedIn', { message: error.message })
    throw error
  }
  await Promise.all([loadMenu(), loadStrings()])
  if (store.get(errorsAtom).some(({ info }) => info === 'SystemSetting/AuthMenuList'))
    throw new StartError('script.noMenu')
}

function consoleFor({ yes, json }: Options): { readonly lotline: Lotline; isGood(): boolean } {
  let isGood = true
  const run: Run = async (id, args = {}, options = {}) => {
    const { confirm = yes ? 'accept' : 'refuse' } = options
    const began = performance.now()
    // Non-interactive: no prompts.
    const result: Result = await lotline.run(id, args, { ...options, confirm: confirm === 'ask' ? 'refuse' : confirm })
    const took = performance.now() - began
    if (result.status !== 'ok') isGood = false
    say(json ? jsonFor(id, args, result, took) : lineFor(id, result, took))
    return result
  }
  return {
    lotline: { ...lotline, run, replay: (steps, options) => replay(run, steps, options) },
    isGood: () => isGood,
  }
}

/** Runs a file's export, or its top-level use of `lotline`. */
async function runFile(path: string, tools: { readonly lotline: Lotline }): Promise<void> {
  Object.assign(globalThis, tools)
  const module: { readonly default?: unknown } = await import(pathToFileURL(path).href)
  const script = module.default
  if (typeof script === 'function') await (script as Script)(tools)
  await lotline.idle()
}

async function main(): Promise<boolean> {
  const given = process.argv.slice(2)
  // Eager messages: a script has no first load to keep small.
  await loadOtherLanguages()
  await switchLocale(localeIn(given))
  const options = optionsFrom(given)
  const path = resolve(process.env.INIT_CWD ?? process.cwd(), options.file)
  if (!existsSync(path)) throw new StartError('script.noSuchFile', { path })
  const password = process.env.LOTLINE_PASSWORD
  if (!password) throw new StartError('script.noPassword')
  const stop = startHeadless()
  await enter(options, password)
  const console = consoleFor(options)
  try {
    await lotline.ready()
    await runFile(path, { lotline: console.lotline })
    return console.isGood()
  } catch (error) {
    complain(text('script.threw', { message: error instanceof Error ? (error.stack ?? error.message) : String(error) }))
    return false
  } finally {
    await signOut()
    stop()
  }
}

try {
  process.exitCode = (await main()) ? 0 : 1
} catch (error) {
  if (!(error instanceof StartError)) throw error
  complain(text(error.message, error.values))
  if (error instanceof UsageError && error.message !== 'script.usage') complain(text('script.usage'))
  process.exitCode = 1
}
