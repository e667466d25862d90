/** Environment of the server: every variable, its check, secrets from files. */
import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { isLocale, locales } from '#contract/messages/locales.ts'
import { trustedProxies } from './calls/proxies.ts'

type Environment = Readonly<Record<string, string | undefined>>

interface Variable {
  /** Also accepted as `NAME_FILE`, the path of a file with the value. */
  readonly isSecret?: true
  /** Another variable without which this one has no effect. */
  readonly needs?: string
  /** Sentence about a value that cannot be used; undefined when it can. */
  readonly flaw?: (value: string, name: string) => string | undefined
}

const oneOf = (values: readonly string[]) => (value: string, name: string) =>
  values.includes(value) ? undefined : `${name} must be ${values.slice(0, -1).join(', ')} or ${values.at(-1)}.`

const matching = (pattern: RegExp, meaning: string) => (value: string, name: string) =>
  pattern.test(value) ? undefined : `${name} must be ${meaning}.`

function proxies(value: string): string | undefined {
  try {
    trustedProxies(value)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

const port = (value: string, name: string) =>
  /^\d{1,5}$/.test(value) && Number(value) < 65_536 ? undefined : `${name} must be a number up to 65535.`

const seconds = matching(/^[1-9]\d{0,8}$/, 'a number of seconds')

const databaseUrl = matching(/^postgres(ql)?:\/\//, 'an address such as postgresql://…')

/** Every variable that the server reads, as docs/reference/configuration.md lists them. */
export const variables: Readonly<Record<string, Variable>> = {
  CONFIG_FILE: {},
  PORT: { flaw: port },
  HOST: {},
  LOG_LEVEL: { flaw: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']) },
  TRUST_PROXY: { flaw: proxies },
  PUBLIC_ORIGIN: { flaw: matching(/^https?:\/\/[^/\s]+$/, 'an address such as https://lotline.example.com') },
  TLS_CERT_FILE: { needs: 'TLS_KEY_FILE' },
  TLS_KEY_FILE: { needs: 'TLS_CERT_FILE' },
  METRICS_TOKEN: { isSecret: true, flaw: matching(/^[\w.~+/=-]{16,200}$/, 'at least 16 letters and digits') },
  SLOW_STATEMENT_MS: { flaw: matching(/^\d{1,6}$/, 'a number of milliseconds') },
  TASKS: { flaw: oneOf(['on', 'off']) },
  DRAIN_SECONDS: { flaw: matching(/^([0-9]|[1-5]\d|60)$/, 'a number of seconds up to 60') },
  DATA_DIR: {},
  DATABASE_URL: { isSecret: true, flaw: databaseUrl },
  DATABASE_OWNER_URL: { isSecret: true, needs: 'DATABASE_URL' },
  DATABASE_READ_URL: { isSecret: true, needs: 'DATABASE_URL', flaw: databaseUrl },
  BACKUP_DIR: {},
  MIN_FREE_MB: { flaw: matching(/^\d{1,9}$/, 'a number of megabytes') },
  ADMIN_PASSWORD: { isSecret: true },
  DEMO: { flaw: oneOf(['off', 'demo', 'small', 'middle', 'large']) },
  DEMO_LANG: { flaw: (value, name) => (isLocale(value) ? undefined : `${name} must be one of ${locales.join(', ')}.`) },
  ACCESS_TTL: { flaw: seconds },
  PHONE_CODE_TTL: { flaw: seconds },
  SMS_WEBHOOK_URL: { isSecret: true },
  SMS_WEBHOOK_TOKEN: { isSecret: true, needs: 'SMS_WEBHOOK_URL' },
  SMS_SINK: {},
  SMTP_URL: { isSecret: true, needs: 'MAIL_FROM' },
  MAIL_FROM: { needs: 'SMTP_URL' },
  CAPTURE_HOSTS: {},
  LOCAL_PRINTERS: { flaw: oneOf(['on', 'off']) },
}

const fileSuffix = '_FILE'

/** Name of the secret that `NAME_FILE` stands for. */
function secretOf(name: string): string | undefined {
  const secret = name.endsWith(fileSuffix) ? name.slice(0, -fileSuffix.length) : ''
  return variables[secret]?.isSecret ? secret : undefined
}

const isKnown = (name: string) => Object.hasOwn(variables, name) || secretOf(name) !== undefined

/** Edits between two names (Levenshtein), up to small ones. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (const [at, letter] of [...from].entries()) {
    const next = [at + 1]
    for (const [column, other] of [...to].entries())
      next.push(
        Math.min((row[column] ?? 0) + (letter === other ? 0 : 1), (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1),
      )
    row = next
  }
  return row.at(-1) ?? 0
}

/** Known name that a mistyped one is closest to. */
function nearest(name: string): string | undefined {
  const known = [
    ...Object.keys(variables),
    ...Object.keys(variables)
      .filter(each => variables[each]?.isSecret)
      .map(each => each + fileSuffix),
  ]
  return known.find(each => distance(name, each) <= (name.length < 10 ? 2 : 3))
}

/** Variables of other programs that resemble ours: OpenSSL's. */
const foreign = new Set(['SSL_CERT_FILE'])

/** Short names resemble those of other programs: HOST, HOME. */
const shortestGuess = 8

function unknownSentence(name: string, where: string): string {
  const meant = nearest(name)
  return `${where}${name} is no setting of Lotline.${meant ? ` ${meant} was probably meant.` : ''}`
}

type ReadFile = (path: string) => string

function readOrThrow(read: ReadFile, name: string, path: string): string {
  try {
    return read(path)
  } catch (error) {
    throw new Error(`The file of ${name} cannot be read: ${(error as Error).message}`)
  }
}

function fromFile(env: Environment, read: ReadFile): Environment {
  const path = env.CONFIG_FILE
  if (!path) return {}
  const values = parseEnv(readOrThrow(read, 'CONFIG_FILE', path)) as Environment
  const unknown = Object.keys(values).find(name => !isKnown(name) || name === 'CONFIG_FILE')
  if (unknown !== undefined) throw new Error(unknownSentence(unknown, `${path}: `))
  return values
}

function secretsOf(env: Environment, read: ReadFile): Environment {
  const secrets: Record<string, string> = {}
  for (const name of Object.keys(env)) {
    const secret = env[name] ? secretOf(name) : undefined
    if (secret === undefined) continue
    if (env[secret]) throw new Error(`${secret} and ${name} are both set: leave one of them out.`)
    // Editors and `docker secret` end a file with a line break.
    secrets[secret] = readOrThrow(read, name, env[name] as string).replace(/\r?\n$/, '')
  }
  return secrets
}

/**
 * Settings of the environment, CONFIG_FILE and `*_FILE` secrets, in this order.
 * @throws Error, one sentence naming the variable
 */
export function readEnvironment(env: Environment, read: ReadFile = path => readFileSync(path, 'utf8')): Environment {
  const isMistyped = (name: string) =>
    name.length >= shortestGuess && !isKnown(name) && !foreign.has(name) && nearest(name) !== undefined
  const mistyped = Object.keys(env).find(isMistyped)
  if (mistyped !== undefined) throw new Error(unknownSentence(mistyped, ''))
  const given = { ...fromFile(env, read), ...env }
  const all: Environment = { ...given, ...secretsOf(given, read) }
  for (const [name, { needs, flaw }] of Object.entries(variables)) {
    const value = all[name]
    // Empty counts as unset: compose files pass `${NAME:-}`.
    if (!value) continue
    if (needs && !all[needs]) throw new Error(`${name} needs ${needs}.`)
    const sentence = flaw?.(value, name)
    if (sentence !== undefined) throw new Error(sentence)
  }
  return all
}

/** Settings of this process; an unusable one ends it with its sentence. */
export function settingsOrExit(): Environment {
  try {
    return Object.assign(process.env, readEnvironment(process.env))
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    process.exit(1)
  }
}
