/** Minimal mail server: keeps, refuses or hangs as told. */
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

export interface Received {
  readonly from: string
  readonly to: string
  /** Headers and body as they came. */
  readonly data: string
}

/** Reply to the recipient: take, refuse, postpone; or none after the text. */
export type Manner = 'take' | 'refuse' | 'postpone' | 'hangUp'

export interface SmtpServer {
  readonly url: string
  readonly mails: readonly Received[]
  /** Connections that named a recipient, whatever became of them. */
  readonly attempts: readonly string[]
  /** How mail to an address is treated from now on. */
  treat(address: string, manner: Manner): void
  /** Accepts sign-ins from now on; anonymous ones need none. */
  letIn(isLetIn: boolean): void
  close(): Promise<void>
}

const addressIn = (line: string) => /<([^>]*)>/.exec(line)?.[1] ?? ''

/** Starts the server on a port of its own. */
export async function startSmtp(): Promise<SmtpServer> {
  const mails: Received[] = []
  const attempts: string[] = []
  const manners = new Map<string, Manner>()
  const sockets = new Set<Socket>()
  let isOpen = true

  const serve = (socket: Socket) => {
    let [rest, from, to, text] = ['', '', '', null as string | null]
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    const say = (line: string) => socket.write(`${line}\r\n`)
    const takeText = (line: string) => {
      if (line !== '.') {
        text += `${line.startsWith('..') ? line.slice(1) : line}\r\n`
        return
      }
      // Text received: the sender cannot know whether it was kept.
      mails.push({ from, to, data: text ?? '' })
      text = null
      if (manners.get(to) === 'hangUp') socket.destroy()
      else say('250 kept')
    }
    const takeRecipient = (line: string) => {
      to = addressIn(line)
      attempts.push(to)
      const manner = manners.get(to) ?? 'take'
      say(manner === 'refuse' ? '550 no such mailbox' : manner === 'postpone' ? '451 come back later' : '250 fine')
    }
    const hear = (line: string) => {
      if (text !== null) return takeText(line)
      const verb = line.slice(0, 4).toUpperCase()
      if (verb === 'MAIL') from = addressIn(line)
      if (verb === 'RCPT') return takeRecipient(line)
      if (verb === 'DATA') {
        text = ''
        say('354 go on')
      } else if (verb === 'EHLO') say('250-test\r\n250 AUTH PLAIN')
      else if (verb === 'AUTH') say(isOpen ? '235 welcome' : '535 wrong password')
      else if (verb === 'QUIT') socket.end('221 bye\r\n')
      else say('250 fine')
    }
    say('220 test')
    socket.on('data', chunk => {
      const lines = (rest + chunk.toString('utf8')).split('\r\n')
      rest = lines.pop() ?? ''
      lines.forEach(hear)
    })
  }

  const server = createServer(serve).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    attempts,
    treat: (address, manner) => manners.set(address, manner),
    letIn: isLetIn => {
      isOpen = isLetIn
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Parts of a mail that has attachments, its words first; else the mail itself. */
export function partsOf(data: string): readonly string[] {
  const [, boundary] = /^content-type: multipart\/[^"]*?boundary="([^"]+)"/im.exec(data) ?? []
  if (boundary === undefined) return [data]
  return data
    .split(`--${boundary}`)
    .slice(1, -1)
    .map(part => part.trim())
}

/** The words of a mail, whatever they were packed in. */
export function textOf({ data }: Received): string {
  const [head = '', ...body] = (partsOf(data)[0] ?? '').split('\r\n\r\n')
  const packed = body.join('\r\n\r\n')
  if (/base64/i.test(head)) return Buffer.from(packed, 'base64').toString('utf8')
  if (!/quoted-printable/i.test(head)) return packed
  const bytes = packed
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
