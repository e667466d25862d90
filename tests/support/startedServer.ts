/** Server as a process, with the test's environment only. */
import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type Account, spawnAs } from '../../server/postgres/clusterAccount.ts'
import type { Connection } from './database.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const started: Started[] = []

export interface Started {
  readonly child: ChildProcess
  readonly ended: Promise<number | null>
  out(): string
  said(): string
  /** Waits until it has printed this. */
  until(text: RegExp): Promise<RegExpExecArray>
}

export const urlOf = ({ host, port, user, database: name, password }: Connection) =>
  `postgresql://${user}${password ? `:${password}` : ''}@localhost/${name}?host=${encodeURIComponent(host)}&port=${port}`

export const start = (more: Record<string, string>): Started => startIn(root, more)

/** Starts the server whose files are in this folder, as this account. */
export function startIn(folder: string, more: Record<string, string>, account?: Account): Started {
  const { PATH = '', HOME = '', TMPDIR = '/tmp', NODE_COMPILE_CACHE = '' } = process.env
  const env = { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE, PORT: '0', ...more }
  const stdio: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe']
  const child = spawn(process.execPath, ['server/main.ts'], { ...spawnAs(account), cwd: folder, env, stdio })
  let [out, said] = ['', '']
  child.stdout?.on('data', chunk => {
    out += chunk
  })
  child.stderr?.on('data', chunk => {
    said += chunk
  })
  const ended = new Promise<number | null>(resolve => child.once('close', resolve))
  const until = async (text: RegExp) => {
    for (;;) {
      const found = text.exec(out)
      if (found) return found
      const done = await Promise.race([ended.then(() => true), new Promise<false>(go => setTimeout(go, 50, false))])
      if (done && !text.test(out)) throw new Error(`ended without ${text}: ${out}${said}`)
    }
  }
  const process_ = { child, ended, out: () => out, said: () => said, until }
  started.push(process_)
  return process_
}

/** One sentence, and nothing of how it came about. */
export const isSentence = (text: string) => /^[^\n]{10,300}\n$/.test(text) && !/\bat .*:\d+:\d+/.test(text)

/** Ends every process that this file has started. */
export async function endStarted(): Promise<void> {
  for (const { child, ended } of started.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
    await ended
  }
}
