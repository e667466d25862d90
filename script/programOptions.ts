/** Command line options of `npm run script`. */
import { parseArgs } from 'node:util'
import { isLocale, type Locale } from '#contract/messages/locales.ts'

export interface Options {
  readonly file: string
  readonly server: string
  readonly user: string
  readonly locale: Locale
  readonly yes: boolean
  readonly json: boolean
}

export class StartError extends Error {
  readonly values: Readonly<Record<string, string>>
  constructor(message: string, values: Readonly<Record<string, string>> = {}) {
    super(message)
    this.values = values
  }
}

export class UsageError extends StartError {}

/** Locale from a possibly faulty command line: its errors use it. */
export function localeIn(given: readonly string[]): Locale {
  const at = given.findIndex(each => each === '--locale' || each.startsWith('--locale='))
  const locale = given[at]?.split('=')[1] ?? given[at + 1]
  return at >= 0 && isLocale(locale) ? locale : 'zh-CN'
}

function serverAt(given: string): string {
  if (!URL.canParse(given) || !/^https?:$/.test(new URL(given).protocol))
    throw new UsageError('script.badServer', { server: given })
  return given.replace(/\/+$/, '')
}

function parsed(given: readonly string[]) {
  try {
    return parseArgs({
      args: [...given],
      allowPositionals: true,
      options: {
        server: { type: 'string', default: 'http://127.0.0.1:5180' },
        user: { type: 'string', default: 'admin' },
        locale: { type: 'string', default: 'zh-CN' },
        yes: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        password: { type: 'string' },
      },
    })
  } catch {
    throw new UsageError('script.usage')
  }
}

/**
 * Parses the command line.
 * @throws UsageError
 */
export function optionsFrom(given: readonly string[]): Options {
  const { values, positionals } = parsed(given)
  const { server, user, locale, yes, json, password } = values
  // Process lists would expose the password.
  if (password !== undefined) throw new UsageError('script.noPasswordOption')
  if (!isLocale(locale)) throw new UsageError('script.badLocale', { locale })
  const [file, ...more] = positionals
  if (file === undefined) throw new UsageError('script.noFile')
  if (more.length > 0) throw new UsageError('script.usage')
  return { file, server: serverAt(server), user, locale, yes, json }
}
