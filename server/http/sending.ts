/** Replies: enveloped data, raw files. */
import type { FastifyReply } from 'fastify'
import { FileAnswer } from '../domain/basis/fileAnswer.ts'
import { succeeded } from './calls/answers.ts'
import { BareAnswer, TokenAnswer } from './calls/tokenAnswer.ts'
import { setFilesCookie } from './files/filesCookie.ts'

function sendFile(reply: FastifyReply, file: FileAnswer) {
  return reply
    .type(file.contentType)
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`)
    .send(Buffer.from(file.bytes))
}

export function send(reply: FastifyReply, data: unknown) {
  if (data instanceof FileAnswer) return sendFile(reply, data)
  if (data instanceof BareAnswer) return reply.send(data.body)
  if (!(data instanceof TokenAnswer)) return reply.send(succeeded(data))
  setFilesCookie(reply, data.filesToken)
  return reply.send(succeeded(data.data))
}
