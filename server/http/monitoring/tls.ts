/** Own TLS: certificate and key from files, read anew when renewed. */
import { readFileSync, unwatchFile, watchFile } from 'node:fs'
import type { Server } from 'node:https'
import { createSecureContext, type SecureContextOptions } from 'node:tls'
import type { FastifyInstance } from 'fastify'

export interface TlsFiles {
  readonly cert: string
  readonly key: string
  /** Polling interval in ms: renewals replace files by rename. */
  readonly lookMs?: number
}

const usualLookMs = 60_000

/**
 * Reads both files.
 * @throws Error, one sentence
 */
export function readTls({ cert, key }: TlsFiles): SecureContextOptions {
  try {
    const read = { cert: readFileSync(cert), key: readFileSync(key), minVersion: 'TLSv1.2' } as const
    createSecureContext(read)
    return read
  } catch (error) {
    throw new Error(`TLS_CERT_FILE and TLS_KEY_FILE cannot be used: ${(error as Error).message}`)
  }
}

/** Follows renewals; an unusable pair keeps the one in use. */
export function followTls(app: FastifyInstance, files: TlsFiles): void {
  const renew = () => {
    try {
      ;(app.server as unknown as Server).setSecureContext(readTls(files))
    } catch (err) {
      app.log.error({ err }, 'tls')
    }
  }
  for (const path of [files.cert, files.key])
    watchFile(path, { interval: files.lookMs ?? usualLookMs, persistent: false }, renew)
  app.addHook('onClose', async () => {
    for (const path of [files.cert, files.key]) unwatchFile(path, renew)
  })
}
