/** Log options without bodies and headers; redaction is a second barrier. */
import type { FastifyServerOptions } from 'fastify'

export interface LogOptions {
  readonly level: string
  readonly stream: { write(line: string): void }
}

const secrets = [
  'authorization',
  'cookie',
  'password',
  'operationPassword',
  'oldPwd',
  'newPwd',
  'phoneCode',
  'secret',
  'recoveryCodes',
  'access_token',
  'refresh_token',
  'SocketToken',
]

export function loggerOptions(log: LogOptions | undefined): NonNullable<FastifyServerOptions['logger']> {
  if (!log) return false
  const paths = secrets.flatMap(name => [name, `*.${name}`, `*.*.${name}`])
  return { level: log.level, stream: log.stream, redact: { paths, censor: '[secret]' } }
}
