/** Fastify server: request → route → answer. */

import type { ServerResponse } from 'node:http'
import formbody from '@fastify/formbody'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { isLocale, type Locale } from '#contract/messages/locales.ts'
import { AppError, invalid } from '#contract/schema/answer.ts'
import type { Values } from '#contract/schema/field.ts'
import { isPosition, positionHeader } from '#contract/system/logPosition.ts'
import type { Database, Device } from '../db/connection/context.ts'
import { withAbort } from '../db/connection/queryCancellation.ts'
import { withPosition } from '../db/connection/replication/commitPosition.ts'
import type { Standby } from '../db/connection/replication/standby.ts'
import { withinCall } from '../db/connection/slowStatements.ts'
import { type Session, sessionOf } from '../domain/auth/signIn.ts'
import { FileAnswer } from '../domain/basis/fileAnswer.ts'
import type { QueueTimes } from '../domain/label/printQueue.ts'
import type { DiskOptions } from '../domain/status/disks.ts'
import { answerBrokenRequest, refused, succeeded } from './calls/answers.ts'
import { isExport } from './calls/exportGate.ts'
import { handleCall } from './calls/handleCall.ts'
import { idempotencyKey } from './calls/idempotency.ts'
import { bodyOf, queryOf } from './calls/parameters.ts'
import { addressOf } from './calls/proxies.ts'
import { requestTimeout } from './calls/requestTimeout.ts'
import type { Route } from './calls/route.ts'
import { type SessionGate, sessionGate } from './calls/sessionGate.ts'
import { signInFlood } from './calls/signInFlood.ts'
import { BareAnswer, TokenAnswer } from './calls/tokenAnswer.ts'
import { closeGently } from './closing.ts'
import { sweepHourly } from './expirySweep.ts'
import { isExposed } from './exposed.ts'
import { serveFiles } from './files/fileServing.ts'
import { setFilesCookie } from './files/filesCookie.ts'
import { multipartLimits, uploadOf } from './files/multipart.ts'
import { serveStatic } from './files/static.ts'
import { serveLabels } from './labelQueue.ts'
import { type LogOptions, loggerOptions } from './log.ts'
import { type LogArchiving, serveLogArchiver } from './logArchiver.ts'
import { serveMail } from './mailer.ts'
import { serveHealth } from './monitoring/health.ts'
import { type MonitoringOptions, serveMetrics } from './monitoring/metrics.ts'
import { requestIds } from './monitoring/requestIds.ts'
import { followTls, readTls, type TlsFiles } from './monitoring/tls.ts'
import { watchMachine } from './monitoring/watchMachine.ts'
import { writerOf } from './realtime/realtimeMessages.ts'
import { serveRealtime } from './realtime/realtimeServer.ts'
import { refuseFlawed, routes } from './routes.ts'
import { serveTasks, type TaskOptions } from './tasks.ts'

export interface ServerOptions {
  readonly db: Database
  /** Standby that reading calls go to; the server closes it not. */
  readonly standby?: Standby | undefined
  readonly log?: LogOptions
  readonly staticDirectory?: string
  /** Scheduler options; by default only requested tasks run. */
  readonly tasks?: TaskOptions
  /** Folders watched for free space; none by default. */
  readonly space?: DiskOptions
  /** Limit of slow statements in ms; 0 for none. */
  readonly slowMs?: number
  readonly proxies?: readonly string[]
  /** Plain HTTP by default. */
  readonly tls?: TlsFiles
  /** Archiving of the built-in database's log; none by default. */
  readonly archive?: LogArchiving
  /** No `/metrics` by default. */
  readonly monitoring?: MonitoringOptions
  /** Times of the label queue, where a test shortens them. */
  readonly labels?: Partial<QueueTimes>
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Public route; undefined for anything but calls. */
    readonly isPublic?: boolean
  }
}

const megabyte = 1024 * 1024

const policy = {
  defaultSrc: ["'self'"],
  // Decoder of camera pictures; scripts themselves compile nothing.
  scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'blob:', 'data:'],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
}

/** Devices of the browser: the camera, for codes. */
const permissionsPolicy = 'camera=(self), microphone=(), geolocation=(), usb=(), serial=()'

function localeOf(request: FastifyRequest): Locale {
  const first = request.originalUrl.split('/')[1]
  return isLocale(first) ? first : 'zh-CN'
}

function tokenOf(request: FastifyRequest): string | null {
  return /^Bearer ([\w-]{20,200})$/.exec(request.headers.authorization ?? '')?.[1] ?? null
}

const platforms = { web: 'WEB', android: 'ANDROID', ios: 'IOS', pda: 'PDA' } as const

function headerOf(request: FastifyRequest, name: string, maxLength = 100): string | null {
  const value = request.headers[name]
  return typeof value === 'string' && value !== '' && !value.includes('\0') ? value.slice(0, maxLength) : null
}

function deviceOf(request: FastifyRequest): Device {
  const type = (headerOf(request, 'devicetype') ?? 'web').toLowerCase()
  return {
    platform: Object.hasOwn(platforms, type) ? platforms[type as keyof typeof platforms] : 'WEB',
    clientId: headerOf(request, 'clientid', 20),
    userAgent: headerOf(request, 'user-agent', 200),
  }
}

function positionIn(request: FastifyRequest): string | null {
  const given = request.headers[positionHeader.toLowerCase()]
  if (given === undefined) return null
  if (!isPosition(given)) throw invalid({ [positionHeader]: 'text' })
  return given
}

/** CSRF guard: writes from other sites are refused, whatever they send. */
function refuseForeign(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new AppError('forbidden')
}

interface Serving {
  readonly db: Database
  readonly standby: Standby | undefined
  readonly checkSpace: () => Promise<void>
  readonly gate: SessionGate
}

const isRemoval = ({ path }: Route) => path.startsWith('template/delete/')

const admitting = new WeakSet<FastifyRequest>()

function handlerOf({ db, standby, checkSpace, gate }: Serving, route: Route) {
  const reads = !route.writes && !route.isAuthRoute
  // Sign-out reads by name only: it must complete after a disconnect.
  const isAwaited = reads && !route.ownTransactions
  // Exempt when the disk is full: they write little, or free space.
  const isExempt = route.ownTransactions || route.isAuthRoute || isExport(route) || isRemoval(route)
  const needsSpace = route.writes && !isExempt
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (!reads) refuseForeign(request)
    if (needsSpace) await checkSpace()
    const position = standby ? positionIn(request) : null
    const setPosition = (at: string) => void reply.header(positionHeader, at)
    const asked = {
      parameters: requestParameters(route, request),
      locale: localeOf(request),
      ip: addressOf(request),
      token: tokenOf(request),
      key: idempotencyKey(request.headers['idempotency-key']),
      ticket: headerOf(request, 'tickeropwd'),
      isTrial: headerOf(request, 'trial') !== null,
      device: deviceOf(request),
      isExposed: isExposed(request.server),
      writer: writerOf(request.headers.clientid, request.headers.pageid),
      log: request.log,
      reading: standby && position !== null ? { standby, position, corrected: setPosition } : undefined,
      onSession: ({ timeZone, currency }: Pick<Session, 'timeZone' | 'currency'>) =>
        void reply.headers({ timezone: timeZone, currency }),
    }
    admitting.add(request)
    const running = { call: route.path, request: request.id, waits: { ms: 0 } }
    const handle = () => withinCall(running, () => handleCall(db, route, asked))
    const work = () => gate(asked.token, running.waits, handle)
    const followed = () => (standby && !reads ? withPosition(work, setPosition) : work())
    const data = await (isAwaited ? abortOnDisconnect(reply.raw, work) : followed())
    void reply.header('cache-control', 'no-store')
    return send(reply, data)
  }
}

const multipartRoutes = routes.filter(route => route.multipart)

/** Upload check: the session is checked before the whole body arrives. */
const isMultipart = ({ method, routeOptions, headers }: FastifyRequest): boolean =>
  method === 'POST' &&
  headers['content-type']?.startsWith('multipart/form-data') === true &&
  multipartRoutes.some(({ path }) => routeOptions.url?.endsWith(`/${path}`))

const firstSegments = new Set(routes.map(({ path }) => path.split('/')[0]))

/** Path of a call without its locale: mounted only once. */
function withoutLocale(url: string): string {
  const [, locale, first] = /^\/([^/]*)\/([^/?]*)/.exec(url) ?? []
  return isLocale(locale) && firstSegments.has(first) ? url.slice(locale.length + 1) : url
}

function mount(app: FastifyInstance, serving: Serving, list: readonly Route[]): void {
  for (const route of list) {
    app.route({
      method: route.method,
      url: `/${route.path}`,
      handler: handlerOf(serving, route),
      config: { isPublic: route.permissions.includes('public') },
      ...(route.bodyLimit ? { bodyLimit: route.bodyLimit } : {}),
    })
  }
}

/** Malformed requests fail before session lookup; strangers only learn of missing authorization. */
async function shownTo(request: FastifyRequest, error: unknown, db: Database): Promise<unknown> {
  const { config } = request.routeOptions
  if (admitting.has(request) || config.isPublic !== false) return error
  if (error instanceof AppError && error.refusal === 'forbidden') return error
  const token = tokenOf(request)
  const session = token === null ? null : await sessionOf(db, token).catch(() => undefined)
  return session === null ? new AppError('unauthorized') : error
}

function answerErrors(app: FastifyInstance, db: Database, isPage: (request: FastifyRequest) => boolean): void {
  const answer = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const { http, answer: body, retryAfter } = refused(error, localeOf(request), request.log)
    if (retryAfter !== null) void reply.header('retry-after', String(retryAfter))
    return reply.code(http).header('cache-control', 'no-store').type('application/json; charset=utf-8').send(body)
  }
  app.setErrorHandler(async (error, request, reply) => answer(await shownTo(request, error, db), request, reply))
  app.setNotFoundHandler((request, reply) =>
    isPage(request) ? reply.sendFile('index.html') : answer(new AppError('noSuchRoute'), request, reply),
  )
}

/** Empty JSON bodies count as `{}`; otherwise Fastify's secure parser. */
function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, {})
    else void parse(request, body as string, done)
  })
}

function logCalls(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id))
  app.addHook('onResponse', async (request, reply) => {
    const path = request.originalUrl.split('?')[0]
    request.log.info(
      { method: request.method, path, http: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'call',
    )
  })
}

/**
 * Creates the server over a database, not yet listening.
 * @throws Error when a route lacks a permission
 */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const { db, standby, log, staticDirectory, tasks, proxies = [], tls, monitoring, labels, archive } = options
  refuseFlawed(routes)
  const app: FastifyInstance = fastify({
    ...(tls ? { https: readTls(tls) as never } : {}),
    ...requestIds,
    logger: loggerOptions(log),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request' }),
    clientErrorHandler: answerBrokenRequest,
    bodyLimit: megabyte,
    // Maximum for large uploads over slow lines; other requests use `requestTimeout`.
    requestTimeout: 600_000,
    http: { headersTimeout: 30_000 },
    trustProxy: proxies.length > 0 ? [...proxies] : false,
    exposeHeadRoutes: false,
    rewriteUrl: ({ url = '' }) => withoutLocale(url),
    return503OnClosing: false,
    frameworkErrors: (_error, request, reply) => {
      const { http, answer } = refused(new AppError('noSuchRoute'), 'zh-CN', request.log)
      // Unmatched requests have an untyped reply.
      const bare = reply as unknown as FastifyReply
      return bare.code(http).type('application/json; charset=utf-8').send(answer)
    },
  })
  logCalls(app)
  if (tls) followTls(app, tls)
  closeGently(app)
  requestTimeout(app, isMultipart)
  sweepHourly(app, db)
  readJson(app)
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: policy },
    // Plants use plain HTTP internally; a TLS proxy sets its own.
    strictTransportSecurity: false,
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
  })
  app.addHook('onRequest', async (_request, reply) => void reply.header('permissions-policy', permissionsPolicy))
  answerErrors(app, db, await serveStatic(app, staticDirectory))
  await serveRealtime(app, db, standby)
  serveHealth(app, db, standby)
  const disks = watchMachine(app, db, { ...options, backups: tasks?.backups?.folder ?? null })
  const serving = { db, standby, checkSpace: disks.check, gate: sessionGate() }
  if (monitoring) serveMetrics(app, db, { ...monitoring, standby, disks })
  serveFiles(app, db)
  serveMail(app, db)
  serveLabels(app, db, labels)
  serveTasks(app, db, tasks ?? { byClock: false, backups: null })
  if (archive) serveLogArchiver(app, db, archive)
  await app.register(async inner =>
    mount(
      inner,
      serving,
      routes.filter(route => !route.isAuthRoute && !route.multipart),
    ),
  )
  await app.register(async inner => {
    await inner.register(formbody)
    await inner.register(multipart, { limits: multipartLimits })
    mount(inner, serving, multipartRoutes)
  })
  await app.register(async inner => {
    await inner.register(formbody)
    await inner.register(rateLimit, signInFlood(db))
    mount(
      inner,
      serving,
      routes.filter(route => route.isAuthRoute),
    )
  })
  return app
}

function requestParameters(route: Route, request: FastifyRequest): Values {
  if (route.method === 'GET') return queryOf(route.query ?? {}, request.query)
  if (!route.multipart) return bodyOf(request.body)
  const said = queryOf(route.query ?? {}, request.query)
  return request.isMultipart()
    ? { ...said, file: () => uploadOf(request) }
    : { ...said, ...bodyOf(request.body), ...said }
}

/** Runs a read call; aborts its queries when the client disconnects. */
function abortOnDisconnect<T>(response: ServerResponse, work: () => Promise<T>): Promise<T> {
  const leaving = new AbortController()
  // Response, not request: the latter closes once its body is read.
  response.once('close', () => {
    if (!response.writableFinished) leaving.abort()
  })
  return withAbort(leaving.signal, work)
}

function sendFile(reply: FastifyReply, file: FileAnswer) {
  return reply
    .type(file.contentType)
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`)
    .send(Buffer.from(file.bytes))
}

/** Replies: enveloped data, raw files. */
function send(reply: FastifyReply, data: unknown) {
  if (data instanceof FileAnswer) return sendFile(reply, data)
  if (data instanceof BareAnswer) return reply.send(data.body)
  if (!(data instanceof TokenAnswer)) return reply.send(succeeded(data))
  setFilesCookie(reply, data.filesToken)
  return reply.send(succeeded(data.data))
}
