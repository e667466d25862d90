/** `npm run script` as a process, as its users start it. */
import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../script/main.ts', import.meta.url))

export interface Ended {
  readonly code: number | null
  /** What was printed, line by line. */
  readonly lines: readonly string[]
  readonly complaints: string
}

/** Runs a script from its own folder; `options` follow its name. */
export async function runScript(source: string, options: readonly string[], password?: string): Promise<Ended> {
  const folder = await mkdtemp(join(tmpdir(), 'lotline-script-'))
  try {
    const file = join(folder, 'day.lotline.ts')
    await writeFile(file, source)
    const { LOTLINE_PASSWORD: _own, ...environment } = process.env
    const env = password === undefined ? environment : { ...environment, LOTLINE_PASSWORD: password }
    const child = spawn(process.execPath, [program, file, ...options], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    let [printed, complaints] = ['', '']
    child.stdout.setEncoding('utf8').on('data', part => {
      printed += part
    })
    child.stderr.setEncoding('utf8').on('data', part => {
      complaints += part
    })
    const code = await new Promise<number | null>((resolve, reject) => child.on('close', resolve).on('error', reject))
    return { code, lines: printed.split('\n').filter(line => line !== ''), complaints }
  } finally {
    await rm(folder, { recursive: true })
  }
}
